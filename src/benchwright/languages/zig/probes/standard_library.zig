//! The language's library, threads and allocators included.
const std = @import("std");
const assert = std.debug.assert;

fn add(total: *std.atomic.Value(u32)) void {
    _ = total.fetchAdd(1, .seq_cst);
}

fn refuse(refused: bool) error{Refused}!u8 {
    return if (refused) error.Refused else 3;
}

pub fn main() !void {
    var pool = std.heap.GeneralPurposeAllocator(.{}){};
    defer assert(pool.deinit() == .ok);
    const allocator = pool.allocator();

    var list = std.ArrayList(u32).init(allocator);
    defer list.deinit();
    for (1..5) |number| try list.append(@intCast(number * number));
    assert(std.mem.eql(u32, list.items, &.{ 1, 4, 9, 16 }));
    std.mem.sort(u32, list.items, {}, std.sort.desc(u32));
    assert(list.items[0] == 16);

    var map = std.StringHashMap(i32).init(allocator);
    defer map.deinit();
    try map.put("a", 2);
    assert(map.get("a").? == 2 and map.get("b") == null);

    var total = std.atomic.Value(u32).init(0);
    const thread = try std.Thread.spawn(.{}, add, .{&total});
    thread.join();
    assert(total.load(.seq_cst) == 1);

    const text = try std.fmt.allocPrint(allocator, "{d:.2} {s}", .{ 3.14159, "x" });
    defer allocator.free(text);
    assert(std.mem.eql(u8, text, "3.14 x"));
    if (refuse(true)) |_| unreachable else |refusal| assert(refusal == error.Refused);
    const file = try std.fs.cwd().createFile("/tmp/probe.txt", .{});
    try file.writeAll("text");
    file.close();
    try std.io.getStdOut().writeAll("complete\n");
}

test "the library's checks" {
    try std.testing.expect(try refuse(false) == 3);
    try std.testing.expectEqual(@as(u8, 3), try refuse(false));
    try std.testing.expectEqualStrings("a", "a");
    try std.testing.expectEqualSlices(u8, "a", "a");
    try std.testing.expectError(error.Refused, refuse(true));
    try std.testing.expectApproxEqAbs(@as(f64, 1), 1, 0.1);
}
