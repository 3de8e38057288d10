// Reads the nonce, answers on the proof pipe and implements the checks in the tests' text. The protocol is described in
// benchwright/languages/join.py. Foundation is imported only so that its modules are in the prepared cache.
import Foundation
import Glibc

nonisolated(unsafe) private var nonce = ""
nonisolated(unsafe) private var pipeEnd: Int32 = -1
nonisolated(unsafe) private var ownProcess: pid_t = 0
nonisolated(unsafe) private var units = 0
nonisolated(unsafe) private var thrown: (error: String, line: UInt)?

/// The program's first statement: Swift runs nothing of a solution before it.
public func benchwright_begin() {
    var text = [UInt8](repeating: 0, count: 64)
    let size = max(0, read(3, &text, 64))
    nonce = String(decoding: text[..<size], as: UTF8.self)
    close(3)
    pipeEnd = fcntl(4, F_DUPFD_CLOEXEC, 60)
    close(4)
    ownProcess = getpid()
    unlink("/workspace/main.swift")
}

private func say(_ fields: String...) {
    var line = Array(nonce.utf8)
    for field in fields { line += [9] + field.utf8.prefix(200).map { $0 < 32 ? 32 : $0 } }
    line.append(10)
    // A forked copy of the tests must not report.
    if getpid() == ownProcess && write(pipeEnd, line, line.count) < 0 { _exit(70) }
}

private func leave(_ text: String) -> Never {
    fflush(nil)
    fputs(text + "\n", stderr)
    _exit(1)
}

private func failed(_ kind: String, _ name: String, _ message: String, _ line: UInt) -> Never {
    say("fail", kind, name, "tests.swift:\(line)", message)
    leave("tests.swift:\(line): \(name): \(message)")
}

public func benchwright_fail(_ name: String, _ message: String, _ line: UInt) -> Never {
    failed("assertion", name, message, line)
}

public func benchwright_unit(_ name: String, _ status: String, _ line: UInt, _ message: String) {
    units += 1
    if units > 200 { return }
    say("unit", name, status, line > 0 ? "tests.swift:\(line)" : "", message)
}

public func benchwright_end(_ failures: Int = 0, _ skipped: Int = 0) {
    say("end", String(max(1, units)), String(failures), String(skipped))
}

// Replacements for the functions of these names, called by the tests' text.

public func benchwright_assert(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #file, line: UInt = #line
) {
    if !condition() { failed("assertion", "assert", message(), line) }
}

public func benchwright_precondition(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #file, line: UInt = #line
) {
    if !condition() { failed("assertion", "precondition", message(), line) }
}

public func benchwright_assertionFailure(
    _ message: @autoclosure () -> String = "", file: StaticString = #file, line: UInt = #line
) {
    failed("assertion", "assertionFailure", message(), line)
}

public func benchwright_preconditionFailure(
    _ message: @autoclosure () -> String = "", file: StaticString = #file, line: UInt = #line
) -> Never {
    failed("assertion", "preconditionFailure", message(), line)
}

public func benchwright_fatalError(
    _ message: @autoclosure () -> String = "", file: StaticString = #file, line: UInt = #line
) -> Never {
    failed("assertion", "fatalError", message(), line)
}

/// Status 0 means that the tests are complete.
public func benchwright_exit(_ status: Int32, line: UInt = #line) -> Never {
    if status != 0 { say("fail", "exit", "exit \(status)", "tests.swift:\(line)", "") } else { benchwright_end() }
    exit(status)
}

public func benchwright_abort(line: UInt = #line) -> Never {
    failed("exit", "abort", "", line)
}

/// Records an error that the tests' own text throws.
public func benchwright_thrown<Thrown: Error>(_ error: Thrown, line: UInt = #line) -> Thrown {
    thrown = (String(reflecting: error), line)
    return error
}

/// Called by compiled code with an error that leaves the top level.
@_silgen_name("swift_errorInMain")
public func benchwright_error_in_main(_ error: any Error) {
    let text = String(reflecting: error), name = String(describing: type(of: error))
    if let thrown, thrown.error == text { failed("assertion", name, text, thrown.line) }
    say("fail", "error", name, "", text)
    leave("Fatal error: Error raised at top level: \(text)")
}
