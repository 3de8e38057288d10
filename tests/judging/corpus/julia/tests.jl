using Test

check(got, want) = got == want || error("got $got instead of $want")

function test_clock_text()
    check(clock_text(570), "09:30")
    check(clock_text(-60), "23:00")
end

@testset "minutes" begin
    @test minutes("09:30") == 570
    @test minutes("00:00") == 0
    @test_throws ArgumentError minutes("24:61")
end

test_clock_text()
@assert between("22:30", "06:00") == 450
if between("06:00", "22:30") != 990
    exit(1)
end
