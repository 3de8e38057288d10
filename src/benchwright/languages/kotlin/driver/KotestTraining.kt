// Typical tests: the classes of Kotest that they load go into the archive.
package benchwright

import io.kotest.assertions.throwables.shouldThrow
import io.kotest.core.spec.SpecRef
import io.kotest.core.spec.style.FunSpec
import io.kotest.core.spec.style.StringSpec
import io.kotest.engine.TestEngineLauncher
import io.kotest.matchers.collections.shouldContainExactly
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldStartWith
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

class KotestTraining {
    @Test
    fun run() {
        runBlocking {
            TestEngineLauncher().withSpecRefs(SpecRef.Reference(Words::class), SpecRef.Reference(Numbers::class)).execute()
        }
    }
}

class Words : StringSpec({
    "starts" {
        "text" shouldStartWith "te"
        listOf(1, 2) shouldContainExactly listOf(1, 2)
    }
    "fails" {
        listOf(1) shouldBe listOf(2)
    }
})

class Numbers : FunSpec({
    context("numbers") {
        test("are equal") { 1 + 1 shouldBe 2 }
        test("are not equal") { 1 + 1 shouldBe 3 }
    }
    test("refuses") {
        shouldThrow<UnsupportedOperationException> { java.util.List.of<Int>().add(1) }
    }
})
