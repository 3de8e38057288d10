// control: is made of generic types, unions and errors.
const std = @import("std");

fn Pair(comptime T: type) type {
    return struct {
        first: T,
        second: T,

        fn sum(self: @This()) T {
            return self.first + self.second;
        }
    };
}

const Shape = union(enum) {
    square: f64,
    circle: f64,

    fn area(self: Shape) f64 {
        return switch (self) {
            .square => |side| side * side,
            .circle => |radius| radius * radius * 3,
        };
    }
};

pub fn minutes(text: []const u8) !u32 {
    if (text.len != 5 or text[2] != ':') return error.NoTime;
    const hour = try std.fmt.parseInt(u32, text[0..2], 10);
    const minute = try std.fmt.parseInt(u32, text[3..5], 10);
    if (hour > 23 or minute > 59) return error.NoTime;
    return hour * 60 + minute;
}

pub fn clockText(allocator: std.mem.Allocator, total: i32) ![]u8 {
    const pair = Pair(i32){ .first = 1, .second = total };
    std.debug.assert(pair.sum() == total + 1);
    std.debug.assert((Shape{ .square = 2 }).area() == 4);
    const wrapped: u32 = @intCast(@mod(total, 1440));
    return std.fmt.allocPrint(allocator, "{d:0>2}:{d:0>2}", .{ wrapped / 60, wrapped % 60 });
}

fn between(first: []const u8, last: []const u8) !u32 {
    return (try minutes(last) + 1440 - try minutes(first)) % 1440;
}
