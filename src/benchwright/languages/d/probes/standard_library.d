// The language's library, threads and exceptions included.
import std.algorithm, std.array, std.concurrency, std.conv, std.exception, std.file, std.format, std.json, std.parallelism,
    std.range, std.regex, std.stdio;

void main() {
    assert(iota(1, 5).map!(n => n * n).filter!(n => n % 2 == 0).array == [4, 16]);
    assert(taskPool.reduce!"a + b"(iota(101)) == 5050);
    auto worker = spawn((Tid owner) { owner.send("sent"); }, thisTid);
    assert(receiveOnly!string == "sent");
    assert("a12b".matchFirst(r"\d+").hit == "12");
    assert(parseJSON(`{"x": 3}`)["x"].integer == 3);
    assert("%05.2f".format(3.14159) == "03.14");
    std.file.write("/tmp/probe.txt", "text");
    assert(readText("/tmp/probe.txt") == "text");
    assertThrown!ConvException("text".to!int);
    writeln("complete");
}
