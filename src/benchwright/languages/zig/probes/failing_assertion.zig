const std = @import("std");

pub fn main() void {
    std.debug.assert(std.os.argv.len == 2);
}
