#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_starts_anew_above_the_limit() {
        assert_eq!(running_totals(&[3, 4, 5], 6), vec![3, 7, 5]);
        assert_eq!(running_totals(&[10, -4, 2], 5), vec![10, -4, -2]);
    }

    #[test]
    fn test_goes_on_at_the_limit() {
        assert_eq!(running_totals(&[5, 5, 5], 5), vec![5, 10, 5]);
    }
}
