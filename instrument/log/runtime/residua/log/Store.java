package residua.log;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The folder of a recorded run. {@code events} has the regions that are full, {@code large} and {@code small} those
 * that threads write to, {@code sites.tsv} what the numbers of sites mean. Nothing has to be done at the end of the
 * process.
 */
final class Store {
    /** The variable of the environment that names the folder of runs. */
    private static final String FOLDER = "RESIDUA_LOG";

    /** The resource that the weaver writes. */
    static final String SITES = "/residua/log/sites.tsv";

    /** The bytes by which a file of regions grows. */
    private static final int GROWTH = 1 << 20;

    /** The thread number of definitions: classes, objects and threads. */
    private static final int DEFINITIONS = 0;

    // Kinds of definitions.
    private static final int OBJECT = 1;
    private static final int CLASS = 2;
    private static final int THREAD = 3;
    private static final int EVENT = 4;
    private static final int USED = 5;

    /** Nothing is recorded any more. */
    static volatile boolean stopped;

    /**
     * One thread alone is recorded, and has handed nothing to others. What it reads is what it has written itself, in any
     * order of the events, and comes before all that other threads do later: it needs no record.
     */
    static volatile boolean isAlone = true;

    private static Path folder;
    private static FileChannel events;
    private static Spill small;
    private static Spill large;

    private static final ConcurrentHashMap<Integer, Buffer> BUFFERS = new ConcurrentHashMap<>();
    private static final ConcurrentHashMap<Integer, Boolean> FORKED = new ConcurrentHashMap<>();
    private static final Map<String, Integer> CLASSES = new HashMap<>();
    private static final Map<String, Integer> NAMES = new HashMap<>();
    private static final Map<String, Integer> EVENTS = new HashMap<>();

    private static Region definitions;
    private static int position = Region.HEADER;
    private static int objects;
    private static int threads;

    /** The number of buffers at which those of dead threads are looked for. */
    private static int scanAt = 64;

    private Store() {}

    static {
        try {
            if (!Replay.IS_ON) {
                open();
            }
        } catch (IOException | RuntimeException error) {
            stop(error);
        }
    }

    private static void open() throws IOException {
        String named = System.getenv(FOLDER);
        Path base = Path.of(named == null || named.isEmpty() ? "residua-log" : named).toAbsolutePath();
        folder = base.resolve(System.currentTimeMillis() + "-" + ProcessHandle.current().pid());
        Files.createDirectories(folder);
        try (InputStream sites = Store.class.getResourceAsStream(SITES)) {
            if (sites == null) {
                throw new IOException("the resource " + SITES + " is missing");
            }
            Files.copy(sites, folder.resolve("sites.tsv"));
        }
        events = new RandomAccessFile(folder.resolve("events").toFile(), "rw").getChannel();
        small = new Spill(folder.resolve("small").toFile(), Region.SMALL);
        large = new Spill(folder.resolve("large").toFile(), Region.LARGE);
        definitions = large.take();
        definitions.begin(DEFINITIONS, 0);
    }

    /** Ends the recording. The program goes on. */
    static synchronized void stop(Throwable cause) {
        if (!stopped) {
            stopped = true;
            String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            System.err.println("residua: the recording ends here: " + reason + "; the program goes on");
        }
    }

    /** Ends the recording, since the program does what the recorder was told that it does not. */
    static synchronized void refuse(String word, int site) {
        if (stopped || Replay.IS_ON) {
            return;
        }
        stopped = true;
        try {
            Files.writeString(folder.resolve("refused"), word + "\t" + site + "\n");
        } catch (IOException error) {
            System.err.println("residua: " + error);
        }
        System.err.println("residua: the recording ends here, the program goes on");
    }

    /** A file of regions. */
    private static final class Spill {
        private final FileChannel channel;
        private final int size;
        private final ArrayDeque<Region> free = new ArrayDeque<>();
        private long length;

        Spill(File file, int size) throws IOException {
            this.channel = new RandomAccessFile(file, "rw").getChannel();
            this.size = size;
        }

        /** A region that no thread uses. The bytes are written before they are mapped, so that the disk has them. */
        Region take() throws IOException {
            if (free.isEmpty()) {
                ByteBuffer zeros = ByteBuffer.allocate(GROWTH);
                while (zeros.hasRemaining()) {
                    channel.write(zeros, length + zeros.position());
                }
                MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, length, GROWTH);
                length += GROWTH;
                for (int at = 0; at < GROWTH; at += size) {
                    mapped.limit(at + size).position(at);
                    free.add(new Region(mapped.slice().order(ByteOrder.LITTLE_ENDIAN)));
                }
            }
            return free.poll();
        }

