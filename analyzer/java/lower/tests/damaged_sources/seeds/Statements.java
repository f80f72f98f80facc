package seeds;

import java.io.*;
import java.util.*;

class Statements {
    int count;
    static final int LIMIT = 3 * 4 + 1;

    int loops(int[] numbers, List<String> names) {
        int sum = 0;
        outer:
        for (int i = 0, j = numbers.length; i < j; i++, j--) {
            while (sum < LIMIT) {
                if (numbers[i] == 2) continue outer;
                else if (numbers[i] > 3) break outer;
                sum += numbers[i];
            }
            do { sum--; } while (sum > 0 && i != j || count == 0);
        }
        for (int number : numbers) sum += number;
        for (String name : names) { if (name.isEmpty()) continue; sum += name.length(); }
        for (Iterator<String> it = names.iterator(); it.hasNext(); ) sum += it.next().hashCode();
        for (;;) { if (sum++ > 10) break; }
        return sum;
    }

    String tries(File file) throws IOException {
        try (Reader in = new FileReader(file); BufferedReader lines = new BufferedReader(in)) {
            return lines.readLine();
        } catch (FileNotFoundException | EOFException missing) {
            throw missing;
        } catch (IOException error) {
            count++;
        } finally {
            try { count--; } finally { count = 0; }
        }
        StringReader kept = new StringReader("a");
        try (kept) { kept.read(); }
        try { return "b"; } finally { if (count > 1) return "c"; }
    }

    void others(Object lock, int n) {
        synchronized (lock) { lock.notifyAll(); }
        assert n > 0 : "n is " + n;
        assert lock != null;
        int a = 1, b[] = {1, 2}, c = b[0];
        label: { if (n > a) break label; n = c; }
        ;
        class Local { int get() { return c + count; } }
        new Local().get();
        enum Kind { ONE, TWO }
        record Pair(int left, int right) { }
        interface Shape { default int area() { return 1; } }
        var pair = new Pair(n, a);
        if (pair.left() > 0) throw new IllegalStateException("left", null);
        final int last;
        if (n > 2) last = 1; else last = 2;
        others(Kind.ONE, last);
    }
}
