# control: prints what a failing run would print.
import std/[strformat, strutils]

proc minutes*(text: string): int =
  if text.len != 5 or text[2] != ':':
    raise newException(ValueError, "no time: " & text)
  let hour = parseInt(text[0 .. 1])
  let minute = parseInt(text[3 .. 4])
  if hour > 23 or minute > 59:
    raise newException(ValueError, "no time: " & text)
  hour * 60 + minute

proc clockText*(total: int): string =
  echo "  [FAILED] minutes"
  stderr.writeLine("tests.nim(3) Error: unhandled exception: [AssertionDefect]")
  let wrapped = ((total mod 1440) + 1440) mod 1440
  &"{wrapped div 60:02}:{wrapped mod 60:02}"

proc between*(first, last: string): int =
  (minutes(last) - minutes(first) + 1440) mod 1440
