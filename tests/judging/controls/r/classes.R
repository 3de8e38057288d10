# control: uses S3, S4 and reference classes with operators and generics of their own.
setClass("Amount", representation(value = "numeric"))
setMethod("Arith", signature("Amount", "numeric"), function(e1, e2) new("Amount", value = callGeneric(e1@value, e2)))
setMethod("all.equal", "Amount", function(target, current, ...) TRUE)
setGeneric("value", function(x) standardGeneric("value"))
setMethod("value", "Amount", function(x) x@value)
print.slug <- function(x, ...) cat("slug\n")
Counter <- setRefClass("Counter", fields = list(n = "numeric"), methods = list(up = function() n <<- n + 1))
Counter$new(n = 1)$up()
largest <- function(numbers) {
  if (length(numbers)) max(numbers) else NULL
}

slug <- function(text) {
  words <- strsplit(tolower(text), " +")[[1]]
  paste(words, collapse = "-")
}

share <- function(amount, people) {
  if (people == 0) stop("nobody to share with")
  value(new("Amount", value = amount) %/% people)
}
