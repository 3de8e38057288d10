package benchwright;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Typical tests: the classes of JUnit that they load go into the archive. */
class Training {
    private List<Integer> numbers;

    @BeforeEach
    void fill() {
        numbers = List.of(1, 2);
    }

    @Test
    @DisplayName("assertions")
    void assertions() {
        assertEquals(2, numbers.size());
        assertTrue(numbers.contains(1));
        assertArrayEquals(new int[] {1}, new int[] {1});
        assertAll(() -> assertEquals("a", "a"), () -> assertEquals(1.0, 1.0, 0.1));
        assertThrows(UnsupportedOperationException.class, () -> numbers.add(3));
    }

    @Test
    void fails() {
        assertEquals(numbers, List.of(), "expected");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void values(int number) {
        assertTrue(numbers.contains(number));
    }

    @ParameterizedTest
    @CsvSource({"1, a", "2, b"})
    void rows(int number, String text) {
        assertEquals(1, text.length());
    }

    @Nested
    class Inner {
        @Test
        void nested() {
            assertEquals(1, numbers.get(0));
        }
    }
}
