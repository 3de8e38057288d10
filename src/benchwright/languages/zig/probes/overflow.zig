const std = @import("std");

pub fn main() void {
    var number: u8 = @intCast(std.os.argv.len);
    number -= 2;
}
