//! The test runner of joined programs: it reports on the proof pipe. The protocol is described in
//! benchwright/languages/join.py.

const std = @import("std");
const builtin = @import("builtin");
const linux = std.os.linux;

pub const panic = std.debug.FullPanic(onPanic);

/// Debug information, and the code that reads it, take most of the build time.
const has_places = !builtin.strip_debug_info;
/// A crash is reported by the program that is built with places.
pub const std_options: std.Options = .{ .enable_segfault_handler = has_places };

const most_units = 200;
const most_letters = 200;
const duplicate_close_on_exec = 1030;
/// Nobody reads the pipe until the program ends, so everything must fit into it.
const most_bytes = 56 << 10;
/// Name of the test that calls the tests' `main`.
const entry = "benchwright_main";

var nonce: [64]u8 = undefined;
var nonce_size: usize = 0;
var sent: usize = 0;
var pipe_end: i32 = -1;
var own_pid: i32 = 0;
var current: []const u8 = "";
var is_panicking = false;
var trace_text: [32 << 10]u8 = undefined;

const Fault = struct { kind: []const u8 = "error", name: []const u8, place: []const u8 = "", message: []const u8 = "" };

fn begin() void {
    const size: isize = @bitCast(linux.read(3, &nonce, nonce.len));
    nonce_size = if (size > 0) @intCast(size) else 0;
    _ = linux.close(3);
    pipe_end = @intCast(@as(isize, @bitCast(linux.fcntl(4, duplicate_close_on_exec, 60))));
    _ = linux.close(4);
    own_pid = linux.getpid();
}

fn send(fields: []const []const u8) void {
    var line: [1200]u8 = undefined;
    @memcpy(line[0..nonce_size], nonce[0..nonce_size]);
    var size = nonce_size;
    for (fields) |field| {
        line[size] = '\t';
        size += 1;
        for (field[0..@min(field.len, most_letters)]) |letter| {
            line[size] = if (letter < ' ') ' ' else letter;
            size += 1;
        }
    }
    line[size] = '\n';
    size += 1;
    if (std.mem.eql(u8, fields[0], "unit")) {
        sent += size;
        if (sent > most_bytes) return;
    }
    // A forked copy of the tests must not report.
    if (linux.getpid() == own_pid) _ = linux.write(pipe_end, &line, size);
}

fn sendFault(fault: Fault) void {
    send(&.{ "fail", fault.kind, fault.name, fault.place, fault.message });
}

fn sendUnit(status: []const u8, fault: Fault) void {
    if (!std.mem.eql(u8, current, entry)) send(&.{ "unit", current, status, fault.place, fault.message });
}

fn sendEnd(executed: usize, failed: usize, skipped: usize) void {
    var text: [3][20]u8 = undefined;
    send(&.{ "end", number(&text[0], executed), number(&text[1], failed), number(&text[2], skipped) });
}

fn number(text: *[20]u8, value: usize) []const u8 {
    var rest = value;
    var start = text.len;
    while (true) {
        start -= 1;
        text[start] = '0' + @as(u8, @intCast(rest % 10));
        rest /= 10;
        if (rest == 0) return text[start..];
    }
}

/// Used instead of std.debug.print, which would have to be compiled with every program.
fn print(parts: []const []const u8) void {
    for (parts) |part| _ = linux.write(2, part.ptr, part.len);
}

/// The first `file:line` in either text that a trace names.
fn placeIn(trace: []const u8) []const u8 {
    var lines = std.mem.splitScalar(u8, trace, '\n');
    while (lines.next()) |line| {
        for ([_][]const u8{ "/tests.zig:", "/solution.zig:" }) |name| {
            const start = (std.mem.indexOf(u8, line, name) orelse continue) + 1;
            const digits = start + name.len - 1;
            const end = std.mem.indexOfScalarPos(u8, line, digits, ':') orelse continue;
            return line[start..end];
        }
    }
    return "";
}

fn isInTests(place: []const u8) bool {
    return std.mem.startsWith(u8, place, "tests.zig");
}

fn firstLine(text: []const u8) []const u8 {
    return text[0 .. std.mem.indexOfScalar(u8, text, '\n') orelse text.len];
}

