class Other {
    String name
}

class Program {
    static void main(String[] args) {
        println "started in ${Program.name}"
    }
}
