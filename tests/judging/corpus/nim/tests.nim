import std/unittest
import strutils

proc check_text(got, want: string) =
  if got != want:
    raise newException(AssertionDefect, "got " & got & ", want " & want)

suite "times":
  test "minutes":
    check minutes("09:30") == 570
    expect ValueError: discard minutes("24:61")
    doAssert minutes("00:00") == 0, "midnight"

  test "clock text":
    check_text(clockText(570), "09:30")
    check_text(clockText(-60).strip, "23:00")

if between("22:30", "06:00") != 450:
  quit("between", 2)
