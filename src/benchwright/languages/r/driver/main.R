# Runs the tests against the solution in the global environment and proves that they ran to completion.
#
# The protocol is described in benchwright/languages/join.py. The environment of this text sees only base R, whatever
# the solution defines; the canary detects what a solution could find by searching this process.
local(envir = new.env(parent = baseenv()), {
  # Compiling this text would take longer than running it. The package with the public function is slow to load, too.
  compiling <- .Internal(enableJIT(0L))

  given <- file("/dev/fd/3", "r", raw = TRUE)
  nonce <- readLines(given, warn = FALSE)
  close(given)

  process <- Sys.getpid()
  stage <- "solution.R"
  current <- NULL # position of the expression that the top level evaluates
  top <- 0 # the calls up to here are the driver's
  units <- character() # name of a test → passed or failed
  fault <- NULL
  reporter <- NULL
  most_units <- 200
  framework <- "BENCHWRIGHT_FRAMEWORK"

  # What checks consist of. The solution may redefine these names, but not for the tests.
  guarded <- c(
    "stopifnot", "stop", "identical", "all.equal", "isTRUE", "isFALSE", "==", "!=", "!", "&&", "||", "(", "{", "if",
    "tryCatch", "try"
  )
  originals <- mget(guarded, baseenv())
  if (framework == "testthat") {
    library(testthat)
    theirs <- grep("^expect_|^test_that$|^describe$|^it$|^fail$", getNamespaceExports("testthat"), value = TRUE)
    originals <- c(originals, mget(theirs, asNamespace("testthat")))
  }
  if (framework %in% c("RUnit", "tinytest") && !requireNamespace(framework, quietly = TRUE)) framework <- "" # as tests say

  say <- function(...) {
    if (Sys.getpid() != process) return() # a forked copy of the tests must not report
    fields <- gsub("[[:space:]]+", " ", iconv(c(...), "UTF-8", "UTF-8", sub = "?"))
    pipe <- file("/dev/fd/4", "w", raw = TRUE)
    cat(c(nonce, substr(fields, 1, 200)), file = pipe, sep = "\t")
    cat("\n", file = pipe)
    close(pipe)
  }

  say_units <- function() {
    for (name in names(units)[seq_len(min(most_units, length(units)))]) say("unit", name, units[[name]], "", "")
  }

  leave <- function(status) quit(save = "no", status = status, runLast = FALSE)

  finish <- function() {
    if (framework == "testthat") take_results()
    if (framework == "RUnit") run_runit()
    if (framework == "tinytest") take_expectations()
    if (!is.null(fault)) do.call(fail, fault)
    say_units()
    say("end", max(length(units), size_of_tests > 0), 0, sum(units == "skipped"))
    leave(0)
  }

  start_testthat <- function() {
    reporter <<- testthat::ListReporter$new()
    testthat::set_reporter(reporter)
    reporter$start_reporter()
    reporter$start_file("tests.R")
  }

  # Collects testthat's results; if several tests have the same name, a failure counts.
  take_results <- function() {
    for (result in reporter$get_results()) {
      types <- vapply(result$results, function(each) class(each)[[1]], "")
      bad <- types %in% c("expectation_failure", "expectation_error")
      status <- if (any(bad)) "failed" else if (all(types == "expectation_skip")) "skipped" else "passed"
      if (!isTRUE(units[result$test] == "failed")) units[[result$test]] <<- status
      if (any(bad) && is.null(fault)) {
        fault <<- list("assertion", "testthat", "", conditionMessage(result$results[[which(bad)[[1]]]]))
      }
    }
  }

  # The tests of RUnit, at the latest when the text itself starts them.
  run_runit <- function(...) {
    if (is.null(place)) return(invisible())
    functions <- sort(grep("^test", Filter(function(name) is.function(get0(name, place)), functions_of_tests), value = TRUE))
    either <- function(name) get0(name, place, mode = "function", ifnotfound = function() NULL)
    logger <- RUnit:::.newTestLogger(FALSE)
    assign(".testLogger", logger, RUnit:::RUnitEnv)
    assign(".gcBeforeTest", FALSE, RUnit:::RUnitEnv)
    logger$setVerbosity(0)
    logger$setCurrentTestSuite(RUnit::defineTestSuite("tests", "."))
    logger$setCurrentSourceFile("tests.R")
    before <- fault
    for (name in functions) {
      outer <- fault
      run <- local({
        test <- get(name, place)
        function() watched(test())
      })
      environment_of_test <- list2env(structure(list(run), names = name), parent = place)
      RUnit:::.executeTestCase(name, environment_of_test, either(".setUp"), either(".tearDown"))
      found <- logger$getTestData()[["tests"]]$sourceFileResults[["tests.R"]]
      kind <- found[[name]]$kind
      units[[name]] <<- switch(kind, success = "passed", deactivated = "skipped", "failed")
      if (kind == "deactivated") fault <<- outer
      if (units[[name]] == "failed" && is.null(fault)) fault <<- list("error", "RUnit", "", found[[name]]$msg)
    }
    place <<- NULL
    invisible()
  }

  # What tinytest noted: each expectation is a test.
  take_expectations <- function() {
    found <- output$gimme()
    for (i in seq_along(found)) {
      each <- found[[i]]
      holds <- isTRUE(as.logical(each))
      called <- callee(attr(each, "call"))
      name <- paste(if (startsWith(called, "expect_")) called else "expectation", i)
      units[[name]] <<- if (is.na(each)) "skipped" else if (holds) "passed" else "failed"
      if (units[[name]] == "failed" && is.null(fault)) {
        place <- paste0("tests.R:", attr(each, "fst"))
        fault <<- list("assertion", "tinytest", place, paste(Filter(Negate(is.na), c(attr(each, "diff"), attr(each, "info"))), collapse = " "))
      }
    }
  }

  fail <- function(kind, name, place, message) {
    if (stage == "tests.R" && (unit <- unit_of(current_expression)) != "") units[[unit]] <<- "failed"
    say_units()
    say("fail", kind, name, place, message)
    leave(1)
  }

  file_of <- function(reference) {
    name <- if (!is.null(reference)) attr(reference, "srcfile")$filename
    if (length(name) == 1 && name %in% c("solution.R", "tests.R")) name else ""
  }

  place_of <- function(reference) {
    file <- file_of(reference)
    if (file == "") "" else paste0(file, ":", reference[[1]])
  }

  # Where an error happened, and whether the tests' own text raised it. The function of either text that was called last
  # is responsible; the calls inside it, which are base R's, may show the line.
  note <- function(error, calls, parents) {
    place <- ""
    file <- stage
    whole <- current
    for (i in rev(seq_along(calls))) {
      if (i <= top) break
      if ((found <- file_of(attr(sys.function(i), "srcref"))) != "") {
        file <- found
        whole <- attr(sys.function(i), "srcref")
        break
      }
      if (place == "") place <- place_of(attr(calls[[i]], "srcref"))
    }
    if (!startsWith(place, file)) place <- place_of(whole)
    check <- if (inherits(error, "expectation")) "testthat" else raiser(calls, parents)
    if (check == "" && file == "tests.R" && misuses_all_equal(conditionCall(error))) check <- "all.equal"
    name <- if (check == "") class(error)[[1]] else check
    if (is.null(fault)) fault <<- list(if (check == "") "error" else "assertion", name, place, conditionMessage(error))
  }

  # The tests' own `stop` or `stopifnot`, if it was called last, ignoring error handlers.
  raiser <- function(calls, parents) {
    is_any <- function(i, ...) i > top && any(vapply(list(...), identical, NA, sys.function(i)))
    last <- length(calls) - 1
    if (is_any(last, .handleSimpleError)) last <- last - 1
    if (!is_any(last, originals$stop)) return("")
    checks <- is_any(parents[[last]], check, originals$stopifnot)
    if (framework == "RUnit" && parents[[last]] > top && is_of_runit(sys.function(parents[[last]]))) return("RUnit")
    if (checks) last <- parents[[last]]
    if (!is_of_tests(calls[[last]], parents[[last]])) "" else if (checks) "stopifnot" else "stop"
  }

  is_of_runit <- function(called) identical(environment(called), asNamespace("RUnit"))

  # Whether a call is in the tests' text. Only calls inside braces know their position.
  is_of_tests <- function(call, frame) {
    if (!is.null(reference <- attr(call, "srcref"))) return(file_of(reference) == "tests.R")
    if (frame <= top) stage == "tests.R" else file_of(attr(sys.function(frame), "srcref")) == "tests.R"
  }

  # The name of the function that an expression calls.
  callee <- function(x) {
    called <- if (is.call(x)) x[[1]]
    if (is.call(called) && identical(called[[1]], quote(`::`))) called <- called[[3]]
    if (is.name(called)) as.character(called) else ""
  }

  # `if (!all.equal(a, b))`: a difference is reported as text, which is not a condition.
  misuses_all_equal <- function(call) {
    callee(call) %in% c("!", "if", "&&", "||") && "all.equal" %in% all.names(call)
  }

  # Replaces `stopifnot` in the tests' text: `NULL == 4` is empty, and all of its elements are true.
  check <- function(...) {
    asked <- match.call(expand.dots = FALSE)$...
    if (any(names(asked) %in% c("exprs", "exprObject"))) {
      call <- sys.call()
      call[[1]] <- originals$stopifnot
      return(eval(call, parent.frame()))
    }
    for (i in seq_len(...length())) {
      value <- ...elt(i)
      holds <- is.logical(value) && !anyNA(value) && all(value)
      if (!holds || length(value) == 0 && compares_value(asked[[i]])) {
        name <- names(asked)[i]
        stop(if (length(name) && nzchar(name)) name else complaint(asked[[i]], value), call. = FALSE)
      }
    }
    invisible()
  }

  complaint <- function(call, value) {
    text <- deparse(call, width.cutoff = 100)[[1]]
    if (is.character(value)) paste(text, "says:", value[[1]])
    else paste(text, switch(as.character(length(value)), "0" = "is nothing", "1" = "is not TRUE", "are not all TRUE"))
  }

  # Whether one side of a comparison is certain to be a value that is not empty.
  compares_value <- function(call) {
    is_value <- function(x) length(x) > 0 && !is.language(x) || callee(x) %in% c("c", "-") && length(x) > 1
    callee(call) %in% c("==", "!=", "<", ">", "<=", ">=") && any(vapply(as.list(call)[-1], is_value, NA))
  }

  # Replaces `quit` in the tests' text: status 0 means that they are complete.
  own_quit <- function(save = "default", status = 0, runLast = TRUE) {
    if (identical(as.integer(status), 0L)) finish()
    place <- place_of(attr(sys.call(), "srcref"))
    fail("exit", "quit", if (place == "") place_of(current) else place, paste("status", status))
  }

  # Redirects the tests' calls that the driver must see, whatever these names refer to at that time.
  rewrite <- function(x) {
    if (!is.call(x)) return(x)
    name <- callee(x)
    if (name == "stopifnot") x <- without_all(x)
    # tinytest notes only what is called without its name.
    if (framework == "tinytest" && startsWith(name, "expect_")) x[[1]] <- as.name(name)
    if (framework == "testthat" && name %in% c("test_that", "it") && length(x) == 3) {
      x[[3]] <- call("{", as.call(list(watched, x[[3]])))
    }
    for (i in seq_along(x)) if (is.call(x[[i]])) x[[i]] <- rewrite(x[[i]])
    if (name %in% names(own)) x[[1]] <- own[[name]]
    x
  }

  # `stopifnot(all(a == b))` checks the same as `stopifnot(a == b)`, which the driver can inspect.
  without_all <- function(call) {
    for (i in seq_along(call)[-1]) {
      asked <- call[[i]]
      if (callee(asked) == "all" && length(asked) == 2 && compares_value(asked[[2]])) call[[i]] <- asked[[2]]
    }
    call
  }

  # The tests' own function that a top-level expression calls.
  unit_of <- function(expression) if (callee(expression) %in% functions_of_tests) callee(expression) else ""

  read <- function(name) {
    lines <- readLines(name, warn = FALSE, encoding = "UTF-8")
    tryCatch(
      parse(text = lines, srcfile = srcfilecopy(name, lines), keep.source = TRUE),
      error = function(error) {
        stage <<- name
        line <- regmatches(conditionMessage(error), regexec("^[^:]*:([0-9]+):", conditionMessage(error)))[[1]]
        place <- if (length(line)) paste0(name, ":", line[[2]]) else ""
        writeLines(conditionMessage(error), stderr())
        fail("syntax", "parse", place, conditionMessage(error))
      }
    )
  }

  defined_functions <- function(expressions) {
    is_definition <- function(x) {
      callee(x) %in% c("<-", "=") && is.name(x[[2]]) && callee(x[[3]]) == "function"
    }
    vapply(Filter(is_definition, as.list(expressions)), function(x) as.character(x[[2]]), "")
  }

  # Code that runs only in a program's main script: the solution's must not run, the tests' must.
  is_entry <- function(expression) {
    callee(expression) == "if" && identical(expression[[2]], quote(!interactive()))
  }

  as_program <- function(expression) {
    if (callee(expression) == "if") {
      outermost <- list(sys.nframe = function() 0L, sys.call = function() NULL)
      expression[[2]] <- do.call(substitute, list(expression[[2]], outermost))
    }
    expression
  }

  # Where the tests run: in the global environment, or in a child of it that has what the solution hides.
  place_for_tests <- function() {
    is_hidden <- function(name) {
      found <- get0(name, globalenv(), mode = "function")
      !identical(found, originals[[name]]) && !inherits(found, "standardGeneric")
    }
    hidden <- Filter(is_hidden, names(originals))
    if (length(hidden)) list2env(originals[hidden], parent = globalenv()) else globalenv()
  }

  run <- function(expressions, where) {
    references <- attr(expressions, "srcref")
    top <<- sys.nframe() + 2 # for `eval`
    for (i in seq_along(expressions)) {
      current <<- references[[i]]
      current_expression <<- expressions[[i]]
      if (stage == "solution.R" && is_entry(current_expression)) next
      if (stage == "tests.R" && !is.null(output)) {
        output$fst <- current[[1]]
        output$lst <- current[[3]]
        output$call <- current_expression
      }
      eval(current_expression, where)
      if (stage == "tests.R" && (unit <- unit_of(current_expression)) != "") units[[unit]] <<- "passed"
    }
  }

  watched <- function(code) {
    withCallingHandlers(code, error = function(error) {
      calls <- sys.calls()
      parents <- sys.parents()
      note(error, calls, parents)
    })
  }

  run_part <- function(expressions, where) {
    tryCatch(watched(run(expressions, where)), error = function(error) {
      if (is.null(fault)) fault <<- list("error", class(error)[[1]], place_of(current), conditionMessage(error))
      writeLines(paste("Error:", fault[[4]], fault[[3]]), stderr())
      do.call(fail, fault)
    })
  }

  current_expression <- NULL
  place <- NULL # where the tests run
  output <- NULL # of tinytest
  functions_of_tests <- character()
  solution <- read("solution.R")
  tests <- read("tests.R")
  unlink("tests.R")
  size_of_tests <- length(tests)
  functions_of_tests <- defined_functions(tests)
  own <- list(stopifnot = check, quit = own_quit, q = own_quit)
  if (framework == "RUnit") {
    nothing <- function(...) invisible()
    no_errors <- function(...) list(nErr = 0, nDeactivated = 0, nFail = 0, nTestFunc = length(units))
    own <- c(own, list(
      runTestSuite = run_runit, runTestFile = run_runit, printTextProtocol = nothing, printHTMLProtocol = nothing,
      printJUnitProtocol = nothing, defineTestSuite = nothing, getErrors = no_errors
    ))
  }
  own <- own[setdiff(names(own), functions_of_tests)]
  for (i in seq_along(tests)) if (is.call(tests[[i]])) tests[[i]] <- as_program(rewrite(tests[[i]]))

  options(warn = 1)
  .Internal(enableJIT(compiling))
  run_part(solution, globalenv())
  stage <- "tests.R"
  fault <- NULL
  if (framework == "testthat") start_testthat()
  .Internal(enableJIT(2L)) # compiled top-level loops do not know their lines
  place <- place_for_tests()
  if (framework == "tinytest") {
    output <- tinytest:::output()
    place <- new.env(parent = place)
    tinytest:::add_locally_masked_functions(place, output)
  }
  run_part(tests, place)
  finish()
})
