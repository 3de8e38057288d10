import std.algorithm, std.array, std.conv, std.stdio, std.uni;

void main(string[] arguments) {
    writeln(readln().split.map!(to!int).sum);
    write(readln().toUpper);
    foreach (argument; arguments[1 .. $]) writeln(argument);
}
