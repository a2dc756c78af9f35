# Predictions of rpart's trees, for tests/learn/tree_oracle_test.cpp.
#
#   Rscript tests/oracles/tree_rpart.R DATA_FOLDER tests/oracles/tree_rpart
#
# writes one table a data set, NAME.csv: the cells as rpart saw them, the target last as `y`, then for each setting the prediction of each
# row: m<minbucket>c<cp>r by the tree of all rows, m<minbucket>c<cp>f by 5-fold cross-validation, fold = (row - 1) %% 5, row from 1.
# Big sets are thinned: every k-th row. At most 16 features (the first ones), classes as letters in alphabetical order, predicted numbers
# to 8 digits: to keep the tables small.
#
# What rpart does otherwise, and why it does not matter here:
#  - It stops growing where a split cannot pay for cp, instead of pruning afterwards; the tree that remains is the same.
#  - Ties between splits: it keeps the first feature, as we do, but compares rounded numbers, and within a feature it may keep another of
#    several cuts. A cell is written as NA if it is not settled by the data alone: the script makes the trees again with the features in
#    reversed order, rotated by half, negated, and negated in reversed order, and (numbers) with rescaled responses; where a prediction
#    differs, there was a tie. The first line of a table tells how many cells are NA; the test demands that few are.
#  - Cuts are midpoints of neighbouring values at the node, as ours. Surrogates are off, and the cells are complete.
suppressMessages({library(rpart); library(foreign)})
args <- commandArgs(trailingOnly = TRUE)
folder <- args[1]
out <- args[2]
dir.create(out, showWarnings = FALSE)

sets <- list(
  list("iris", "classification/iris.csv", "class", 1),
  list("wine", "classification/wine.csv", "class", 1),
  list("wdbc", "classification/wdbc.csv", "class", 3),
  list("glass", "classification/glass.arff", "Type", 1),
  list("sonar", "classification/sonar.csv", "class", 1),
  list("ionosphere", "classification/ionosphere.arff", "class", 2),
  list("banknote", "classification/banknote.csv", "class", 4),
  list("boston", "regression/boston.csv", "medv", 3),
  list("cpu", "regression/cpu.arff", NA, 1),
  list("concrete", "regression/concrete.csv", "compressive_strength", 5),
  list("airfoil", "regression/airfoil.csv", "scaled_sound_pressure_level", 8))
settings <- list(c(2, 0.01), c(5, 0.01), c(7, 0.04))

fit <- function(data, classes, m, cp) {
  control <- rpart.control(minsplit = 2 * m, minbucket = m, cp = cp, xval = 0, maxsurrogate = 0, maxcompete = 0, maxdepth = 30)
  if (classes) rpart(y ~ ., data, method = "class", parms = list(split = "gini"), control = control)
  else rpart(y ~ ., data, method = "anova", control = control)
}
predicted <- function(model, data, classes) {
  if (classes) as.character(predict(model, data, type = "class")) else unname(predict(model, data))
}
# Predictions settled by the data: NA where another order or direction of the features gives another one.
settled <- function(train, test, classes, m, cp) {
  p <- ncol(train) - 1
  negated <- function(d) { d[seq_len(p)] <- -d[seq_len(p)]; d }
  rotated <- function(d) d[c(seq_len(p)[-seq_len(p %/% 2)], seq_len(p %/% 2), p + 1)]
  backwards <- function(d) d[c(rev(seq_len(p)), p + 1)]
  answer <- predicted(fit(train, classes, m, cp), test, classes)
  for (other in list(backwards, negated, function(d) backwards(negated(d)), rotated)) {
    again <- predicted(fit(other(train), classes, m, cp), other(test), classes)
    same <- if (classes) again == answer else abs(again - answer) < 1e-9 * (1 + abs(answer))
    answer[!same] <- NA
  }
  # Sums of real responses carry rounding, which settles ties by chance: other responses, other chances.
  if (!classes) for (factor in c(0.7, 1 / 3, 1.1)) {
    scaled <- train
    scaled$y <- factor * (train$y - mean(train$y))
    for (order in list(identity, backwards)) {
      again <- predicted(fit(order(scaled), classes, m, cp), order(test), classes) / factor + mean(train$y)
      answer[abs(again - answer) > 1e-9 * (1 + abs(answer))] <- NA
    }
  }
  answer
}
plain <- function(x, digits) if (is.numeric(x)) formatC(x, digits = digits, format = "fg", width = 1) else as.character(x)

for (set in sets) {
  path <- file.path(folder, set[[2]])
  data <- if (grepl("arff$", path)) read.arff(path) else read.csv(path)
  target <- if (is.na(set[[3]])) names(data)[ncol(data)] else set[[3]]
  stopifnot(target %in% names(data))
  y <- data[[target]]
  data <- data[names(data) != target]
  data <- data[sapply(data, is.numeric)]
  data <- data[seq_len(min(16, ncol(data)))]
  names(data) <- paste0("x", seq_along(data))
  classes <- grepl("^classification", set[[2]])
  data$y <- if (classes) factor(letters[as.integer(factor(as.character(y)))]) else as.numeric(y)
  data <- data[seq(1, nrow(data), by = set[[4]]), ]
  fold <- (seq_len(nrow(data)) - 1) %% 5
  table <- data
  columns <- c()
  for (s in settings) {
    name <- sprintf("m%gc%g", s[1], s[2])
    table[[paste0(name, "r")]] <- settled(data, data, classes, s[1], s[2])
    cv <- rep(NA, nrow(data))
    for (f in 0:4) cv[fold == f] <- settled(data[fold != f, ], data[fold == f, ], classes, s[1], s[2])
    table[[paste0(name, "f")]] <- cv
    columns <- c(columns, paste0(name, "r"), paste0(name, "f"))
  }
  file <- file.path(out, paste0(set[[1]], ".csv"))
  missing <- sum(is.na(table[columns]))
  writeLines(sprintf("# tests/oracles/tree_rpart.R; %s, rpart %s; %s, every row of %d; %d of %d predictions NA (ties)",
                     R.version.string, packageVersion("rpart"), set[[2]], set[[4]], missing, nrow(table) * length(columns)), file)
  for (j in seq_along(table)) table[[j]] <- ifelse(is.na(table[[j]]), "NA", plain(table[[j]], if (j <= ncol(data)) 15 else 8))
  suppressWarnings(write.table(table, file, append = TRUE, sep = ",", row.names = FALSE, quote = FALSE))
  cat(readLines(file, 1), "\n")
}
