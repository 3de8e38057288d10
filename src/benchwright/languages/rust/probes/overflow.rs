fn main() {
    let many = std::env::args().count() as u8;
    println!("{}", many - 2);
}
