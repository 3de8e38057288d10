// Foundation, threads, tasks, regular expressions, dates and JSON.
import Dispatch
import Foundation

struct Point: Codable, Equatable { let x: Int, name: String }

let data = try JSONEncoder().encode([Point(x: 1, name: "é")])
let points = try JSONDecoder().decode([Point].self, from: data)
precondition(points == [Point(x: 1, name: "é")])

let lock = NSLock()
nonisolated(unsafe) var count = 0
DispatchQueue.concurrentPerform(iterations: 4) { _ in lock.withLock { count += 1 } }
precondition(count == 4)

let sum = await withTaskGroup(of: Int.self) { group in
    for n in 1...3 { group.addTask { n * n } }
    return await group.reduce(0, +)
}
precondition(sum == 14)

precondition("a1b22".matches(of: #/[0-9]+/#).map { String($0.output) } == ["1", "22"])
precondition("a  b".components(separatedBy: .whitespaces).count == 3)
precondition(String(format: "%05.2f", 3.14159) == "03.14")

var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = TimeZone(identifier: "UTC")!
let date = calendar.date(from: DateComponents(year: 2024, month: 2, day: 29))!
precondition(calendar.component(.weekday, from: date) == 5)
let formatter = DateFormatter()
formatter.locale = Locale(identifier: "en_US_POSIX")
formatter.timeZone = calendar.timeZone
formatter.dateFormat = "yyyy-MM-dd"
precondition(formatter.string(from: date) == "2024-02-29")
precondition(pow(2.0, 10) == 1024 && NSRegularExpression.escapedPattern(for: ".") == "\\.")
try "text".write(toFile: "/tmp/file", atomically: true, encoding: .utf8)
precondition(FileManager.default.fileExists(atPath: "/tmp/file"))
print("complete")
