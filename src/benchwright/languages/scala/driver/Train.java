/** Runs both compilers, so that the classes of both go into the archive; the output of the newer one is kept.
 * Arguments: options, and the text for both. */
public final class Train {
    public static void main(String[] arguments) {
        boolean two = scala.tools.nsc.Main.process(arguments);
        boolean three = !dotty.tools.dotc.Main.process(arguments).hasErrors();
        if (!two || !three) {
            throw new IllegalStateException("the compilers do not work");
        }
    }
}
