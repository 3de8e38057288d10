// Typical tests: the classes of Spock that they load go into the archive.
import org.junit.platform.engine.discovery.DiscoverySelectors
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder
import org.junit.platform.launcher.core.LauncherFactory
import spock.lang.Specification

class Numbers extends Specification {
    def two = 2

    def "adds"() {
        given:
        def numbers = [1, two]

        when:
        numbers << 3

        then:
        numbers.sum() == 6
        numbers.size() == 3
    }

    def "fails"() {
        expect:
        [1, two].sum() == 4
    }

    def "refuses"() {
        when:
        1.intdiv(0)

        then:
        thrown(ArithmeticException)
    }

    def "doubles #n"() {
        expect:
        2 * n == expected

        where:
        n | expected
        1 | 2
        2 | 4
    }
}

def request = LauncherDiscoveryRequestBuilder.request()
request.selectors(DiscoverySelectors.selectClass(Numbers))
LauncherFactory.create().execute(request.build())
