package residua.log;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Numbers of objects, from 1. Two objects never share one, and no object is kept alive. */
final class Identities {
    private static final int SHARDS = 64;

    private static final int SEVERAL = -1;

    private static final Node[] NONE = new Node[0];

    private static final Identities[] ALL = new Identities[SHARDS];

    static {
        for (int i = 0; i < SHARDS; i++) {
            ALL[i] = new Identities();
        }
    }

    private volatile Node[] table = new Node[64];
    private int size;
    private final ReferenceQueue<Object> dead = new ReferenceQueue<>();

    /** An object with its number. */
    static final class Node extends WeakReference<Object> {
        final int hash;
        final int id;
        volatile Node next;

        /** A note of the recorder about the object. It refers to nothing that keeps the object alive. */
        volatile Object note;

        /** The thread that runs its body, as a task; 0 if none does. */
        private int runner;

        /** Returns whether no other thread has run its body, as a task. */
        synchronized boolean isRunBy(int thread) {
            if (runner == 0) {
                runner = thread;
            }
            return runner == thread;
        }

        /** The thread that alone has used it by calls of the library; 0 if none has, -1 if several have. */
        private volatile int user;

        /** Notes that a thread uses it by a call of the library. */
        void usedBy(int thread) {
            if (user != thread && user != SEVERAL) {
                Store.used(this, thread);
            }
        }

        /** Returns whether the thread is another one than before, or the first for an array. The caller holds a lock. */
        boolean isNews(int thread, boolean isArray) {
            int before = user;
            user = before == 0 || before == thread ? thread : SEVERAL;
            return user != before && (before != 0 || isArray);
        }

        boolean isUsedBySeveral() {
            return user == SEVERAL;
        }

        /** What a call on it may use as well: what it was made of. Never changed in place. */
        volatile Node[] bases = NONE;

        /** Adds what it was made of. Of what is gone, only what that was made of counts. */
        synchronized void madeOf(Node added) {
            Set<Node> all = new LinkedHashSet<>();
            for (Node base : bases) {
                all.addAll(base.get() == null ? Arrays.asList(base.bases) : List.of(base));
            }
            all.add(added);
            all.remove(this);
            bases = all.toArray(NONE);
        }

        /** The tasks of an executor. An executor may be a task itself. */
        volatile Library.Tasks tasks;

        Node(Object object, int hash, int id, Node next, ReferenceQueue<Object> dead) {
            super(object, dead);
            this.hash = hash;
            this.id = id;
            this.next = next;
        }
    }

    /** The number of an object that is not null. */
    static int of(Object object) {
        return node(object).id;
    }

    /** The entry of an object that is not null. */
    static Node node(Object object) {
        int hash = System.identityHashCode(object);
        Identities shard = ALL[(hash >>> 6) & (SHARDS - 1)];
        Node node = shard.find(object, hash);
        return node != null ? node : shard.add(object, hash);
    }

    private Node find(Object object, int hash) {
        Node[] table = this.table;
        for (Node node = table[slot(hash, table)]; node != null; node = node.next) {
            if (node.hash == hash && node.get() == object) {
                return node;
            }
        }
        return null;
    }

    private static int slot(int hash, Node[] table) {
        return (hash ^ hash >>> 16) * 0x9E3779B1 >>> 7 & table.length - 1;
    }

    private synchronized Node add(Object object, int hash) {
        Node known = find(object, hash);
        if (known != null) {
            return known;
        }
        for (Object gone = dead.poll(); gone != null; gone = dead.poll()) {
            remove((Node) gone);
        }
        if (size > table.length) {
            grow();
        }
        Node[] table = this.table;
        int slot = slot(hash, table);
        Node made = new Node(object, hash, Store.newObject(object), table[slot], dead);
        table[slot] = made;
        this.table = table;
        size++;
        return made;
    }

    private void remove(Node gone) {
        Node[] table = this.table;
        int slot = slot(gone.hash, table);
        Node before = null;
        for (Node node = table[slot]; node != null; before = node, node = node.next) {
            if (node == gone) {
                if (before == null) {
                    table[slot] = node.next;
                } else {
                    before.next = node.next;
                }
                size--;
                return;
            }
        }
    }

    /**
     * Readers may be anywhere in a chain while it is taken apart. They come to an end, and one that has not found its
     * object looks again when it is alone.
     */
    private void grow() {
        Node[] old = table;
        Node[] wider = new Node[old.length * 2];
        int size = 0;
        for (Node chain : old) {
            Node next;
            for (Node node = chain; node != null; node = next) {
                next = node.next;
                if (node.get() != null) {
                    int slot = slot(node.hash, wider);
                    node.next = wider[slot];
                    wider[slot] = node;
                    size++;
                }
            }
        }
        this.size = size;
        table = wider;
    }
}
