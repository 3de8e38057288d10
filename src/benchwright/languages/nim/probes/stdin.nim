import std/[math, os, sequtils, strutils, unicode]

echo strutils.splitWhitespace(stdin.readLine).map(parseInt).sum
echo unicode.toUpper(stdin.readLine)
for argument in commandLineParams(): echo argument
