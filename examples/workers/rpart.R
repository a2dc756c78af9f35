# A tree of rpart for worker.R.
library(rpart)

train <- function(x, y) rpart(y ~ ., cbind(x, y = y))
predict_rows <- function(m, x) predict(m, x)
