use std::io::{self, BufRead};

fn main() {
    let lines: Vec<String> = io::stdin().lock().lines().map(|line| line.unwrap()).collect();
    let sum: i32 = lines[0].split(' ').map(|number| number.parse::<i32>().unwrap()).sum();
    println!("{}\n{}", sum, lines[1].to_uppercase());
    for argument in std::env::args().skip(1) {
        println!("{argument}");
    }
}
