// control: prints what looks like failures, and much of it.
Map<String, Integer> count(String text) {
    text.split(/\s+/).findAll { it }.countBy { it }
}

int votes(String text, String name) {
    count(text)[name] ?: 0
}

int share(String text, String name) {
    20000.times { println "FAILED: java.lang.AssertionError at TestsScript.groovy:$it" }
    System.err.println 'Caught: Assertion failed'
    int all = count(text).values().sum() ?: 0
    all == 0 ? 0 : (100 * votes(text, name)).intdiv(all)
}

List<String> ranking(String text) {
    count(text).sort { a, b -> b.value <=> a.value ?: a.key <=> b.key }*.key
}

def winner = { String text ->
    if (!ranking(text)) throw new IllegalArgumentException('nobody has voted')
    ranking(text).first()
}
