import Foundation

struct Unexpected: Error { let text: String }

func check<T: Equatable>(_ got: T, _ want: T) throws {
    guard got == want else { throw Unexpected(text: "got \(got) instead of \(want)") }
}

func refuses(_ text: String) -> Bool {
    do {
        _ = try minutes(text)
        return false
    } catch {
        return true
    }
}

func testMinutes() throws {
    let morning = try minutes("09:30")
    assert(morning == 570)
    assert(refuses("24:61"), "no time")
    precondition((try? minutes("00:00")) == 0)
}

try testMinutes()
try check(clockText(570), "09:30")
try check(clockText(-60), "23:00")
if try between("22:30", "06:00") != 450 { fatalError("over midnight") }
