/// Runs the tests of a joined program and reports on the proof pipe. The protocol is described in
/// benchwright/languages/join.py. Compiled once for each toolchain.
module benchwright_driver;

import core.exception : AssertError, assertHandler;
import ldc.attributes : assumeUsed, section;

private extern (C) nothrow @nogc {
    ptrdiff_t read(int descriptor, void* data, size_t size);
    ptrdiff_t write(int descriptor, const void* data, size_t size);
    int close(int descriptor);
    int fcntl(int descriptor, int command, ...);
    int getpid();
    noreturn exit(int status);
    noreturn abort();
    int fflush(void* stream);
}

private enum duplicateCloseOnExec = 1030;
private enum mostUnits = 200;
private enum mostCharacters = 200;
/// Nobody reads the pipe until the program ends, so everything must fit into it.
private enum mostBytes = 56 << 10;

private __gshared char[64] nonce;
private __gshared size_t nonceSize, sent;
private __gshared int pipeEnd = -1, ownPid;

/// Runs before any code that a solution can easily request.
private @assumeUsed @section(".preinit_array") __gshared extern (C) void function() nothrow @nogc first = &begin;

private extern (C) void begin() nothrow @nogc {
    immutable size = read(3, nonce.ptr, nonce.length);
    nonceSize = size > 0 ? size : 0;
    close(3);
    pipeEnd = fcntl(4, duplicateCloseOnExec, 60);
    close(4);
    ownPid = getpid();
}

/// A function of the tests; the name of `main` is empty.
struct Test {
    string name;
    int line;
    int function(string[] arguments) run;
}

private struct Fault {
    string kind, name, place, message;
}

private void send(scope const(char)[][] fields...) {
    char[] line = nonce[0 .. nonceSize].dup;
    foreach (field; fields) {
        line ~= '\t';
        foreach (char letter; field[0 .. field.length < mostCharacters ? field.length : mostCharacters])
            line ~= letter < ' ' ? ' ' : letter;
    }
    line ~= '\n';
    if (fields[0] == "unit" && (sent += line.length) > mostBytes) return;
    // A forked copy of the tests must not report.
    if (getpid() == ownPid) write(pipeEnd, line.ptr, line.length);
}

private void sendFault(Fault fault) {
    send("fail", fault.kind, fault.name, fault.place, fault.message);
}

private void sendEnd(size_t executed, size_t failed) {
    send("end", text(executed), text(failed), "0");
}

private string text(size_t number) {
    string digits;
    do digits = cast(char)('0' + number % 10) ~ digits;
    while (number /= 10);
    return digits;
}

private Fault faultOf(Throwable error) {
    immutable name = typeid(error).name;
    immutable inTests = error.file == "tests.d";
    // What the library throws on behalf of the tests, such as an index out of range, is not a check.
    immutable checked = cast(AssertError) error || name == "object.Exception" || name == "object.Error";
    size_t dot = name.length;
    while (dot && name[dot - 1] != '.') dot--;
    return Fault(inTests && checked ? "assertion" : "error", name[dot .. $], error.file ~ ":" ~ text(error.line),
        error.msg.idup);
}

private bool passes(ref const Test test, string[] arguments, out Fault fault) {
    // The solution may have installed its own.
    assertHandler = null;
    try {
        immutable status = test.run(arguments);
        if (status == 0) return true;
        fault = Fault("exit", "main", "", "the tests returned another status than 0");
    } catch (Throwable error) {
        fault = faultOf(error);
        auto shown = error.toString();
        write(2, shown.ptr, shown.length);
        write(2, "\n".ptr, 1);
    }
    return false;
}

/// Run the tests one after another; `main` only if all of them passed, as the runtime does.
int run(const Test[] tests, string[] arguments) {
    size_t executed, failed;
    foreach (number, ref test; tests) {
        if (!test.name.length && failed) break;
        Fault fault;
        executed++;
        immutable passed = passes(test, arguments, fault);
        if (!passed && !failed++) sendFault(fault);
        if (test.name.length && number < mostUnits)
            send("unit", test.name, passed ? "passed" : "failed", fault.place, fault.message);
    }
    sendEnd(executed, failed);
    return failed ? 1 : 0;
}

/// The tests exit the program: status 0 means that they are complete.
noreturn exit_of_tests(int status, int line = __LINE__) {
    if (status == 0) sendEnd(1, 0);
    else sendFault(Fault("exit", "exit", "tests.d:" ~ text(line), ""));
    exit(status);
}

/// ditto
noreturn abort_of_tests(int line = __LINE__) {
    sendFault(Fault("exit", "abort", "tests.d:" ~ text(line), ""));
    fflush(null);
    abort();
}
