/// The running totals; after one that exceeds the limit, the next starts from 0.
pub fn running_totals(numbers: &[i64], limit: i64) -> Vec<i64> {
    let mut totals = Vec::with_capacity(numbers.len());
    let mut total = 0;
    for number in numbers {
        total += number;
        totals.push(total);
        if total > limit {
            total = 0;
        }
    }
    totals
}
