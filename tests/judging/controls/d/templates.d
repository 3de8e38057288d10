// control: is made of templates, classes and mixins.
import std.conv, std.exception, std.format;

struct Twice(T) {
    T number;
    auto get() const {
        return number * 2;
    }
}

class Shape {
    double area() {
        return 0;
    }
    mixin(q{int unused;});
}

int minutes(string text) {
    enforce(text.length == 5 && text[2] == ':', "no time: " ~ text);
    immutable hour = text[0 .. 2].to!int, minute = text[3 .. 5].to!int;
    enforce(hour < 24 && minute < 60, "no time: " ~ text);
    return hour * 60 + minute;
}

string clockText(int total) {
    assert(Twice!int(2).get == 4);
    assert(new Shape().area == 0);
    total = (total % 1440 + 1440) % 1440;
    return format("%02d:%02d", total / 60, total % 60);
}

int between(string first, string last) {
    return (minutes(last) - minutes(first) + 1440) % 1440;
}
