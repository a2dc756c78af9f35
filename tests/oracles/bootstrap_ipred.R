# Bootstrap estimates of ipred's errorest() on given samples, for tests/estimate/estimator_test.cpp.
#
#   Rscript tests/oracles/bootstrap_ipred.R tests/oracles/bootstrap_ipred
#
# reads data.csv (20 rows, two features, classes a and b) and samples.txt (25 bootstrap samples, one a line, rows from 0) of that folder
# and writes values.csv. Data and samples were drawn once, at random; the samples are given to ipred as they are (list.tindx), so that
# nothing depends on a generator. ipred averages out-of-bag losses by observation first; its `boot` is B2 in that form.
# Not for use where B2 exceeds the no-information rate: ipred clips B2 there, but not the relative overfitting rate.
suppressMessages(library(ipred))
folder <- commandArgs(trailingOnly = TRUE)[1]
data <- read.csv(file.path(folder, "data.csv"))
data$y <- factor(data$y)
samples <- lapply(strsplit(readLines(file.path(folder, "samples.txt")), " "), function(line) as.integer(line) + 1L)

# The class whose mean is nearest, the first where both are equally near.
nearest_mean <- function(formula, data) {
  means <- sapply(levels(data$y), function(class) colMeans(data[data$y == class, c("x1", "x2")]))
  function(newdata) {
    squares <- sapply(colnames(means), function(class) rowSums(sweep(as.matrix(newdata[, c("x1", "x2")]), 2, means[, class])^2))
    factor(colnames(means)[apply(matrix(squares, ncol = ncol(means)), 1, which.min)], levels = levels(data$y))
  }
}
# The class of the nearest training row.
one_nn <- function(formula, data) function(newdata) {
  train <- as.matrix(data[, c("x1", "x2")])
  nearest <- apply(as.matrix(newdata[, c("x1", "x2")]), 1, function(x) which.min(colSums((t(train) - x)^2)))
  data$y[nearest]
}

lines <- sprintf("# ipred %s, %s", packageVersion("ipred"), R.version.string)
lines <- c(lines, "learner,estimator,error")
for (learner in c("nearest_mean", "one_nn")) for (estimator in c("boot", "632plus")) {
  set.seed(1) # nothing is drawn; ipred touches the generator all the same
  result <- errorest(y ~ ., data, model = get(learner), estimator = estimator,
                     est.para = control.errorest(nboot = length(samples), list.tindx = samples))
  lines <- c(lines, sprintf("%s,%s,%.17g", learner, estimator, result$error))
}
writeLines(lines, file.path(folder, "values.csv"))
