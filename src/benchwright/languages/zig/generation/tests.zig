const std = @import("std");

fn check(numbers: []const i64, limit: i64, expected: []const i64) !void {
    const totals = try runningTotals(std.testing.allocator, numbers, limit);
    defer std.testing.allocator.free(totals);
    try std.testing.expectEqualSlices(i64, expected, totals);
}

test "running totals" {
    try check(&.{ 3, 4, 5 }, 6, &.{ 3, 7, 5 });
    try check(&.{ 10, -4, 2 }, 5, &.{ 10, -4, -2 });
    try check(&.{ 5, 5, 5 }, 5, &.{ 5, 10, 5 });
}
