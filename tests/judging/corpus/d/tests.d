import core.stdc.stdlib : exit;
import std.exception;
import std.stdio;

void check(string got, string want) {
    if (got != want) throw new Exception("got " ~ got ~ ", want " ~ want);
}

unittest {
    assert(minutes("09:30") == 570);
    assertThrown(minutes("24:61"));
    enforce(minutes("00:00") == 0, "midnight");
}

@system unittest {
    check(clockText(570), "09:30");
    check(clockText(-60), "23:00");
}

unittest {
    if (between("22:30", "06:00") != 450) {
        stderr.writeln("between");
        exit(1);
    }
}
