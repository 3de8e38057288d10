// Typical tests: the classes of Groovy and JUnit that they load go into the archive.
import groovy.test.GroovyTestCase

import static org.junit.jupiter.api.Assertions.assertEquals
import static org.junit.jupiter.api.Assertions.assertThrows

import org.junit.jupiter.api.Test
import org.junit.platform.engine.discovery.DiscoverySelectors
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder
import org.junit.platform.launcher.core.LauncherFactory

class Adding {
    @Test
    void adds() { assertEquals([3], [1, 2].collate(2)*.sum()) }

    @Test
    void refuses() { assertThrows(ArithmeticException) { 1.intdiv(0) } }

    @Test
    void fails() { assert 1 + 1 == 3 }
}

class Subtracting extends GroovyTestCase {
    void testSubtracts() { assertEquals(1, 3 - 2) }

    void testRefuses() { shouldFail(ArithmeticException) { 1.intdiv(0) } }
}

def request = LauncherDiscoveryRequestBuilder.request()
[Adding, Subtracting].each { request.selectors(DiscoverySelectors.selectClass(it)) }
LauncherFactory.create().execute(request.build())
