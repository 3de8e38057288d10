fn main() {
    let numbers: Result<i32, _> = "text".parse::<i32>();
    numbers.unwrap();
}
