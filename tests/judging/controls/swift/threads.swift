// control: starts threads and tasks that end, and one that does not.
import Foundation

enum ClockError: Error, Equatable { case noTime(String) }

func minutes(_ text: String) throws -> Int {
    let parts = text.split(separator: ":").map { Int($0) }
    guard text.count == 5, parts.count == 2, let hour = parts[0], let minute = parts[1],
          (0...23).contains(hour), (0...59).contains(minute) else { throw ClockError.noTime(text) }
    return hour * 60 + minute
}

func clockText(_ total: Int) -> String {
    let total = ((total % 1440) + 1440) % 1440
    return String(format: "%02d:%02d", total / 60, total % 60)
}

func between(_ first: String, _ last: String) throws -> Int {
    (try minutes(last) - minutes(first) + 1440) % 1440
}

final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var count = 0
    func add() { lock.withLock { count += 1 } }
}
let counter = Counter()
DispatchQueue.concurrentPerform(iterations: 8) { _ in counter.add() }
Thread.detachNewThread { while true { sleep(1) } }
let finished = DispatchSemaphore(value: 0)
Task { counter.add(); finished.signal() }
finished.wait()
if counter.count != 9 { exit(1) }
