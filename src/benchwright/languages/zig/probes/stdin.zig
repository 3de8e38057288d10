const std = @import("std");

pub fn main() !void {
    const in = std.io.getStdIn().reader();
    const out = std.io.getStdOut().writer();
    var buffer: [100]u8 = undefined;
    var sum: i32 = 0;
    var numbers = std.mem.splitScalar(u8, (try in.readUntilDelimiterOrEof(&buffer, '\n')).?, ' ');
    while (numbers.next()) |number| sum += try std.fmt.parseInt(i32, number, 10);
    try out.print("{d}\n", .{sum});
    const line = (try in.readUntilDelimiterOrEof(&buffer, '\n')).?;
    for (line) |*letter| letter.* = std.ascii.toUpper(letter.*);
    try out.print("{s}\n", .{line});
    var arguments = std.process.args();
    _ = arguments.next();
    while (arguments.next()) |argument| try out.print("{s}\n", .{argument});
}
