using Test
@testset "sums" begin
    @test 1 + 1 == 3
end
