fn main() {
    println!("before");
    debug_assert_eq!(1 + 1, 3);
}
