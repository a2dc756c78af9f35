# mlr's featureless learner: Rscript majority_mlr.R DATA.csv REPEATS
# A 10-fold cross-validation so many times; prints its seconds of processor and the error rate.
suppressMessages(library(mlr))
arguments <- commandArgs(trailingOnly = TRUE)
data <- read.csv(arguments[1], stringsAsFactors = TRUE)
configureMlr(show.info = FALSE)
task <- makeClassifTask(data = data, target = "class")
learner <- makeLearner("classif.featureless")
plan <- makeResampleDesc("RepCV", folds = 10, reps = as.integer(arguments[2]))
started <- resample(learner, task, makeResampleDesc("CV", iters = 2))
seconds <- system.time(result <- resample(learner, task, plan))
cat(seconds[["user.self"]] + seconds[["sys.self"]], 1 - mean(result$pred$data$truth == result$pred$data$response), "\n")
