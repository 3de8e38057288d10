fn main() {
    let number: i32 = "text";
}
