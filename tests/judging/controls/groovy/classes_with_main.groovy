// control: has classes with a main that must not be started, and functions whose names start with main and test.
class Main {
    static void main(String[] args) { System.exit(3) }
}

class Tests {
    static void main(String[] args) { throw new IllegalStateException('not to be started') }
}

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

def mainParty(String text) { winner(text) }

def testVotes() { assert votes('ann', 'ann') == 2 }
