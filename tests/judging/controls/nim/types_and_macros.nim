# control: is made of types, generics, iterators and macros.
import std/[strformat, strutils]

import std/macros
type Pair*[T] = object
  first*, second*: T
func twice[T](pair: Pair[T]): Pair[T] = Pair[T](first: pair.first * 2, second: pair.second * 2)
iterator countdownTo(last: int): int =
  for number in countdown(3, last): yield number
macro nothing(body: untyped): untyped = newEmptyNode()
nothing: quit(7)

proc minutes*(text: string): int =
  if text.len != 5 or text[2] != ':':
    raise newException(ValueError, "no time: " & text)
  let hour = parseInt(text[0 .. 1])
  let minute = parseInt(text[3 .. 4])
  if hour > 23 or minute > 59:
    raise newException(ValueError, "no time: " & text)
  hour * 60 + minute

proc clockText*(total: int): string =
  doAssert twice(Pair[int](first: 1, second: 2)).second == 4
  for number in countdownTo(1): doAssert number > 0
  let wrapped = ((total mod 1440) + 1440) mod 1440
  &"{wrapped div 60:02}:{wrapped mod 60:02}"

proc between*(first, last: string): int =
  (minutes(last) - minutes(first) + 1440) mod 1440
