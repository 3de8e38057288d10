# control: throws and catches errors of many kinds.
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

struct TestFailed <: Exception end
for thrower in (() -> @assert(1 == 2), () -> error("no"), () -> throw(TestFailed()), () -> [][1], () -> minutes("no time"))
    try
        thrower()
        exit(1)
    catch problem
        println("caught: ", typeof(problem))
    finally
        nothing
    end
end
