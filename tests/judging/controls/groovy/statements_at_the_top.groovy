// control: tries itself out, reads its input and keeps variables of its own.
Map<String, Integer> count(String text) {
    text.split(/\s+/).findAll { it }.countBy { it }
}

int votes(String text, String name) {
    count(text)[name] ?: 0
}

int share(String text, String name) {
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

def tried = ['ann ann', 'bob'].collect { votes(it, 'ann') }
assert tried == [2, 0]
println "tried out: $tried ${System.in.text.size()}"
int total = 3
other = total + 1
