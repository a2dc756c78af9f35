# Rscript bench/bootstrap.R DATA.csv: seconds, figure and versions of ipred's .632+ with 200 samples of full rpart trees.
for (name in c("ipred", "rpart"))
    if (!requireNamespace(name, quietly = TRUE)) {
        message("the R package ", name, " is not installed (Debian: r-cran-", name, ")")
        quit(status = 1)
    }
data <- read.csv(commandArgs(trailingOnly = TRUE)[1], stringsAsFactors = TRUE)
set.seed(1)
# rpart cross-validates inside of every fit unless told not to: five times the cost, and of no use here.
control <- rpart::rpart.control(xval = 0, cp = 0, minsplit = 2, minbucket = 1, maxsurrogate = 0, maxcompete = 0)
seconds <- system.time(
    answer <- ipred::errorest(class ~ ., data = data, model = rpart::rpart, estimator = "632plus", control = control,
                              predict = function(object, newdata) predict(object, newdata, type = "class"),
                              est.para = ipred::control.errorest(nboot = 200)))[["elapsed"]]
cat(seconds, answer$error, "")
cat(paste0("R ", R.version$major, ".", R.version$minor, ", ipred ", packageVersion("ipred"), ", rpart ", packageVersion("rpart")), "\n")
