# control: all of it is in a module, with documentation that looks like code.
"""
Times of day.

```julia
module Fake
end # end end
using Test; @test false
```
"""
module Times

export minutes, clock_text, between

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

end # module

using .Times
