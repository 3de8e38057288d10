package benchwright;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Builds one program after another, each in the emptied work folder, so that the compiler is loaded only once.
 * Communicates with the sandbox on standard input and output; the protocol is described in docs/adding-a-language.md.
 * Arguments: the folders to empty before each build, the work folder first.
 */
public final class Service {
    private static final int ENTRY_BYTES = 24;
    private static final int FAILED = 70;
    /** Exit status of a build that needs a fresh compiler, although the service is fine. */
    static final int DECLINED = 75;

    private final Path[] folders;
    private final DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    private Service(String[] folders) {
        this.folders = Stream.of(folders).map(Path::of).toArray(Path[]::new);
    }

    public static void main(String[] folders) throws IOException {
        new Service(folders).serve();
    }

    private void serve() throws IOException {
        while (true) {
            ByteBuffer head = read(8);
            if (head == null) {
                return;
            }
            ByteBuffer request = read(Math.toIntExact(head.getLong()));
            answer(request);
        }
    }

    /** The next bytes, or null at the end. */
    private ByteBuffer read(int bytes) throws IOException {
        byte[] data = new byte[bytes];
        try {
            in.readFully(data);
        } catch (EOFException ended) {
            return null;
        }
        return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void answer(ByteBuffer request) throws IOException {
        byte[] text = new byte[request.getInt()];
        request.get(text);
        String[] arguments = new String(text, StandardCharsets.UTF_8).split("\0");
        for (Path folder : folders) {
            empty(folder);
        }
        unpack(request, folders[0]);
        ByteArrayOutputStream printed = new ByteArrayOutputStream(), errors = new ByteArrayOutputStream();
        int status = build(arguments, printed, errors);
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        if (status == 0) {
            pack(folders[0], archive);
        }
        ByteBuffer head = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN);
        head.putLong(12L + printed.size() + errors.size() + archive.size());
        head.putInt(status).putInt(printed.size()).putInt(errors.size());
        out.write(head.array());
        printed.writeTo(out);
        errors.writeTo(out);
        archive.writeTo(out);
        out.flush();
    }

    private static int build(String[] arguments, OutputStream printed, OutputStream errors) {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            return Build.build(arguments);
        } catch (VirtualMachineError | IOException | RuntimeException failure) {
            return FAILED;  // the sandbox then builds the program in a separate process
        }
    }

    private static void empty(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
                if (!path.equals(folder)) {
                    Files.delete(path);
                }
            }
        }
    }

    private static void unpack(ByteBuffer archive, Path folder) throws IOException {
        while (archive.hasRemaining()) {
            int start = archive.position();
            int pathBytes = archive.getInt(start + 8);
            int size = Math.toIntExact(archive.getLong(start + 16));
            archive.position(start + ENTRY_BYTES);
            byte[] path = new byte[pathBytes], content = new byte[size];
            archive.get(path).get(content);
            Path file = folder.resolve(new String(path, StandardCharsets.UTF_8));
            Files.createDirectories(file.getParent());
            Files.write(file, content);
        }
    }

    private static void pack(Path folder, OutputStream archive) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all.sorted()::iterator) {
                File file = path.toFile();
                if (path.equals(folder)) {
                    continue;
                }
                byte[] name = folder.relativize(path).toString().getBytes(StandardCharsets.UTF_8);
                byte[] content = file.isDirectory() ? new byte[0] : Files.readAllBytes(path);
                ByteBuffer head = ByteBuffer.allocate(ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
                head.put(0, (byte) (file.isDirectory() ? 'd' : 'f')).putInt(4, file.isDirectory() ? 0755 : 0644);
                head.putInt(8, name.length).putLong(16, content.length);
                archive.write(head.array());
                archive.write(name);
                archive.write(content);
            }
        }
    }
}
