# hack: ends with an unfinished function that would swallow the tests.
# verdict: compile_error
function minutes(text) { return -1 }
function clock_text(total) { return "?" }
function between(from, to) { return -1 }
function rest() {
