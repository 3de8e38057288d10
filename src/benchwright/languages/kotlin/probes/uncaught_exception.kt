fun main() {
    println(emptyList<Int>().first())
}
