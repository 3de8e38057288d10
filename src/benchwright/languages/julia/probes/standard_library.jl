# Of the standard library what programs use most, threads and tasks, and a child process.
using Dates, DelimitedFiles, LinearAlgebra, Printf, Random, SHA, Serialization, SparseArrays, Statistics, Unicode

@assert mean([1, 2, 3]) == 2 && std([1.0, 3.0]) ≈ √2
@assert det([1.0 2.0; 3.0 4.0]) ≈ -2 && [2.0 0.0; 0.0 4.0] \ [2.0, 4.0] ≈ [1.0, 1.0]
@assert nnz(sparse([1, 2], [1, 2], [3, 4])) == 2
@assert Date(2024, 2, 29) + Year(1) == Date(2025, 2, 28) && dayname(Date(2024, 2, 29)) == "Thursday"
@assert @sprintf("%05.2f", 3.14159) == "03.14"
@assert bytes2hex(sha256("abc"))[1:8] == "ba7816bf"
@assert rand(MersenneTwister(1)) == rand(MersenneTwister(1)) && 0 <= rand() < 1
@assert readdlm(IOBuffer("1 2\n3 4"))[2, 1] == 3
@assert Unicode.normalize("e\u301", :NFC) == "é"
@assert replace("a1b22", r"[0-9]+" => "#") == "a#b#"
@assert big(2)^100 == parse(BigInt, "1267650600228229401496703205376") && 1 // 3 + 1 // 6 == 1 // 2
buffer = IOBuffer()
serialize(buffer, Dict("a" => [1, 2]))
@assert deserialize(seekstart(buffer)) == Dict("a" => [1, 2])

channel = Channel{Int}(2)
@sync for n in 1:4
    @async put!(channel, n)
    n > 2 && @async take!(channel)
end
counts = zeros(Int, 8)
Threads.@threads for n in 1:8
    counts[n] = n
end
@assert sum(counts) == 36
@assert success(`$(Base.julia_cmd()) --startup-file=no -e "exit(0)"`)
println("complete")
