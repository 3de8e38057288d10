## The language's library, exceptions and macros included.
import std/[algorithm, json, math, options, os, re, sequtils, sets, strformat, strutils, sugar, tables, times]

doAssert toSeq(1 .. 4).mapIt(it * it).filterIt(it mod 2 == 0) == @[4, 16]
doAssert [3, 1, 2].sorted == @[1, 2, 3]
doAssert {"a": 2}.toTable["a"] == 2
doAssert parseJson("""{"x": 3}""")["x"].getInt == 3
doAssert &"{3.14159:.2f}" == "3.14"
doAssert some(3).map(n => n + 1) == some(4)
doAssert sqrt(16.0) == 4.0
doAssert initDuration(minutes = 2).inSeconds == 120
writeFile("/tmp/probe.txt", "text")
doAssert readFile("/tmp/probe.txt") == "text" and fileExists("/tmp/probe.txt")
doAssertRaises(ValueError): discard parseInt("text")
echo "complete"
