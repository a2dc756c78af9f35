# Writes the lines "delong" of tests/oracles/compare_models_r.txt: Rscript tests/oracles/compare_models.R > tests/oracles/compare_models_r.txt
suppressMessages(library(pROC))
digits <- function(x) paste(format(x, digits = 17, trim = TRUE), collapse = ",")
cat("# delong truth a b auc_a auc_b z p: pROC", as.character(packageVersion("pROC")), "roc.test(method = \"delong\", paired = TRUE),", R.version.string, "by compare_models.R.\n")
set.seed(4)
show <- function(y, a, b) {
    ra <- roc(y, a, levels = c(0, 1), direction = "<", quiet = TRUE)
    rb <- roc(y, b, levels = c(0, 1), direction = "<", quiet = TRUE)
    t <- roc.test(ra, rb, method = "delong", paired = TRUE)
    cat("delong", digits(y), digits(a), digits(b), digits(as.numeric(auc(ra))), digits(as.numeric(auc(rb))), digits(as.numeric(t$statistic)), digits(t$p.value), "\n")
}
show(c(1, 1, 0, 1, 0, 1, 0, 0, 1, 0), c(.9, .8, .8, .7, .6, .5, .5, .4, .3, .1), c(.7, .9, .6, .8, .5, .4, .45, .2, .35, .3))
for (n in c(12, 40, 90)) { # without ties, and with many
    y <- c(0, 0, 1, 1, rbinom(n - 4, 1, 0.3))
    a <- round(rnorm(n) + y, 4)
    show(y, a, round(a + rnorm(n), 4))
    show(y, round(a), round(a + rnorm(n)))
}
data(aSAH)
y <- as.integer(aSAH$outcome == "Poor")
show(y, aSAH$s100b, aSAH$wfns)
show(y, aSAH$s100b, aSAH$ndka)
