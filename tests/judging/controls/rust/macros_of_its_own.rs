// control: defines macros, one with the name of a check that it needs itself.
macro_rules! assert {
    ($condition:expr) => {
        if !$condition {
            return Err(String::from("no time"));
        }
    };
}
macro_rules! number {
    ($text:expr) => {
        $text.parse::<i32>().map_err(|error| error.to_string())?
    };
}

pub fn minutes(text: &str) -> Result<i32, String> {
    let parts: Vec<&str> = text.split(':').collect();
    assert!(parts.len() == 2);
    let (hour, minute) = (number!(parts[0]), number!(parts[1]));
    assert!((0..24).contains(&hour) && (0..60).contains(&minute));
    Ok(hour * 60 + minute)
}

pub fn clock_text(total: i32) -> String {
    let total = total.rem_euclid(1440);
    format!("{:02}:{:02}", total / 60, total % 60)
}

pub fn between(from: &str, to: &str) -> i32 {
    (minutes(to).unwrap() - minutes(from).unwrap()).rem_euclid(1440)
}
