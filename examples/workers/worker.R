# A worker for `unseen`: fits any R model, many times in one process.
#
#     unseen estimate DATA --learner 'command:worker="Rscript worker.R FILE.R"'
#
# FILE.R defines two functions:
#
#     train(x, y)          x: data frame, categories as factors, missing cells NA; y: factor or numbers. Gives a model.
#                          With `needs` it also gets `weights`, `groups` or `times`, one for each row, by name: train(x, y, weights).
#     predict_rows(m, x)   a factor (or texts), a vector of numbers, or a matrix of probabilities with the classes as column names.
#
# The seed of the fit is set before each train(). The protocol is described in docs/WORKER.md.

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) != 1) stop("usage: Rscript worker.R FILE.R")

# Standard output belongs to the protocol; what others print goes to standard error.
incoming <- file("stdin", "rb")
outgoing <- file("/dev/stdout", "wb")
sink(stderr())
source(arguments[1])

# A message is read from here on.
content <- raw(0)
at <- 0
take <- function(what, n, size) {
  values <- readBin(content[at + seq_len(n * size)], what, n, size = size, endian = "little")
  at <<- at + n * size
  values
}
whole <- function(n = 1) take("integer", n, 4)
long <- function() {
  halves <- whole(2)
  (halves[1] %% 2^32) + (halves[2] %% 2^32) * 2^32
}
text <- function() {
  n <- whole()
  value <- rawToChar(content[at + seq_len(n)])
  at <<- at + n
  Encoding(value) <- "UTF-8"
  value
}

send <- function(name, bytes = raw(0)) {
  length_of <- writeBin(as.integer(c(length(bytes), 0)), raw(), endian = "little")
  writeBin(c(charToRaw(name), request, length_of, bytes), outgoing)
  flush(outgoing)
}

read_data <- function() {
  rows <- long()
  n_features <- whole()
  n_classes <- whole()
  response <<- text()
  classes <<- vapply(seq_len(n_classes), function(i) text(), "")
  features <<- list()
  for (j in seq_len(n_features)) {
    name <- text()
    if (whole() == 0) {
      x <- take("double", rows, 8)
      x[is.nan(x)] <- NA
    } else {
      labels <- vapply(seq_len(whole()), function(i) text(), "")
      codes <- whole(rows)
      x <- factor(ifelse(codes < 0, NA, codes), seq_along(labels) - 1, labels)
    }
    features[[name]] <<- x
  }
  features <<- structure(features, class = "data.frame", row.names = seq_len(rows))
}

# The weights, groups and times of the n training rows behind a FIT message of version 2.
roles <- function(n) {
  parts <- if (at < length(content)) whole() else 0
  of <- list()
  if (bitwAnd(parts, 1)) of$weights <- take("double", n, 8)
  if (bitwAnd(parts, 2)) of$groups <- whole(n)
  if (bitwAnd(parts, 4)) of$times <- take("double", n, 8)
  of
}

answer <- function() {
  seed <- long()
  n_train <- long()
  n_predict <- long()
  rows <- whole(n_train) + 1
  counts <- whole(n_train)
  y <- if (length(classes)) factor(whole(n_train), seq_along(classes) - 1, classes) else take("double", n_train, 8)
  predicted <- whole(n_predict) + 1
  rows <- rep(rows, counts)
  of <- lapply(c(list(y = y), roles(n_train)), rep, counts)
  set.seed(seed %% 2^31)
  p <- predict_rows(do.call(train, c(list(features[rows, , drop = FALSE]), of)), features[predicted, , drop = FALSE])
  if (!length(classes)) return(c(writeBin(4L, raw(), endian = "little"), writeBin(as.double(p), raw(), endian = "little")))
  if (is.matrix(p)) {
    scores <- matrix(0, length(classes), nrow(p), dimnames = list(classes, NULL))
    scores[colnames(p), ] <- t(p)
    return(c(writeBin(2L, raw(), endian = "little"), writeBin(as.double(scores), raw(), endian = "little")))
  }
  codes <- match(as.character(p), classes) - 1L
  codes[is.na(codes)] <- -1L
  c(writeBin(1L, raw(), endian = "little"), writeBin(codes, raw(), endian = "little"))
}

repeat {
  head <- readBin(incoming, "raw", 16)
  if (length(head) < 16) break
  request <- head[5:8]
  length_of <- readBin(head[9:16], "integer", 2, endian = "little")
  n <- (length_of[1] %% 2^32) + length_of[2] * 2^32
  content <- readBin(incoming, "raw", n)
  if (length(content) < n) break
  at <- 0
  name <- rawToChar(head[1:4])
  if (name == "HELO") {
    send("HELO", writeBin(min(whole(), 2L), raw(), endian = "little"))
  } else if (name == "DATA") {
    read_data()
    send("OKAY")
  } else if (name == "FIT ") {
    reply <- tryCatch(list("PRED", answer()), error = function(e) list("FAIL", charToRaw(conditionMessage(e))))
    send(reply[[1]], reply[[2]])
  } else {
    stop("unknown message ", name)
  }
}
