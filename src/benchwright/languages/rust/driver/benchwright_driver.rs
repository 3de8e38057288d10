//! Runs the tests of a joined program and reports on the proof pipe. The protocol is described in
//! benchwright/languages/join.py. Compiled once for each toolchain.

use std::cell::RefCell;
use std::panic::{self, Location};
use std::process::{ExitCode, Termination};
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering::SeqCst};

extern "C" {
    fn read(descriptor: i32, data: *mut u8, size: usize) -> isize;
    fn write(descriptor: i32, data: *const u8, size: usize) -> isize;
    fn close(descriptor: i32) -> i32;
    fn fcntl(descriptor: i32, command: i32, argument: i32) -> i32;
    fn getpid() -> i32;
    fn signal(number: i32, handler: usize) -> usize;
}

const NONCE_SIZE: usize = 64;
const MOST_UNITS: usize = 200;
/// Nobody reads the pipe until the program ends, so everything must fit into it.
const MOST_BYTES: usize = 56 << 10;
const STACK_SIZE: usize = 8 << 20;
/// Starts of panic messages that are not failed checks, although they occur in the text of the tests.
const RUNTIME_ERRORS: [&str; 8] = [
    "index out of bounds", "attempt to ", "range start ", "range end ", "slice index", "byte index", "already ",
    "capacity overflow",
];

static mut NONCE: [u8; NONCE_SIZE] = [0; NONCE_SIZE];
static PIPE_END: AtomicI32 = AtomicI32::new(-1);
static OWN_PID: AtomicI32 = AtomicI32::new(0);
static NONCE_LENGTH: AtomicUsize = AtomicUsize::new(0);
static SENT: AtomicUsize = AtomicUsize::new(0);

/// Runs before any code that a solution can easily request.
#[used]
#[link_section = ".preinit_array"]
static FIRST: extern "C" fn() = begin;

extern "C" fn begin() {
    unsafe {
        let size = read(3, std::ptr::addr_of_mut!(NONCE) as *mut u8, NONCE_SIZE);
        NONCE_LENGTH.store(if size > 0 { size as usize } else { 0 }, SeqCst);
        close(3);
        PIPE_END.store(fcntl(4, 1030 /* F_DUPFD_CLOEXEC */, 60), SeqCst);
        close(4);
        OWN_PID.store(getpid(), SeqCst);
    }
}

/// A function of the tests.
pub struct Test {
    pub name: &'static str,
    pub line: u32,
    pub run: fn() -> bool,
    pub ignored: bool,
    /// Text that the message of its panic must contain, if it must panic.
    pub panics: Option<&'static str>,
}

/// Why a test failed.
struct Fault {
    kind: &'static str,
    name: &'static str,
    place: String,
    message: String,
}

thread_local! {
    /// Place and message of the thread's last panic.
    static LAST_PANIC: RefCell<Option<(String, u32, String)>> = const { RefCell::new(None) };
}

fn send(fields: &[&str]) {
    unsafe {
        // A forked copy of the tests must not report.
        if getpid() != OWN_PID.load(SeqCst) {
            return;
        }
        let nonce = std::ptr::addr_of!(NONCE) as *const u8;
        let mut line = std::slice::from_raw_parts(nonce, NONCE_LENGTH.load(SeqCst)).to_vec();
        for field in fields {
            line.push(b'\t');
            let plain = field.chars().take(200).map(|c| if c.is_control() { ' ' } else { c });
            line.extend_from_slice(plain.collect::<String>().as_bytes());
        }
        line.push(b'\n');
        if fields[0] == "unit" && SENT.fetch_add(line.len(), SeqCst) + line.len() > MOST_BYTES {
            return;
        }
        write(PIPE_END.load(SeqCst), line.as_ptr(), line.len());
    }
}

fn send_fault(fault: &Fault) {
    send(&["fail", fault.kind, fault.name, &fault.place, &fault.message]);
}

