using Test

function test_running_totals()
    @test running_totals([3, 4, 5], 6) == [3, 7, 5]
    @test running_totals([10, -4, 2], 5) == [10, -4, -2]
    @test running_totals([5, 5, 5], 5) == [5, 10, 5]
end

test_running_totals()