        void give(Region region) {
            region.bytes.putInt(0, 0);
            free.push(region);
        }
    }

    /** The buffer of a thread, which is made if there is none; null if recording has stopped. */
    static Buffer bufferOf(Thread thread) {
        if (stopped) {
            return null;
        }
        int id = Identities.of(thread);
        Buffer known = BUFFERS.get(id);
        if (known != null) {
            return known;
        }
        boolean off = isOfJvm(thread);
        synchronized (Store.class) {
            Buffer made = new Buffer(thread, ++threads, off);
            isAlone &= off || threads == 1;
            if (!off) {
                defineThread(made.number, id, thread.getName());
            }
            BUFFERS.put(id, made);
            if (BUFFERS.size() > scanAt) {
                reclaim();
            }
            return made;
        }
    }

    /** Finalizers and cleaners run when the garbage collector says so: no program can order them. */
    private static boolean isOfJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return thread.isDaemon()
                && group != null
                && (group.getName().equals("system") || group.getName().equals("InnocuousThreadGroup"))
                && (thread.getName().equals("Finalizer") || thread.getName().endsWith("Cleaner"));
    }

    /** Returns whether the thread with a number has ended. */
    static boolean isDead(int number) {
        for (Buffer buffer : BUFFERS.values()) {
            if (buffer.number == number) {
                Thread thread = buffer.thread.get();
                return thread == null || thread.getState() == Thread.State.TERMINATED;
            }
        }
        return true;
    }

    /** Writes and frees the regions of threads that have ended. */
    private static void reclaim() {
        for (Iterator<Buffer> all = BUFFERS.values().iterator(); all.hasNext(); ) {
            Buffer buffer = all.next();
            Thread thread = buffer.thread.get();
            if (thread == null || thread.getState() == Thread.State.TERMINATED) {
                all.remove();
                if (buffer.region != null) {
                    append(buffer.region, buffer.position());
                    spill(buffer.region).give(buffer.region);
                    buffer.region = null;
                }
            }
        }
        scanAt = Math.max(64, 2 * BUFFERS.size());
    }

    private static Spill spill(Region region) {
        return region.size() == Region.SMALL ? small : large;
    }

    /** A region for a thread that has none; null if the disk is full. */
    static synchronized Region region(Buffer buffer, int size) {
        try {
            Region region = (size == Region.SMALL ? small : large).take();
            region.begin(buffer.number, 0);
            return region;
        } catch (IOException error) {
            stop(error);
            return null;
        }
    }

    /** Appends a full region to the events. The thread goes on in the region that it gets; null if the disk is full. */
    static synchronized Region written(Buffer buffer, Region full, int position) {
        if (stopped || !append(full, position)) {
            return null;
        }
        int next = full.sequence + 1;
        try {
            Region region = full;
            if (full.size() == Region.SMALL && next >= 2) {
                region = large.take();
                small.give(full);
            }
            region.begin(buffer.number, next);
            return region;
        } catch (IOException error) {
            stop(error);
            return null;
        }
    }

    private static boolean append(Region region, int length) {
        ByteBuffer bytes = region.bytes.duplicate();
        bytes.limit(length).position(0);
        try {
            while (bytes.hasRemaining()) {
                events.write(bytes);
            }
            return true;
        } catch (IOException error) {
            stop(error);
            return false;
        }
    }

    /** Says that a recorded thread starts this one. */
    static void forked(int thread) {
        FORKED.put(thread, Boolean.TRUE);
    }

    static boolean isForked(int thread) {
        return FORKED.remove(thread) != null;
    }

    /** A number for an object, with its class. */
    static synchronized int newObject(Object object) {
        int id = ++objects;
        if (!stopped) {
            String name = object instanceof Class ? ((Class<?>) object).getName() + ".class"
                    : object instanceof LockMonitor ? ((LockMonitor) object).name
                    : object.getClass().getTypeName();
            Integer known = CLASSES.get(name);
            if (known == null) {
                known = CLASSES.size();
                CLASSES.put(name, known);
                define(CLASS, known, 0, name);
            }
            define(OBJECT, id, known, "");
        }
        return id;
    }

    /** A thread uses an object by a call of the library. The log says who alone has used an array, and what several use. */
    static synchronized void used(Identities.Node node, int thread) {
        Object object = node.get();
        if (!stopped && node.isNews(thread, object != null && object.getClass().isArray())) {
            define(USED, node.id, node.isUsedBySeveral() ? 0 : thread, "");
        }
    }

    /** The number of a property event's text. */
    static synchronized int numberOf(String text) {
        Integer known = EVENTS.get(text);
        if (known == null) {
            known = EVENTS.size() + 1;
            EVENTS.put(text, known);
            define(EVENT, known, 0, text);
        }
        return known;
    }

    private static void defineThread(int number, int id, String name) {
        int count = NAMES.merge(name, 1, Integer::sum);
        define(THREAD, number, id, count == 1 ? name : name + "#" + count);
    }

    /** A definition: kind and length of the text, two numbers, and the text up to a full word. */
    private static void define(int kind, int first, int second, String text) {
        if (definitions == null) {
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, 1 << 12);
        int size = 16 + (length + 7) / 8 * 8;
        if (position + size > definitions.size()) {
            if (!append(definitions, position)) {
                return;
            }
            definitions.begin(DEFINITIONS, definitions.sequence + 1);
            position = Region.HEADER;
        }
        ByteBuffer into = definitions.bytes;
        into.putInt(position, kind);
        into.putInt(position + 4, length);
        into.putInt(position + 8, first);
        into.putInt(position + 12, second);
        for (int i = 0; i < length; i++) {
            into.put(position + 16 + i, bytes[i]);
        }
        position += size;
        into.putInt(Region.LENGTH, position);
    }
}
