// control: is compiled statically, in a class.
import groovy.transform.CompileStatic

@CompileStatic
class Ballot {
    final Map<String, Integer> counts = new TreeMap<String, Integer>()

    Ballot(String text) {
        for (String name : text.split('\\s+')) {
            if (!name.isEmpty()) counts.merge(name, 1, { Integer a, Integer b -> a + b })
        }
    }

    List<String> ranking() {
        counts.entrySet().sort { a, b -> b.value <=> a.value ?: a.key <=> b.key }.collect { it.key }
    }
}

int votes(String text, String name) { new Ballot(text).counts[name] ?: 0 }

int share(String text, String name) {
    int all = new Ballot(text).counts.values().sum() ?: 0
    all == 0 ? 0 : (100 * votes(text, name)).intdiv(all)
}

List<String> ranking(String text) { new Ballot(text).ranking() }

String winner(String text) {
    new Ballot(text).ranking().with { if (!it) throw new IllegalArgumentException('nobody has voted'); it[0] }
}
