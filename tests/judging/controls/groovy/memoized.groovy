// control: keeps functions in variables, with types and without.
import groovy.transform.Memoized

@Memoized
Map count(String text) { text.tokenize().countBy { it } }

def votes = { String text, String name -> count(text)[name] ?: 0 }
Closure<Integer> share = { String text, String name ->
    def all = count(text).values().sum() ?: 0
    all ? (100 * votes(text, name)).intdiv(all) : 0
}
def ranking = { text -> count(text).sort { a, b -> b.value <=> a.value ?: a.key <=> b.key }*.key }
final winner = { text ->
    def first = ranking(text)?.find()
    if (first == null) throw new IllegalArgumentException('nobody has voted')
    return first
}
