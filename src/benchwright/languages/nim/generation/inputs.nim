import std/[strformat, strutils]

proc show(numbers: seq[int]): string =
  "[" & numbers.join(", ") & "]"

proc testInputs() =
  for (numbers, limit) in [(@[3, 4, 5], 6), (@[10, -4, 2], 5), (@[5, 5, 5], 5)]:
    echo &"{show(numbers)} {limit} -> {show(runningTotals(numbers, limit))}"

testInputs()
