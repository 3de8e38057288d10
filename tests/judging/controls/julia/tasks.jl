# control: starts tasks and threads that end, and a task that does not.
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

counter = Threads.Atomic{Int}(0)
Threads.@threads for n in 1:8
    Threads.atomic_add!(counter, n)
end
@sync for n in 1:4
    @async Threads.atomic_add!(counter, n)
end
counter[] == 46 || exit(1)
@async while true
    sleep(0.1)
end
