# control: uses gawk's library and its extensions.
function minutes(text,   parts) {
    if (text !~ /^[0-9][0-9]:[0-9][0-9]$/)
        return -1
    split(text, parts, ":")
    if (parts[1] > 23 || parts[2] > 59)
        return -1
    return parts[1] * 60 + parts[2]
}

function clock_text(total) {
    total = (total % 1440 + 1440) % 1440
    return sprintf("%02d:%02d", int(total / 60), total % 60)
}

function between(from, to) {
    return (minutes(to) - minutes(from) + 1440) % 1440
}
@include "join"
@include "assert"
BEGIN {
    assert(1, "true")
    n = split("b a", letters)
    asort(letters)
    name = "minutes"
    if (@name("00:01") != 1 || join(letters, 1, n, "") != "a b") exit 3
}
