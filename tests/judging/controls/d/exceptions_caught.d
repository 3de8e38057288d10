// control: catches exceptions and failed assertions.
import core.exception, std.conv, std.exception, std.format;

int minutes(string text) {
    enforce(text.length == 5 && text[2] == ':', "no time: " ~ text);
    immutable hour = text[0 .. 2].to!int, minute = text[3 .. 5].to!int;
    enforce(hour < 24 && minute < 60, "no time: " ~ text);
    return hour * 60 + minute;
}

string clockText(int total) {
    {
        try assert(1 == 2, "caught");
        catch (AssertError) {}
    }
    total = (total % 1440 + 1440) % 1440;
    return format("%02d:%02d", total / 60, total % 60);
}

int between(string first, string last) {
    return (minutes(last) - minutes(first) + 1440) % 1440;
}
