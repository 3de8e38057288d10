## A typical program with std/unittest. prepare.sh compiles the modules that it imports.

import benchwright_driver
import benchwright_units; watchUnits()
import std/[strformat, strutils, unittest]

proc minutes(text: string): int =
  if text.len != 5: raise newException(ValueError, "no time: " & text)
  parseInt(text[0 .. 1]) * 60 + parseInt(text[3 .. 4])

proc clock(total: int): string = &"{total div 60:02}:{total mod 60:02}"

benchwright_driver.start()

suite "times":
  test "minutes":
    check minutes("09:30") == 570
    expect ValueError: discard minutes("9")
    doAssert minutes("00:00") == 0, "midnight"

  test "clock":
    check clock(570).strip == "09:30"

benchwright_driver.finish()
