fun main() {
    println("before")
    assert(1 + 1 == 3) { "arithmetic" }
    println("after")
}
