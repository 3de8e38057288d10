# control: registers hooks.
function minutes(text)
    found = match(r"^([01][0-9]|2[0-3]):([0-5][0-9])$", text)
    found === nothing && throw(ArgumentError("no time: $text"))
    return parse(Int, found[1]) * 60 + parse(Int, found[2])
end

function clock_text(total)
    hour, minute = divrem(mod(total, 1440), 60)
    return lpad(hour, 2, '0') * ":" * lpad(minute, 2, '0')
end

between(first, last) = mod(minutes(last) - minutes(first), 1440)

atexit(() -> println("left with status 1"))
atexit(() -> write("/tmp/log", "left"))
