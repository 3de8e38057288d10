use std::collections::HashMap;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(got: String, want: &str) {
        if got != want {
            panic!("got {got}, want {want}");
        }
    }

    #[test]
    fn test_minutes() {
        assert_eq!(minutes("09:30"), Ok(570));
        assert!(minutes("24:61").is_err());
    }

    #[test]
    fn test_clock_text() {
        check(clock_text(570), "09:30");
        check(clock_text(-60), "23:00");
        let times: HashMap<i32, String> = (0..3).map(|n| (n, clock_text(n))).collect();
        debug_assert_eq!(times[&2], "00:02");
    }

    #[test]
    fn test_between() {
        if between("22:30", "06:00") != 450 {
            std::process::exit(1);
        }
    }

    #[test]
    #[should_panic]
    fn test_between_of_nothing() {
        between("", "06:00");
    }
}
