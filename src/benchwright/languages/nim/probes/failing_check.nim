import std/unittest

test "sum":
  check 1 + 1 == 3
