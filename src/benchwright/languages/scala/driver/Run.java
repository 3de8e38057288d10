package benchwright;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/** Runs a program that is not on the class path, so that only the library classes that it needs go into the archive.
 * Arguments: the folder with its classes, and the class to start. */
final class Run {
    private Run() {}

    public static void main(String[] arguments) throws Exception {
        URL[] folder = {new File(arguments[0]).toURI().toURL()};
        Class<?> type = new URLClassLoader(folder).loadClass(arguments[1]);
        type.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        Class.forName("benchwright.Driver");
        Class.forName("benchwright.Failure");
        Class.forName("benchwright.Report");
    }
}