fn send_end(executed: usize, failed: usize, skipped: usize) {
    send(&["end", &executed.to_string(), &failed.to_string(), &skipped.to_string()]);
}

fn finish(status: i32) -> ! {
    // Instead of returning from `main`, which is not the runtime's own: only this flushes standard output.
    std::process::exit(status)
}

fn text_of(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

// The older name, which every version of the compiler accepts.
#[allow(deprecated)]
type Hook = &'static (dyn Fn(&std::panic::PanicInfo<'_>) + Sync + Send);

/// Record the place of each panic. Set again for each test, because a solution may have set its own.
fn watch_panics(default: Hook) {
    panic::set_hook(Box::new(move |info| {
        let (file, line) = info.location().map_or(("", 0), |place| (place.file(), place.line()));
        let seen = (file.to_string(), line, text_of(info.payload()));
        let _ = LAST_PANIC.try_with(|last| last.replace(Some(seen)));
        default(info);
    }));
}

fn fault_of(payload: Box<dyn std::any::Any + Send>) -> Fault {
    let message = text_of(&*payload);
    // The payload itself may panic when it is dropped.
    std::mem::forget(payload);
    let seen = LAST_PANIC.with(|last| last.take());
    let asserted = message.starts_with("assertion");
    let (place, in_tests) = match seen {
        Some((file, line, _)) => (format!("{file}:{line}"), file.ends_with("/tests.rs")),
        None => (String::new(), asserted),
    };
    let checked = in_tests && !RUNTIME_ERRORS.iter().any(|start| message.starts_with(start));
    Fault {
        kind: if checked { "assertion" } else { "error" },
        name: if asserted { "assert" } else { "panic" },
        place,
        message,
    }
}

fn failed_check(name: &'static str, place: String, message: &str) -> Fault {
    Fault { kind: "assertion", name, place, message: message.to_string() }
}

fn outcome(run: fn() -> bool, place: &str) -> Result<(), Fault> {
    match panic::catch_unwind(run) {
        Ok(true) => Ok(()),
        Ok(false) => Err(failed_check("Err", place.to_string(), "the tests returned an error")),
        Err(payload) => Err(of_property(fault_of(payload), place)),
    }
}

/// A property that is false panics in its crate, unlike one whose code panics.
fn of_property(fault: Fault, place: &str) -> Fault {
    let is_false = fault.message.starts_with("[quickcheck] TEST FAILED. ");
    let asserted = fault.message.starts_with("[quickcheck]") && fault.message.contains("Error: \"assertion ");
    if is_false || asserted { failed_check("quickcheck", place.to_string(), &fault.message) } else { fault }
}

/// Whether the value that a test or `main` returned means success. Prints the error if not.
pub fn succeeded<T: Termination>(value: T) -> bool {
    format!("{:?}", value.report()) == format!("{:?}", ExitCode::SUCCESS)
}

fn start() -> Hook {
    // As the runtime's own entry point does.
    unsafe { signal(13 /* SIGPIPE */, 1 /* SIG_IGN */) };
    Box::leak(panic::take_hook())
}

/// Run the tests' own `main`.
pub fn run_main(run: fn() -> bool, executed: usize) -> ! {
    watch_panics(start());
    match outcome(run, "") {
        Ok(()) => {
            send_end(executed, 0, 0);
            finish(0)
        }
        Err(fault) => {
            send_fault(&fault);
            finish(101)
        }
    }
}

/// Run each test in a separate thread, one after another.
pub fn run_tests(tests: &'static [Test]) -> ! {
    run_each(tests.iter().collect())
}

/// Run these tests and those between two places, where the linker has put what macros registered.
pub fn run_all_tests(tests: &'static [Test], first: *const &'static Test, end: *const &'static Test) -> ! {
    let count = (end as usize - first as usize) / std::mem::size_of::<&Test>();
    let registered = (0..count).map(|number| unsafe { *first.add(number) });
    run_each(tests.iter().chain(registered).collect())
}

