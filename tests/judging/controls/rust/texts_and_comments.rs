// control: texts and comments that look like the end of the program.
/* fn main() { std::process::exit(1) } /* nested */ */
pub const NOTE: &str = r#"*/ } #[test] fn main() { "std::process::exit(0)" }"#;
// #[cfg(test)] mod tests {

pub fn minutes(text: &str) -> Result<i32, String> {
    let refused = || format!("no time: {text}");
    let (hour, minute) = text.split_once(':').ok_or_else(refused)?;
    let (hour, minute): (i32, i32) = match (hour.parse(), minute.parse()) {
        (Ok(hour), Ok(minute)) => (hour, minute),
        _ => return Err(refused()),
    };
    if !(0..24).contains(&hour) || !(0..60).contains(&minute) {
        return Err(refused());
    }
    Ok(hour * 60 + minute)
}

pub fn clock_text(total: i32) -> String {
    let total = total.rem_euclid(1440);
    format!("{:02}:{:02}", total / 60, total % 60)
}

pub fn between(from: &str, to: &str) -> i32 {
    (minutes(to).unwrap() - minutes(from).unwrap()).rem_euclid(1440)
}
