# control: has tests of its own, which pass, and helpers with names like tests.
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

using Test
test_minutes(text) = minutes(text) >= 0
@testset "minutes" begin
    @test test_minutes("12:00")
    @test_throws ArgumentError test_minutes("x")
end
@test between("00:00", "00:01") == 1
