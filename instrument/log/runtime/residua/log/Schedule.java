package residua.log;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of events that a replay is to have, as {@code schedule.rs} writes it: a word, a tab, and columns.
 *
 * <pre>
 * kind      race, deadlock, atomicity or property
 * patience  milliseconds without progress before the replay gives up
 * line      a text; lines are numbered from 0
 * thread    a key; threads are numbered from 0
 * event     thread, kind, line, events before: the next event of the order, and those that it has to wait for
 * last      thread, kind, line: the event that the thread is before at the end
 * waits     thread: at the end it waits for another one of these threads
 * </pre>
 */
final class Schedule {
    /** The threads by their keys, each with its events. */
    final Map<String, Part> parts = new HashMap<>();

    /** The text of the line of each site. */
    final String[] lines;

    /** The field of each site, or 0. */
    final int[] fields;

    String kind = "";
    long patience = 10_000;

    /** The number of events. */
    int size;

    /** The number of threads that are before an event at the end. */
    int lasts;

    /** One event of the order. */
    static final class Step {
        final int position;
        final int kind;
        final String line;
        final int[] before;

        Step(int position, int kind, String line, int[] before) {
            this.position = position;
            this.kind = kind;
            this.line = line;
            this.before = before;
        }

        @Override
        public String toString() {
            return Kind.word(kind) + " at " + line;
        }
    }

    /** The events of one thread. */
    static final class Part {
        final List<Step> steps = new ArrayList<>();
        Step last;
        boolean waits;
    }

    Schedule(Path file) throws IOException {
        List<String> texts = new ArrayList<>();
        List<Part> threads = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String row = reader.readLine(); row != null; row = reader.readLine()) {
                String[] columns = row.split("\t", -1);
                switch (columns[0]) {
                    case "kind":
                        kind = columns[1];
                        break;
                    case "patience":
                        patience = Long.parseLong(columns[1]);
                        break;
                    case "line":
                        texts.add(columns[1]);
                        break;
                    case "thread":
                        Part part = new Part();
                        parts.put(columns[1], part);
                        threads.add(part);
                        break;
                    case "event":
                        threads.get(Integer.parseInt(columns[1])).steps.add(step(size++, columns, texts));
                        break;
                    case "last":
                        threads.get(Integer.parseInt(columns[1])).last = step(-1, columns, texts);
                        lasts++;
                        break;
                    case "waits":
                        threads.get(Integer.parseInt(columns[1])).waits = true;
                        break;
                    default:
                        throw new IOException(file + " has an unknown row: " + columns[0]);
                }
            }
        }
        List<String> sites = new ArrayList<>(List.of("?"));
        List<Integer> fields = new ArrayList<>(List.of(0));
        try (InputStream table = Schedule.class.getResourceAsStream(Store.SITES)) {
            if (table == null) {
                throw new IOException("the resource " + Store.SITES + " is missing");
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8));
            for (String row = reader.readLine(); row != null; row = reader.readLine()) {
                String[] columns = row.split("\t", -1);
                if (columns[0].equals("s")) {
                    sites.add(columns[3].equals("0") ? columns[2] : columns[2] + ":" + columns[3]);
                    fields.add(Integer.valueOf(columns[5]));
                }
            }
        }
        lines = sites.toArray(new String[0]);
        this.fields = fields.stream().mapToInt(Integer::intValue).toArray();
    }

    private static Step step(int position, String[] columns, List<String> texts) {
        String[] numbers = columns[4].isEmpty() ? new String[0] : columns[4].split(",");
        int[] before = Arrays.stream(numbers).mapToInt(Integer::parseInt).toArray();
        return new Step(position, Integer.parseInt(columns[2]), texts.get(Integer.parseInt(columns[3])), before);
    }
}
