public class Runs {
    public static String longest(String text) {
        String best = text.substring(0, 1);
        for (int start = 0, end; start < text.length(); start = end) {
            end = start;
            while (end < text.length() && text.charAt(end) == text.charAt(start)) end++;
            if (end - start > best.length()) best = text.substring(start, end);
        }
        return best;
    }
}
