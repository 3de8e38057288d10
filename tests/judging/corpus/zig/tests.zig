const std = @import("std");
const testing = std.testing;

fn check(got: u32, want: u32) void {
    if (got != want) @panic("another number was wanted");
}

test "minutes" {
    try testing.expectEqual(@as(u32, 570), try minutes("09:30"));
    try testing.expectError(error.NoTime, minutes("24:61"));
    try testing.expect(try minutes("00:00") == 0);
}

test "clock text" {
    const text = try clockText(testing.allocator, -60);
    defer testing.allocator.free(text);
    try testing.expectEqualStrings("23:00", text);
}

test "between" {
    std.debug.assert(try between("22:30", "06:00") == 450);
    check(try between("06:00", "06:01"), 1);
    if (try between("00:00", "00:02") != 2) std.process.exit(1);
}
