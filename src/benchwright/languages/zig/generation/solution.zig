const std = @import("std");

/// The running totals, owned by the caller; after one that exceeds the limit, the next starts from 0.
pub fn runningTotals(allocator: std.mem.Allocator, numbers: []const i64, limit: i64) ![]i64 {
    const totals = try allocator.alloc(i64, numbers.len);
    var total: i64 = 0;
    for (numbers, totals) |number, *slot| {
        total += number;
        slot.* = total;
        if (total > limit) total = 0;
    }
    return totals;
}
