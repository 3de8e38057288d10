println("before")
@assert 1 + 1 == 3 "one and one"