fn faultOfError(name: []const u8, returned: ?*std.builtin.StackTrace) Fault {
    if (!has_places) return .{ .kind = if (std.mem.startsWith(u8, name, "Test")) "assertion" else "error", .name = name };
    var stream = std.io.fixedBufferStream(&trace_text);
    if (returned) |trace| {
        const info = std.debug.getSelfDebugInfo() catch return .{ .name = name };
        std.debug.writeStackTrace(trace.*, stream.writer(), info, .no_color) catch {};
    }
    const text = std.mem.trimLeft(u8, stream.getWritten(), "\n");
    const place = placeIn(text);
    // An error that the library returns to the tests is not a failed check, unless its own checks return it.
    const checked = std.mem.startsWith(u8, name, "Test") or isInTests(placeIn(firstLine(text)));
    return .{ .kind = if (checked and isInTests(place)) "assertion" else "error", .name = name, .place = place };
}

/// Whether a panic in the tests' text is a failed check: a message of their own, or an assumption that did not hold.
fn isCheck(message: []const u8) bool {
    const faults = [_][]const u8{
        "index out of bounds", "integer ", "division ",     "start index",  "for loop", "cast ",    "exact division",
        "left shift",          "right",    "shift amount",  "access of ",   "invalid ", "sentinel", "incorrect alignment",
        "@memcpy",             "@mem",     "attempt to cast", "Segmentation", "switch on",
    };
    for (faults) |start| if (std.mem.startsWith(u8, message, start)) return false;
    return true;
}

fn currentTrace(address: usize) []const u8 {
    var stream = std.io.fixedBufferStream(&trace_text);
    const info = std.debug.getSelfDebugInfo() catch return "";
    std.debug.writeCurrentStackTrace(stream.writer(), info, .no_color, address) catch {};
    return stream.getWritten();
}

fn onPanic(message: []const u8, address: ?usize) noreturn {
    if (is_panicking) linux.exit_group(134);
    is_panicking = true;
    print(&.{ "panic: ", message, "\n" });
    const trace = if (has_places) currentTrace(address orelse @returnAddress()) else "";
    print(&.{ trace, "\n" });
    const place = placeIn(trace);
    const kind = if (isInTests(place) and isCheck(message)) "assertion" else "error";
    const fault = Fault{ .kind = kind, .name = "panic", .place = place, .message = message };
    sendFault(fault);
    sendUnit("failed", fault);
    linux.exit_group(134);
}

/// The tests exit the program: status 0 means that they are complete.
pub fn exitOfTests(line: u32, status: u8) noreturn {
    if (status == 0) {
        sendEnd(1, 0, 0);
    } else {
        const name = "tests.zig:";
        var place: [40]u8 = undefined;
        var digits: [20]u8 = undefined;
        const text = number(&digits, line);
        @memcpy(place[0..name.len], name);
        @memcpy(place[name.len..][0..text.len], text);
        sendFault(.{ .kind = "exit", .name = "exit", .place = place[0 .. name.len + text.len] });
    }
    std.process.exit(status);
}

pub fn main() void {
    begin();
    var executed: usize = 0;
    var failed: usize = 0;
    var skipped: usize = 0;
    for (builtin.test_functions) |unit| {
        if (!std.mem.startsWith(u8, unit.name, "tests.")) continue;
        const dot = std.mem.indexOf(u8, unit.name["tests.".len..], ".") orelse 0;
        current = unit.name["tests.".len + dot + 1 ..];
        executed += 1;
        std.testing.allocator_instance = .{};
        var fault: ?Fault = null;
        var status: []const u8 = "passed";
        if (unit.func()) |_| {} else |raised| if (raised == error.SkipZigTest) {
            status = "skipped";
            skipped += 1;
        } else {
            fault = faultOfError(@errorName(raised), @errorReturnTrace());
        }
        if (std.testing.allocator_instance.deinit() == .leak and fault == null) fault = .{ .name = "leak" };
        if (fault) |found| {
            status = "failed";
            if (failed == 0) sendFault(found);
            failed += 1;
            print(&.{ current, "...FAIL (", found.name, ") ", found.place, "\n" });
        }
        if (executed <= most_units) sendUnit(status, fault orelse .{ .name = "" });
    }
    sendEnd(executed, failed, skipped);
    std.process.exit(if (failed == 0) 0 else 1);
}
