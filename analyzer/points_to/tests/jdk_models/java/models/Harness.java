package models;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Runs scenarios over the modelled methods and writes what happened. Arguments: targets, trace, scenarios per target, seed, and
 * `n` to take every nth target. */
public final class Harness {
    static final String FILE = System.getProperty("java.io.tmpdir") + "/residua-models-" + ProcessHandle.current().pid();
    private static final int BATCH = 400;
    private static final long PATIENCE = 30;
    private static final boolean VERBOSE = Boolean.getBoolean("models.verbose");

    private Harness() {}

    private record Alive(int scenario, int id, WeakReference<Object> object) {}

    public static void main(String[] given) throws Exception {
        Targets targets = new Targets(Files.readAllLines(Path.of(given[0])));
        List<Alive> watched = new ArrayList<>();
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(given[1])))) {
            int number = 0;
            int stride = Integer.parseInt(given[4]);
            for (int at = 0; at < targets.goals().size(); at += stride) {
                Targets.Target goal = targets.goals().get(at);
                for (int round = 0; round < Integer.parseInt(given[2]); round++, number++) {
                    restoreFile();
                    run(new Scenario(out, targets, goal, Long.parseLong(given[3]) + number), out, number, watched);
                    if (number % BATCH == BATCH - 1) {
                        survivors(watched, out);
                    }
                }
            }
            survivors(watched, out);
        }
        delete(Path.of(FILE));
        System.exit(0);
    }

    /** Scenarios delete the file, and make a folder in its place. */
    private static void restoreFile() throws IOException {
        Path file = Path.of(FILE);
        if (!Files.isRegularFile(file)) {
            delete(file);
            Files.writeString(file, "one\ntwo\n");
        }
    }

    private static void delete(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> files = Files.walk(root)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    private static void run(Scenario scenario, PrintWriter out, int number, List<Alive> watched) throws InterruptedException {
        long began = System.nanoTime();
        out.println("s\t" + number);
        Trace[] trace = new Trace[1];
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            trace[0] = scenario.start();
            begun.countDown();
            scenario.run();
        });
        thread.setDaemon(true);
        thread.start();
        begun.await();
        thread.join(PATIENCE);
        for (int patience = 0; thread.isAlive() && patience < 2; patience++) {
            thread.interrupt();
            thread.join(PATIENCE);
        }
        if (scenario.isConcurrent()) {
            Thread.sleep(4);
        }
        int id = 0;
        for (Object object : trace[0].objects()) {
            if (Program.isOne(object) && !thread.isAlive()) {
                watched.add(new Alive(number, id, new WeakReference<>(object)));
            }
            id++;
        }
        if (VERBOSE) {
            System.err.println((System.nanoTime() - began) / 1000000 + " ms " + scenario.goal());
        }
        scenario.stop();
        trace[0].close();
    }

    /** Objects that something keeps alive when the scenario is over: a static place, a thread. */
    private static void survivors(List<Alive> watched, PrintWriter out) throws InterruptedException {
        for (int round = 0; round < 3; round++) {
            System.gc();
            Thread.sleep(5);
        }
        for (Alive one : watched) {
            if (one.object().get() != null) {
                out.println("g\t" + one.scenario() + "\t" + one.id());
            }
        }
        watched.clear();
    }

    static void complain(Targets.Target goal, Throwable unusable) {
        if (VERBOSE) {
            System.err.println(goal + ": " + unusable);
            unusable.printStackTrace();
        }
    }
}
