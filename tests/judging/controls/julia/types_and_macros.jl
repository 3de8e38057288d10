# control: defines types, macros and operators of its own, and methods for those of the library.
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

struct Time
    total::Int
end
Base.:(==)(a::Time, b::Time) = mod(a.total - b.total, 1440) == 0
Base.:+(a::Time, n::Int) = Time(a.total + n)
Base.show(io::IO, a::Time) = print(io, clock_text(a.total))
Base.hash(a::Time, h::UInt) = hash(mod(a.total, 1440), h)
macro time_str(text)
    Time(minutes(text))
end
⊕(a, b) = a + b
time"23:30" ⊕ 60 == time"00:30" || exit(1)
string(time"23:30") == "23:30" || exit(1)
