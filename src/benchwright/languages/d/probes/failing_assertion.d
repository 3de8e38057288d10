import std.stdio;

void main() {
    writeln("before");
    assert(1 + 1 == 3);
}
