pub fn main() void {
    const number: i32 = "text";
    _ = number;
}
