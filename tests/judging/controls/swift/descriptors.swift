// control: closes and opens descriptors, and leaves a file behind.
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

for number in 5...30 { close(Int32(number)) }
var ends: [Int32] = [0, 0]
pipe(&ends)
write(ends[1], "text", 4)
try "FAILED".write(toFile: "/tmp/result", atomically: false, encoding: .utf8)
FileManager.default.createFile(atPath: "/workspace/tests.swift", contents: nil)
