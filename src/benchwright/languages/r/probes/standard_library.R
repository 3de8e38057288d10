library(methods)
library(parallel)
library(stats4)
library(tools)

setClass("Point", representation(x = "numeric"))
setMethod("+", signature("Point", "Point"), function(e1, e2) new("Point", x = e1@x + e2@x))
Counter <- setRefClass("Counter", fields = list(n = "numeric"), methods = list(up = function() n <<- n + 1))
counter <- Counter$new(n = 1)
counter$up()
fit <- lm(dist ~ speed, data = cars)
set.seed(1)
stopifnot(
  (new("Point", x = 1) + new("Point", x = 2))@x == 3,
  counter$n == 2,
  length(coef(fit)) == 2,
  identical(sort(sample(5)), 1:5),
  identical(regmatches("a1b22", gregexpr("[0-9]+", "a1b22"))[[1]], c("1", "22")),
  identical(unlist(mclapply(1:3, function(i) i^2, mc.cores = 2)), c(1, 4, 9)),
  nchar("zwölf") == 5,
  solve(matrix(c(2, 0, 0, 2), 2))[1, 1] == 0.5,
  file.create(file.path(tempdir(), "a")),
  format(as.Date("2024-02-29") + 1) == "2024-03-01"
)
cat("complete\n")
