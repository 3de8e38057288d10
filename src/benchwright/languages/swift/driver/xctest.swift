import Foundation
import XCTest

/// Reports XCTest's results. Only in programs whose tests use it.
final class BenchwrightObserver: XCTestObservation {
    var failure = "", line: UInt = 0
    var failed = 0, skipped = 0

    func testCaseWillStart(_ testCase: XCTestCase) { (failure, line) = ("", 0) }

    func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile file: String?, atLine number: Int
    ) {
        let place = file == "tests.swift" ? UInt(number) : 0
        if testCase is BenchwrightOutside { benchwright_fail("XCTAssert", description, place) }
        if failure.isEmpty { (failure, line) = (description, place) }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        guard let run = testCase.testRun else { return }
        let status = run.hasSucceeded ? (run.skipCount > 0 ? "skipped" : "passed") : "failed"
        failed += status == "failed" ? 1 : 0
        skipped += status == "skipped" ? 1 : 0
        benchwright_unit(testCase.name, status, line, failure)
    }

    func testBundleDidFinish(_ bundle: Bundle) { benchwright_end(failed, skipped) }
}

/// XCTest ignores failures outside a test, so one runs as long as the program does.
final class BenchwrightOutside: XCTestCase {
    static func run() {
        let started = DispatchSemaphore(value: 0)
        let test = BenchwrightOutside(name: "outside") { _ in
            started.signal()
            DispatchSemaphore(value: 0).wait()
        }
        Thread { test.run() }.start()
        started.wait()
    }
}

XCTestObservationCenter.shared.addTestObserver(BenchwrightObserver())
