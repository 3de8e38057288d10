fn test_input(numbers: &[i64], limit: i64) {
    println!("{:?} {} -> {:?}", numbers, limit, running_totals(numbers, limit));
}

fn main() {
    test_input(&[3, 4, 5], 6);
    test_input(&[10, -4, 2], 5);
    test_input(&[5, 5, 5], 5);
}
