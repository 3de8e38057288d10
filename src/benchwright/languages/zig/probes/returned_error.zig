pub fn main() !void {
    return error.Failed;
}
