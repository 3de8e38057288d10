const std = @import("std");

pub fn main() void {
    std.process.exit(3);
}
