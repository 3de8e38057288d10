// control: defines types and functions with names of the library for its own use.
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

struct Failure: Error {}
struct Stack<Element> { var items: [Element] = [] }
enum Result { case passed, failed }
func assert(_ number: Int) -> Int { number + 1 }
func fatalError(_ number: Int) -> Int { assert(number) }
func check(_ number: Int) -> Int { fatalError(number) }
extension Int { var isTime: Bool { (0..<1440).contains(self) } }
private func testMinutes(_ text: String) -> Bool { (try? minutes(text))?.isTime ?? false }
precondition(testMinutes("10:00") && check(1) == 2)