fn run_each(tests: Vec<&'static Test>) -> ! {
    let default = start();
    let (mut failed, mut skipped) = (0, 0);
    println!("running {} tests", tests.len());
    for (number, test) in tests.iter().enumerate() {
        let result = if test.ignored { None } else { Some(run_test(test, default)) };
        let (status, said) = match &result {
            None => ("skipped", "ignored"),
            Some(Ok(())) => ("passed", "ok"),
            Some(Err(_)) => ("failed", "FAILED"),
        };
        println!("test {} ... {}", test.name, said);
        skipped += usize::from(result.is_none());
        let (mut place, mut message) = (String::new(), String::new());
        if let Some(Err(fault)) = result {
            if failed == 0 {
                send_fault(&fault);
            }
            failed += 1;
            (place, message) = (fault.place, fault.message);
        }
        if number < MOST_UNITS {
            send(&["unit", test.name, status, &place, &message]);
        }
    }
    let passed = tests.len() - failed - skipped;
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!("test result: {word}. {passed} passed; {failed} failed; {skipped} ignored");
    send_end(tests.len(), failed, skipped);
    finish(if failed == 0 { 0 } else { 101 })
}

fn run_test(test: &'static Test, default: Hook) -> Result<(), Fault> {
    watch_panics(default);
    let place = format!("/tests.rs:{}", test.line);
    let thread = std::thread::Builder::new().name(test.name.to_string()).stack_size(STACK_SIZE);
    let run = move || match (outcome(test.run, &place), test.panics) {
        (result, None) => result,
        (Ok(()), Some(_)) => Err(failed_check("should_panic", place, "the test did not panic as expected")),
        (Err(fault), Some(expected)) if fault.message.contains(expected) => Ok(()),
        (Err(fault), Some(_)) => Err(failed_check("should_panic", place, &fault.message)),
    };
    match thread.spawn(run).map(|thread| thread.join()) {
        Ok(Ok(result)) => result,
        Ok(Err(payload)) => Err(fault_of(payload)),
        Err(error) => Err(Fault { kind: "error", name: "thread", place: String::new(), message: error.to_string() }),
    }
}

fn place_of(caller: &Location<'_>) -> String {
    format!("{}:{}", caller.file(), caller.line())
}

/// The tests exit the program: status 0 means that they are complete.
#[track_caller]
pub fn exit_of_tests(status: i32) -> ! {
    if status == 0 {
        send_end(1, 0, 0);
    } else {
        send_fault(&Fault { kind: "exit", name: "exit", place: place_of(Location::caller()), message: String::new() });
    }
    finish(status)
}

#[track_caller]
pub fn abort_of_tests() -> ! {
    send_fault(&Fault { kind: "exit", name: "abort", place: place_of(Location::caller()), message: String::new() });
    std::process::abort()
}

/// Record whether a condition that must be true is, and let the tests continue.
pub fn holds(tag: &str, id: u32, value: bool) -> bool {
    eprintln!("\n{tag}{id}{}", if value { "+" } else { "-" });
    true
}

/// Record whether a condition that must be false is, and let the tests continue.
pub fn refuses(tag: &str, id: u32, value: bool) -> bool {
    eprintln!("\n{tag}{id}{}", if value { "-" } else { "+" });
    false
}

/// The macro of the same name, without `#[test]`: outside a test build, that would remove the functions.
#[macro_export]
macro_rules! quickcheck {
    ($($(#[$meta:meta])* fn $name:ident($($given:ident : $kind:ty),* $(,)?) -> $result:ty { $($code:tt)* })*) => {
        $($(#[$meta])* fn $name() {
            fn property($($given: $kind),*) -> $result { $($code)* }
            ::quickcheck::quickcheck(property as fn($($kind),*) -> $result);
        })*
    };
}
