# Writes tests/oracles/quantiles.txt: Rscript tests/oracles/quantiles.R | sed "s/ *$//" > tests/oracles/quantiles.txt
cat("# Quantiles: p, degrees of freedom (inf: standard normal), quantile. 17 digits.\n")
cat("# Source: qt and qnorm of", R.version.string, "by quantiles.R. (SciPy 1.10's t.ppf is off by up to 2e-9 and no oracle here.)\n")
digits <- function(x) format(x, digits = 17)
for (df in c(1, 2, 3, 4.5, 5, 10, 29, 30, 100, 1000, 1e6))
    for (p in c(1e-6, .005, .025, .1, .75, .9, .975, .995, .99999)) cat(digits(p), digits(df), digits(qt(p, df)), "\n")
for (p in c(1e-300, 1e-20, 1e-10, 1e-6, .001, .005, .01, .025, .05, .1, .25, .75, .9, .95, .975, .99, .995, .999, .999999))
    cat(digits(p), "inf", digits(qnorm(p)), "\n")
