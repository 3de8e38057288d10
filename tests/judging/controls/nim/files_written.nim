# control: writes and reads files, also in the work folder, and starts another program.
import std/[os, strformat, strutils]

proc minutes*(text: string): int =
  if text.len != 5 or text[2] != ':':
    raise newException(ValueError, "no time: " & text)
  let hour = parseInt(text[0 .. 1])
  let minute = parseInt(text[3 .. 4])
  if hour > 23 or minute > 59:
    raise newException(ValueError, "no time: " & text)
  hour * 60 + minute

proc clockText*(total: int): string =
  writeFile("/workspace/own.txt", "tests failed")
  doAssert readFile("own.txt") == "tests failed"
  removeFile("own.txt")
  doAssert execShellCmd("exit 0") == 0
  let wrapped = ((total mod 1440) + 1440) mod 1440
  &"{wrapped div 60:02}:{wrapped mod 60:02}"

proc between*(first, last: string): int =
  (minutes(last) - minutes(first) + 1440) mod 1440
