# Writes tests/oracles/compare.txt: Rscript tests/oracles/compare.R | sed "s/ *$//" > tests/oracles/compare.txt (from the project's folder).
options(warn = -1)
digits <- function(x) format(x, digits = 17, trim = TRUE)
line <- function(...) cat(..., "\n", sep = " ")
cat("# test, its figures, values. 17 digits. Source:", R.version.string, "by compare.R.\n")
cat("# fisher errors_a rows_a errors_b rows_b p_two p_less; mcnemar b c chi2 p cc p_cc; wilcoxon d p_two p_less (no ties); holm p adjusted;\n")
cat("# friedman chi2 p of the table; t, f and chi2: tails; z_pooled errors rows p (prop.test without continuity).\n")
for (x in list(c(2, 10, 7, 12), c(0, 5, 5, 5), c(3, 29, 9, 25), c(20, 100, 30, 100), c(7, 20, 7, 20), c(40, 41, 30, 33), c(9, 12, 2, 10), c(130, 1000, 90, 1200)))
    line("fisher", x, digits(fisher.test(matrix(c(x[1], x[2] - x[1], x[3], x[4] - x[3]), 2))$p.value),
         digits(fisher.test(matrix(c(x[1], x[2] - x[1], x[3], x[4] - x[3]), 2), alternative = "less")$p.value))
for (x in list(c(12, 5), c(59, 6), c(0, 5), c(100, 140))) {
    m <- matrix(c(10, x[1], x[2], 10), 2)
    plain <- mcnemar.test(m, correct = FALSE)
    cc <- mcnemar.test(m)
    line("mcnemar", x, digits(plain$statistic), digits(plain$p.value), digits(cc$statistic), digits(cc$p.value),
         digits(binom.test(x[1], sum(x))$p.value))
}
set.seed(1)
for (n in c(1, 2, 5, 8, 15, 40)) {
    d <- round(rnorm(n, 0.3), 6)
    line("wilcoxon", paste(d, collapse = ","), digits(wilcox.test(d, exact = TRUE)$p.value),
         digits(wilcox.test(d, alternative = "less", exact = TRUE)$p.value))
}
d <- round(rnorm(80, 0.2), 1)
line("wilcoxon", paste(d, collapse = ","), digits(wilcox.test(d, exact = FALSE, correct = FALSE)$p.value),
     digits(wilcox.test(d, alternative = "less", exact = FALSE, correct = FALSE)$p.value))
for (p in list(c(.01, .04, .03, .005, .6), c(.5, .5, .001), runif(7)))
    line("holm", paste(digits(p), collapse = ","), paste(digits(p.adjust(p, "holm")), collapse = ","))
for (name in c("demsar_2006.csv", "garcia_herrera_2008.csv")) {
    x <- as.matrix(read.csv(file.path("tests/oracles", name), row.names = 1))
    f <- friedman.test(x)
    line("friedman", name, digits(f$statistic), digits(f$p.value))
}
for (t in c(-3, 0, 0.5, 2, 12)) for (df in c(1, 4, 9.5, 99)) line("t", t, df, digits(pt(t, df, lower.tail = FALSE)))
for (x in c(0.2, 1, 3.686313032089068, 50)) line("f", digits(x), 3, 39, digits(pf(x, 3, 39, lower.tail = FALSE)))
for (x in c(0.1, 3.84, 40)) for (df in c(1, 4)) line("chi2", x, df, digits(pchisq(x, df, lower.tail = FALSE)))
for (x in c(0.5, 3, 20)) for (a in c(1, 2.5, 12)) line("gamma", x, a, digits(pgamma(x, a)))
for (x in list(c(20, 100, 30, 100), c(20, 100, 25, 100), c(130, 1000, 90, 1200)))
    line("z_pooled", x, digits(prop.test(x[c(1, 3)], x[c(2, 4)], correct = FALSE)$p.value))
