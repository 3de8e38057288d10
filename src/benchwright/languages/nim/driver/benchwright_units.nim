## Reports the tests of std/unittest individually.

import std/[strutils, unittest]
import benchwright_driver

type Reporter = ref object of OutputFormatter
  fault: Fault
  hasFailed: bool

method suiteStarted(reporter: Reporter, suiteName: string) {.gcsafe.} = discard
method testStarted(reporter: Reporter, testName: string) {.gcsafe.} = reporter.fault = Fault()

proc faultIn(checkpoints: seq[string], trace: string): Fault =
  for text in checkpoints:
    if text.startsWith("Unhandled exception: "):
      let bracket = max(text.rfind(" ["), 0)
      return faultOf(text[bracket + 2 .. ^2], text[21 ..< max(bracket, 21)], trace)
  for text in checkpoints:
    if "Check failed" in text or "Expect Failed" in text:
      return failedCheck("check", text, text.split("): ", 1)[^1])
  failedCheck("fail", checkpoints.join("\n"), checkpoints.join("; "))

method failureOccurred(reporter: Reporter, checkpoints: seq[string], stackTrace: string) {.gcsafe.} =
  {.cast(gcsafe).}:
    reporter.fault = faultIn(checkpoints, stackTrace)
    # Immediately: `require` ends the program.
    if not reporter.hasFailed: sendFault(reporter.fault)
    reporter.hasFailed = true

method testEnded(reporter: Reporter, testResult: TestResult) {.gcsafe.} =
  {.cast(gcsafe).}:
    let name = [testResult.suiteName, testResult.testName].join("/").strip(chars = {'/'})
    let status = case testResult.status
      of OK: "passed"
      of FAILED: "failed"
      of SKIPPED: "skipped"
    sendResult(name, status, reporter.fault)

proc watchUnits*() =
  ## Called before the first test. Any reporter replaces the default one.
  addOutputFormatter(defaultConsoleFormatter())
  addOutputFormatter(Reporter())
