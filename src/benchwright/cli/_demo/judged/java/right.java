import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Runs {
    public static String longest(String text) {
        Matcher matcher = Pattern.compile("(.)\\1*").matcher(text);
        String best = "";
        while (matcher.find()) {
            if (matcher.group().length() > best.length()) best = matcher.group();
        }
        return best;
    }
}
