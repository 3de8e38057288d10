import kotlin.system.exitProcess

fun same(got: Any?, wanted: Any?) {
    if (got != wanted) throw AssertionError("$got instead of $wanted")
}

fun main() {
    same(votes("ann bob ann", "ann"), 2)
    check(share("ann bob bob bob", "bob") == 75) { "in percent" }
    assert(ranking("cid bob ann bob") == listOf("bob", "ann", "cid")) { "by votes, then by name" }
    assert(ranking("fay") == listOf("fay"))
    val refused = runCatching { winner(" ") }.exceptionOrNull()
    check(refused is IllegalArgumentException)
    if (winner("eve dan eve") != "eve") {
        System.err.println("another winner")
        exitProcess(1)
    }
}
