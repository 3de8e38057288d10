fun main() {
    val number: Int = "one"
    println(number)
}
