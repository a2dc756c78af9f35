# A tree of rpart in batch form: trains and predicts in one run.
#
#     unseen estimate DATA --learner 'command:fit="Rscript fit.R {train} {test} {predictions}"'
library(rpart)

files <- commandArgs(trailingOnly = TRUE)
train <- read.csv(files[1], stringsAsFactors = TRUE, check.names = FALSE)
test <- read.csv(files[2], check.names = FALSE)
names(train)[ncol(train)] <- "response"
names(test)[ncol(test)] <- "response"
# Categories need the levels of the training rows: others are missing.
for (name in names(train)) if (is.factor(train[[name]])) test[[name]] <- factor(test[[name]], levels(train[[name]]))

model <- rpart(response ~ ., train)
if (is.factor(train$response)) {
  scores <- predict(model, test)
  write.csv(data.frame(label = colnames(scores)[max.col(scores, "first")], scores, check.names = FALSE), files[3], row.names = FALSE)
} else {
  writeLines(format(predict(model, test), digits = 17), files[3])
}
