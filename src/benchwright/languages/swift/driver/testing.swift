import Foundation
import Testing

/// Runs the tests with Swift Testing and reports its results. Only in programs whose tests use it.
final class BenchwrightTesting: @unchecked Sendable {
    private typealias Getter = @convention(c) () -> UnsafeRawPointer
    private typealias EntryPoint = @convention(thin) @Sendable (
        _ configuration: UnsafeRawBufferPointer?, _ record: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) async throws -> Bool

    private struct Unit {
        var status = "", line: UInt = 0, message = ""
    }

    private let lock = NSLock()
    private var units: [String: Unit] = [:]
    private var order: [String] = []

    /// Runs one test after the other, so that what they record can be told apart. The main thread stays free for tests
    /// that need it.
    static func run() -> Never {
        let testing = BenchwrightTesting()
        let getter = unsafeBitCast(dlsym(nil, "swt_abiv0_getEntryPoint"), to: Getter.self)
        let entry = unsafeBitCast(getter(), to: EntryPoint.self)
        Task.detached {
            let text = #"{"parallel": false}"#
            let configuration = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
            configuration.copyBytes(from: text.utf8)
            let passed = try? await entry(UnsafeRawBufferPointer(configuration)) { testing.read(Data($0)) }
            testing.close(passed == true)
        }
        dispatchMain()
    }

    /// One record of Swift Testing's event stream.
    private func read(_ record: Data) {
        guard let fields = try? JSONSerialization.jsonObject(with: record) as? [String: Any],
            let event = fields["payload"] as? [String: Any], let kind = event["kind"] as? String
        else { return }
        lock.lock()
        defer { lock.unlock() }
        let id = (event["testID"] ?? event["id"]) as? String ?? "Swift Testing"
        switch kind {
        case "function": (units[id], order) = (Unit(), order + [id])
        case "testSkipped": units[id]?.status = "skipped"
        case "testEnded" where units[id]?.status == "": units[id]?.status = "passed"
        case "issueRecorded": note(event, id)
        default: break
        }
    }

    private func note(_ event: [String: Any], _ id: String) {
        let issue = event["issue"] as? [String: Any] ?? [:]
        let place = issue["sourceLocation"] as? [String: Any] ?? [:]
        if issue["isKnown"] as? Bool == true || issue["isFailure"] as? Bool == false || units[id]?.status == "failed" {
            return
        }
        if units[id] == nil { order.append(id) }
        let isInTests = (place["fileID"] as? String)?.hasSuffix("/tests.swift") == true
        let message = (event["messages"] as? [[String: Any]])?.first?["text"] as? String ?? ""
        units[id] = Unit(status: "failed", line: isInTests ? place["line"] as? UInt ?? 0 : 0, message: message)
    }

    private func close(_ passed: Bool) {
        var failed = 0, skipped = 0, ran = 0
        for id in order {
            guard let unit = units[id], unit.status != "" else { continue }
            failed += unit.status == "failed" ? 1 : 0
            skipped += unit.status == "skipped" ? 1 : 0
            ran += 1
            benchwright_unit(name(id), unit.status, unit.line, unit.message)
        }
        if ran > 0 && passed == (failed == 0) { benchwright_end(failed, skipped) }
        exit(passed ? 0 : 1)
    }

    /// The suites and the function, without the module and the place in the file.
    private func name(_ id: String) -> String {
        var parts = id.split(separator: "/")
        if parts.count > 1 && parts.last!.contains(".swift:") { parts.removeLast() }
        let name = parts.joined(separator: "/")
        return name.hasPrefix("main.") ? String(name.dropFirst("main.".count)) : name
    }
}
