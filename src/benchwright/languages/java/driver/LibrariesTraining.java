package benchwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import java.util.List;
import org.testng.Assert;
import org.testng.TestNG;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;

/** Typical tests: the classes of the libraries that they load go into the archive. */
class LibrariesTraining {
    @org.junit.jupiter.api.Test
    void assertj() {
        assertThat(List.of(1, 2)).hasSize(2).containsExactly(1, 2);
        assertThat(1 + 1).isEqualTo(2).isPositive();
        assertThat("text").startsWith("te");
        assertThat(2.0).isEqualTo(2.0);
        assertThat(true).isTrue();
        assertThatThrownBy(() -> List.of().add(null)).isInstanceOf(UnsupportedOperationException.class);
    }

    @org.junit.jupiter.api.Test
    void fails() {
        assertThat(List.of(1)).isEqualTo(List.of());
    }

    @org.junit.jupiter.api.Test
    void hamcrest() {
        assertThat(2, is(equalTo(2)));
        assertThat(List.of(1, 2), contains(1, 2));
        assertThat("a", is("b"));
    }

    @org.junit.jupiter.api.Test
    void testng() {
        TestNG engine = new TestNG(false);
        engine.setVerbose(0);
        engine.setTestClasses(new Class<?>[] {Numbers.class});
        engine.run();
    }

    public static class Numbers {
        private List<Integer> numbers;

        @BeforeMethod
        public void fill() {
            numbers = List.of(1, 2);
        }

        @DataProvider
        public Object[][] rows() {
            return new Object[][] {{0, 1}, {1, 2}};
        }

        @org.testng.annotations.Test(dataProvider = "rows")
        public void holds(int index, int number) {
            Assert.assertEquals(numbers.get(index).intValue(), number);
            Assert.assertTrue(numbers.contains(number));
        }

        @org.testng.annotations.Test(expectedExceptions = UnsupportedOperationException.class)
        public void refuses() {
            numbers.add(3);
        }

        @org.testng.annotations.Test
        public void fails() {
            Assert.assertEquals(numbers, List.of());
        }
    }
}
