# Rscript tests/oracles/auc_proc.R SHARED/data/predictions > tests/oracles/auc_proc.txt: AUC, DeLong's variance and interval by pROC.
suppressMessages(library(pROC))
folder <- commandArgs(trailingOnly = TRUE)[1]
cat("# AUC with DeLong's variance and 95 % interval by pROC", as.character(packageVersion("pROC")), "- columns:\n")
cat("# file truth positive score auc variance lower upper\n")
show <- function(file, truth, positive, score) {
  data <- read.csv(file.path(folder, file))
  r <- roc(as.integer(data[[truth]] == positive), data[[score]], levels = c(0, 1), direction = "<")
  interval <- ci.auc(r, method = "delong")
  cat(file, truth, positive, score, sprintf("%.17g", c(auc(r), var(r, method = "delong"), interval[1], interval[3])), "\n")
}
for (score in c("s100b", "ndka", "wfns", "age")) show("asah.csv", "outcome", "Poor", score)
show("two-class-example.csv", "truth", "Class1", "Class1")
show("two-class-example.csv", "truth", "Class2", "Class2")
