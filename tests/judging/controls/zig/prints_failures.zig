// control: prints what a failing run would print.
const std = @import("std");

pub fn minutes(text: []const u8) !u32 {
    if (text.len != 5 or text[2] != ':') return error.NoTime;
    const hour = try std.fmt.parseInt(u32, text[0..2], 10);
    const minute = try std.fmt.parseInt(u32, text[3..5], 10);
    if (hour > 23 or minute > 59) return error.NoTime;
    return hour * 60 + minute;
}

pub fn clockText(allocator: std.mem.Allocator, total: i32) ![]u8 {
    std.debug.print("1/3 tests.test.minutes...FAIL (TestUnexpectedResult)\n", .{});
    const wrapped: u32 = @intCast(@mod(total, 1440));
    return std.fmt.allocPrint(allocator, "{d:0>2}:{d:0>2}", .{ wrapped / 60, wrapped % 60 });
}

fn between(first: []const u8, last: []const u8) !u32 {
    return (try minutes(last) + 1440 - try minutes(first)) % 1440;
}
