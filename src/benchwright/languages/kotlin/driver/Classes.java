package benchwright;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The classes that a compiler wrote, read from their files: names, source files, and which of them can be started. */
final class Classes {
    /** One class. */
    private static final class Entry {
        /** In the form that `Class.forName` accepts. */
        String name;
        /** Name of its source file. */
        String source = "";
        /** Whether it has a `main` that the virtual machine can start. */
        boolean starts;
        /** Which lines stand for inlined code, as Kotlin's compiler notes it; null if none do. */
        String inlined;
        /** Where in the file the tables of line numbers start. */
        final List<Integer> lines = new ArrayList<>();
    }

    private static final int PUBLIC_STATIC = 0x9;
    private static final Pattern INLINED = Pattern.compile("(?m)^(\\d+)#\\d+:(\\d+)(?:,(\\d+))?$");

    private Classes() {}

    /** Records what to start: a program's class or, for tests, the driver's arguments, which the joiner began. */
    static void note(File work, File text, boolean judged, List<String> preferred) throws IOException {
        List<Entry> classes = of(work, text.getName());
        String start = toStart(classes, preferred, textOf(text));
        if (!judged) {
            Files.writeString(work.toPath().resolve(".main"), start == null ? preferred.get(preferred.size() - 1) : start);
            return;
        }
        Path arguments = work.toPath().resolve(".arguments");
        List<String> lines = new ArrayList<>();
        if (!Files.readString(arguments).startsWith("benchwright.Driver\n")) {
            lines.addAll(outermost(classes));
        } else if (start != null) {
            lines.add(start);
            lines.addAll(outermost(classes));
        }
        Files.write(arguments, lines, StandardOpenOption.APPEND);
        text.delete();  // the solution must not read the tests
    }

    /** The text of a file; the compiler reports bytes that are not text. */
    static String textOf(File file) throws IOException {
        return new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8);
    }

    /** The classes below a folder that were compiled from a file of this name. */
    private static List<Entry> of(File folder, String source) throws IOException {
        List<Entry> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.toPath())) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                if (file.toString().endsWith(".class")) {
                    byte[] bytes = Files.readAllBytes(file);
                    Entry entry = read(bytes);
                    if (entry.inlined != null) {
                        correctLines(bytes, entry);
                        Files.write(file, bytes);
                    }
                    if (entry.source.equals(source)) {
                        found.add(entry);
                    }
                }
            }
        }
        found.sort(Comparator.comparing(entry -> entry.name));
        return found;
    }

    /** The names that are not nested in another of the names. */
    private static List<String> outermost(List<Entry> classes) {
        List<String> names = new ArrayList<>();
        for (Entry entry : classes) {
            if (names.stream().noneMatch(outer -> entry.name.startsWith(outer + "$"))) {
                names.add(entry.name);
            }
        }
        return names;
    }

    /** The class to start: of those that can be started, the one of the preferred name or the first; or null. */
    private static String toStart(List<Entry> classes, List<String> preferred, String text) {
        return classes.stream()
            .filter(entry -> entry.starts)
            .map(entry -> entry.name)
            .min(Comparator.comparingInt((String name) -> rank(simple(name), preferred))
                .thenComparingInt(name -> position(simple(name), text)))
            .orElse(null);
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static int rank(String name, List<String> preferred) {
        return preferred.contains(name) ? preferred.indexOf(name) : preferred.size();
    }

    private static int position(String name, String text) {
        int found = text.indexOf(" " + name);
        return found < 0 ? text.length() : found;
    }

    private static Entry read(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        in.skipBytes(8);
        String[] texts = new String[in.readUnsignedShort()];
        int[] links = new int[texts.length];
        readConstants(in, texts, links);
        in.readUnsignedShort();
        Entry entry = new Entry();
        entry.name = texts[links[in.readUnsignedShort()]].replace('/', '.');
        in.readUnsignedShort();
        in.skipBytes(2 * in.readUnsignedShort());
        readMembers(in, texts, entry, file.length);
        readMembers(in, texts, entry, file.length);
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            String attribute = texts[in.readUnsignedShort()];
            int length = in.readInt();
            if (attribute.equals("SourceFile")) {
                entry.source = texts[in.readUnsignedShort()];
            } else if (attribute.equals("SourceDebugExtension")) {
                entry.inlined = afterDebug(new String(in.readNBytes(length), StandardCharsets.UTF_8));
            } else {
                in.skipBytes(length);
            }
        }
        return entry;
    }

    private static String afterDebug(String mapping) {
        int start = mapping.indexOf("*S KotlinDebug");
        return start < 0 ? null : mapping.substring(start);
    }

    private static void readConstants(DataInputStream in, String[] texts, int[] links) throws IOException {
        for (int i = 1; i < texts.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1:
                    texts[i] = in.readUTF();
                    break;
                case 5: case 6:  // numbers of eight bytes take two entries
                    in.skipBytes(8);
                    i++;
                    break;
                case 7: case 8: case 16: case 19: case 20:
                    links[i] = in.readUnsignedShort();
                    break;
                case 15:
                    in.skipBytes(3);
                    break;
                default:
                    in.skipBytes(4);
            }
        }
    }

    private static void readMembers(DataInputStream in, String[] texts, Entry entry, int size) throws IOException {
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            int access = in.readUnsignedShort();
            String name = texts[in.readUnsignedShort()], type = texts[in.readUnsignedShort()];
            entry.starts |= (access & PUBLIC_STATIC) == PUBLIC_STATIC && name.equals("main")
                && type.equals("([Ljava/lang/String;)V");
            readAttributes(in, texts, entry, size);
        }
    }

    private static void readAttributes(DataInputStream in, String[] texts, Entry entry, int size) throws IOException {
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            String attribute = texts[in.readUnsignedShort()];
            int length = in.readInt();
            if (attribute.equals("Code")) {
                in.skipBytes(4);
                in.skipBytes(in.readInt());
                in.skipBytes(8 * in.readUnsignedShort());
                readAttributes(in, texts, entry, size);
                continue;
            }
            if (attribute.equals("LineNumberTable")) {
                entry.lines.add(size - in.available());
            }
            in.skipBytes(length);
        }
    }

    /** Code that was inlined gets the line of its call: the compiler numbers it beyond the end of the text. */
    private static void correctLines(byte[] file, Entry entry) {
        Map<Integer, Integer> calls = new HashMap<>();
        Matcher range = INLINED.matcher(entry.inlined);
        while (range.find()) {
            int first = Integer.parseInt(range.group(2));
            int count = range.group(3) == null ? 1 : Integer.parseInt(range.group(3));
            for (int line = first; line < first + count; line++) {
                calls.put(line, Integer.parseInt(range.group(1)));
            }
        }
        ByteBuffer bytes = ByteBuffer.wrap(file);
        for (int start : entry.lines) {
            for (int i = 0; i < (bytes.getShort(start) & 0xffff); i++) {
                int at = start + 4 + 4 * i;
                Integer call = calls.get(bytes.getShort(at) & 0xffff);
                if (call != null) {
                    bytes.putShort(at, call.shortValue());
                }
            }
        }
    }
}
