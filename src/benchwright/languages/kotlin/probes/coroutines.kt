import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

fun main() = runBlocking {
    val all = List(200) { async(Dispatchers.Default) { delay(1); 1 } }
    println("${all.awaitAll().sum()} coroutines")
}
