package residua.recording;

import java.io.PrintWriter;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** For each object the calls that were made on it, by identity, without holding the object. */
final class Identities {
    /** Calls that are kept for one object; more are counted only. */
    private static final int MOST = 64;
    private static final Identities[] SHARDS = new Identities[64];

    static {
        Arrays.setAll(SHARDS, shard -> new Identities());
    }

    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final Set<Sites> distinct = new HashSet<>();
    private Entry[] table = new Entry[256];
    private int size;
    private long objects;
    private long capped;

    static void note(Object object, int identity, int site) {
        SHARDS[identity & SHARDS.length - 1].add(object, identity, site);
    }

    static void write(PrintWriter lines) {
        Set<Sites> all = new HashSet<>();
        long objects = 0;
        long capped = 0;
        for (Identities shard : SHARDS) {
            synchronized (shard) {
                shard.finish();
                all.addAll(shard.distinct);
                objects += shard.objects;
                capped += shard.capped;
            }
        }
        lines.println("objects " + objects + " " + capped);
        all.stream().map(Sites::toString).sorted().forEach(sites -> lines.println("object" + sites));
    }

    private synchronized void add(Object object, int identity, int site) {
        purge();
        int place = place(identity);
        Entry entry = table[place];
        while (entry != null && !(entry.identity == identity && entry.refersTo(object))) {
            entry = entry.next;
        }
        if (entry == null) {
            entry = new Entry(object, identity, gone, table[place]);
            table[place] = entry;
            objects++;
            if (++size > table.length) {
                grow();
            }
        }
        entry.add(site);
    }

    private int place(int identity) {
        return identity >>> 6 & table.length - 1;
    }

    private void grow() {
        Entry[] old = table;
        table = new Entry[old.length * 2];
        for (Entry first : old) {
            for (Entry entry = first; entry != null;) {
                Entry next = entry.next;
                entry.next = table[place(entry.identity)];
                table[place(entry.identity)] = entry;
                entry = next;
            }
        }
    }

    /** Forgets objects that are gone; their sets of calls stay. */
    private void purge() {
        for (Reference<?> dead = gone.poll(); dead != null; dead = gone.poll()) {
            Entry entry = (Entry) dead;
            fold(entry);
            size--;
            int place = place(entry.identity);
            if (table[place] == entry) {
                table[place] = entry.next;
                continue;
            }
            Entry before = table[place];
            while (before.next != entry) {
                before = before.next;
            }
            before.next = entry.next;
        }
    }

    private void finish() {
        for (Entry first : table) {
            for (Entry entry = first; entry != null; entry = entry.next) {
                fold(entry);
            }
        }
    }

    private void fold(Entry entry) {
        distinct.add(new Sites(entry.sites()));
        capped += entry.missed ? 1 : 0;
    }

    /** An object. */
    private static final class Entry extends WeakReference<Object> {
        final int identity;
        Entry next;
        boolean missed;
        private int[] sites = new int[2];
        private int count;

        Entry(Object object, int identity, ReferenceQueue<Object> gone, Entry next) {
            super(object, gone);
            this.identity = identity;
            this.next = next;
        }

        void add(int site) {
            for (int i = 0; i < count; i++) {
                if (sites[i] == site) {
                    return;
                }
            }
            if (count == MOST) {
                missed = true;
                return;
            }
            if (count == sites.length) {
                sites = Arrays.copyOf(sites, count * 2);
            }
            sites[count++] = site;
        }

        int[] sites() {
            int[] sorted = Arrays.copyOf(sites, count);
            Arrays.sort(sorted);
            return sorted;
        }
    }

    /** The calls of one object, in order. */
    private record Sites(int[] sites) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Sites same && Arrays.equals(sites, same.sites);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(sites);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            for (int site : sites) {
                text.append(' ').append(site);
            }
            return text.toString();
        }
    }
}
