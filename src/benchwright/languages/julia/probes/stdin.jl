println(sum(parse.(Int, split(readline()))))
println(uppercase(readline()))
foreach(println, ARGS)
