// A typical program: the Groovy classes that it loads go into the archive.
import groovy.transform.Canonical
import java.util.regex.Pattern

@Canonical
class Shape implements Comparable<Shape> {
    String name
    BigDecimal side = 1.5

    Shape plus(Shape other) { new Shape("$name$other.name", side + other.side) }
    int compareTo(Shape other) { side <=> other.side }
    static Shape of(String name) { new Shape(name) }
}

enum Colour { RED, GREEN }

trait Named { abstract String getName(); String shout() { name.toUpperCase() + '!' } }

class Dog implements Named { String name = 'rex' }

def twice(n) { n * 2 }

int total(List<Integer> numbers, int start = 0) {
    int sum = start
    for (n in numbers) sum += n
    for (int i = 0; i < 3; i++) { if (i == 1) continue; sum++ }
    sum
}

def counts = [:].withDefault { 0 }
'a b a'.split(/\s+/).each { counts[it] += 1 }
assert counts == [a: 2, b: 1]
assert [3, 1, 2].sort().collect { twice(it) }.findAll { it > 2 }.inject(0) { a, b -> a + b } == 10
assert total([1, 2]) == 5 && total([], 1) == 3
assert (Shape.of('a') + Shape.of('b')).side == 3.0 && Shape.of('a') == Shape.of('a')
assert new Dog().shout() == 'REX!' && Colour.values().size() == 2
assert Pattern.compile('x+').matcher('xx').matches() && ('abc' =~ /b/).find()
def (q, r) = [7.intdiv(2), 7 % 2]
assert "${q} ${r}" == '3 1' && (1..3).sum() == 6 && 'abc'[0..1] == 'ab'
switch (q) { case 3: break; default: assert false }
def error = null
try { throw new IllegalStateException('bad') } catch (IllegalStateException caught) { error = caught }
assert error?.message == 'bad'
try { assert twice(2) == 5 : 'wrong' } catch (AssertionError caught) { println caught.message }
try { assert [twice(2), 'x'] == [5] } catch (AssertionError caught) { println caught.message }
def memo = [:]
def fib
fib = { n -> n < 2 ? n : memo[n] ?: (memo[n] = fib(n - 1) + fib(n - 2)) }
println fib(20).toString().padLeft(6) + [a: 1].collect { k, v -> "$k=$v" }.join(',')
