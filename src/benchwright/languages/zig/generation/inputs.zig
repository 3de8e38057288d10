const std = @import("std");

fn testInput(numbers: []const i64, limit: i64) !void {
    const totals = try runningTotals(std.heap.page_allocator, numbers, limit);
    defer std.heap.page_allocator.free(totals);
    try std.io.getStdOut().writer().print("{any} {d} -> {any}\n", .{ numbers, limit, totals });
}

pub fn main() !void {
    try testInput(&.{ 3, 4, 5 }, 6);
    try testInput(&.{ 10, -4, 2 }, 5);
    try testInput(&.{ 5, 5, 5 }, 5);
}
