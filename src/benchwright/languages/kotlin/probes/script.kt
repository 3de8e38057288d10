fun main() {
    println("a script")
}

main()
