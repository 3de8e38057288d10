println "before"
assert 1 + 1 == 3
println "after"
