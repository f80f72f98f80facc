package residua.runtime;

import java.util.Arrays;

/** Instances in the order of their creation. Those that are forgotten are left out when room is needed. */
final class Roster {
    private static final Instance[] NONE = {};

    private Instance[] items = NONE;
    private int size;

    /** Adds an instance that is newer than all that are here. */
    void add(Instance instance) {
        prepare();
        items[size++] = instance;
    }

    /** Makes room for one more instance. */
    void prepare() {
        if (size == items.length) {
            makeRoom();
        }
    }

    /** Removes an instance if it is the newest. Nobody may be looking at {@link #items}. */
    void removeLast(Instance instance) {
        if (size > 0 && items[size - 1] == instance) {
            items[--size] = null;
        }
    }

    /** The instances, forgotten ones among them; what is beyond {@link #size} does not count. Changes make a new array. */
    Instance[] items() {
        return items;
    }

    /** How many there are, forgotten ones among them. */
    int size() {
        return size;
    }

    private void makeRoom() {
        int left = 0;
        for (int i = 0; i < size; i++) {
            left += items[i].isInstanceForgotten() ? 0 : 1;
        }
        keep(left, Math.max(2, left * 2));
    }

    /**
     * Leaves out those whose keys are all bound and that no event with the key of a parameter moves any more, if they are
     * many.
     */
    void leaveOut(int position) {
        int left = 0;
        for (int i = 0; i < size; i++) {
            left += stays(items[i], position) ? 1 : 0;
        }
        if (left * 2 < size) {
            Instance[] kept = new Instance[Math.max(2, left * 2)];
            int at = 0;
            for (int i = 0; i < size; i++) {
                if (stays(items[i], position)) {
                    kept[at++] = items[i];
                }
            }
            items = kept;
            size = left;
        }
    }

    private static boolean stays(Instance instance, int position) {
        return !instance.isInstanceForgotten() && instance.instanceMattersThrough(position);
    }

    private void keep(int left, int room) {
        Instance[] kept = new Instance[room];
        int at = 0;
        for (int i = 0; i < size; i++) {
            if (!items[i].isInstanceForgotten()) {
                kept[at++] = items[i];
            }
        }
        items = kept;
        size = left;
    }

    /** Those that are not forgotten, as they are now. */
    Instance[] living() {
        Instance[] living = new Instance[size];
        int left = 0;
        for (int i = 0; i < size; i++) {
            if (!items[i].isInstanceForgotten()) {
                living[left++] = items[i];
            }
        }
        return left == size ? living : Arrays.copyOf(living, left);
    }
}
