import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import groovy.transform.CompileStatic
import java.security.MessageDigest
import java.util.concurrent.Callable
import java.util.concurrent.Executors

@CompileStatic
class Sums {
    static long upTo(int n) { (1..n).inject(0L) { long sum, int each -> sum + each } as long }
}

def parsed = new JsonSlurper().parseText('{"a": [1, 2.5, true, null]}')
assert JsonOutput.toJson(parsed) == '{"a":[1,2.5,true,null]}'
assert new XmlSlurper().parseText('<a><b n="1"/></a>').b.@n == '1'
assert MessageDigest.getInstance('MD5').digest('a'.bytes).encodeHex().toString() == '0cc175b9c0f1b6a831c399e269772661'
assert Sums.upTo(100) == 5050
assert 2 ** 100 == 1267650600228229401496703205376G
def pool = Executors.newFixedThreadPool(4)
assert (1..20).collect { n -> pool.submit({ n * n } as Callable) }*.get().sum() == 2870
pool.shutdown()
def file = File.createTempFile('lines', '.txt')
file.text = 'one\ntwo\n'
assert file.readLines() == ['one', 'two']
assert file.delete()
println 'complete'
