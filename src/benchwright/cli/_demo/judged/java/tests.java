public class Main {
    public static void main(String[] args) {
        check(Runs.longest("abbcccd"), "ccc");
        check(Runs.longest("aabb"), "aa");
        check(Runs.longest(""), "");
    }

    static void check(String found, String expected) {
        if (!expected.equals(found)) throw new AssertionError(found + " instead of " + expected);
    }
}
