## Observes the tests of a joined program; proof.c writes to the proof pipe. The protocol is described in
## benchwright/languages/join.py.

import std/[exitprocs, strutils]

proc sendFail(kind, name, place, message: cstring): clong {.importc: "benchwright_fail".}
proc sendUnit(name, status, place, message: cstring): clong {.importc: "benchwright_unit".}
proc sendEnd(executed, failed, skipped: cint): clong {.importc: "benchwright_end_of".}

type Fault* = object
  kind, name, place*, message*: string

var executed, failed, skipped: int

proc placeIn(line: string): string =
  ## `file:line` for a text such as `/workspace/tests.nim(3, 12) test`; empty if it names neither of the two files.
  for name in ["tests.nim", "solution.nim"]:
    let at = line.find(name & "(")
    if at >= 0:
      var last = at + name.len + 1
      while last < line.len and line[last].isDigit: inc last
      return name & ":" & line[at + name.len + 1 ..< last]

proc faultOf*(name, message, trace: string): Fault =
  ## The innermost frame, ignoring the library's assertions, shows whose error it is.
  var frames: seq[string]
  for line in trace.splitLines:
    if ".nim(" in line: frames.add line
  let asserted = name == "AssertionDefect"
  while frames.len > 0 and asserted and placeIn(frames[^1]) == "": discard frames.pop
  result = Fault(kind: "error", name: name, message: message)
  # The frame of a module shows where an assertion's template is defined, not where it is used.
  if (if frames.len > 0: placeIn(frames[^1]).startsWith("tests.") else: asserted): result.kind = "assertion"
  while frames.len > 0 and result.place == "": result.place = placeIn(frames.pop)

proc failedCheck*(name, place, message: string): Fault =
  Fault(kind: "assertion", name: name, place: placeIn(place), message: message)

proc sendFault*(fault: Fault) =
  discard sendFail(fault.kind.cstring, fault.name.cstring, fault.place.cstring, fault.message.cstring)

proc sendResult*(name, status: string, fault: Fault) =
  ## One test has finished.
  inc executed
  if status == "failed": inc failed
  if status == "skipped": inc skipped
  discard sendUnit(name.cstring, status.cstring, fault.place.cstring, fault.message.cstring)

proc unhandled(text: string) =
  ## The runtime passes the trace and the message in one text.
  const mark = "Error: unhandled exception: "
  let at = max(text.find(mark), 0)
  var message = text[at .. ^1]
  message.removePrefix(mark)
  message = message.strip
  let bracket = message.rfind(" [")
  let name = if bracket >= 0: message[bracket + 2 .. ^2] else: ""
  if bracket >= 0: message = message[0 ..< bracket]
  sendFault(faultOf(name, message, text[0 ..< at]))
  stderr.write(text)

proc start*() =
  ## The solution may have installed its own.
  onUnhandledException = unhandled

proc finish*() =
  ## The tests ran to completion.
  if getProgramResult() != 0 and failed == 0:
    sendFault(Fault(kind: "exit", name: "programResult", message: "the tests set another status than 0"))
  discard sendEnd(cint(max(executed, 1)), cint(failed), cint(skipped))

proc quitOfTests*(status: int, line: int) {.noreturn.} =
  ## The tests exit the program: status 0 means that they are complete.
  if status == 0: finish()
  else: sendFault(Fault(kind: "exit", name: "quit", place: "tests.nim:" & $line))
  quit(status)

proc quitOfTests*(message: string, line: int, status = QuitFailure) {.noreturn.} =
  stderr.writeLine(message)
  quitOfTests(status, line)
