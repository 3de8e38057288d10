first_of(list) = list[1]
println(first_of(Int[]))
