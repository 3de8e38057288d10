// control: writes and reads files, also in the work folder, and starts another program.
import std.conv, std.exception, std.file, std.format, std.process;

int minutes(string text) {
    enforce(text.length == 5 && text[2] == ':', "no time: " ~ text);
    immutable hour = text[0 .. 2].to!int, minute = text[3 .. 5].to!int;
    enforce(hour < 24 && minute < 60, "no time: " ~ text);
    return hour * 60 + minute;
}

string clockText(int total) {
    {
        std.file.write("/workspace/own.txt", "tests failed");
        assert(readText("own.txt") == "tests failed");
        std.file.remove("own.txt");
        assert(execute("/bin/true").status == 0);
    }
    total = (total % 1440 + 1440) % 1440;
    return format("%02d:%02d", total / 60, total % 60);
}

int between(string first, string last) {
    return (minutes(last) - minutes(first) + 1440) % 1440;
}
