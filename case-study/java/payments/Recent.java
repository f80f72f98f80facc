package payments;

/**
 * The last few distinct items of a growing sequence: a ring that forgets its oldest item when full.
 * Items are compared by identity. Adding costs one pass over the ring, reading is constant.
 *
 * @param <E> the type of the items
 */
final class Recent<E> {
    private final E[] items;
    private int size;
    private int oldest;

    /** An empty memory which keeps its items in {@code room}, as many as fit in there. */
    Recent(E[] room) {
        items = room;
    }

    /** Remembers {@code item}; does nothing when it is remembered already. */
    void add(E item) {
        if (contains(item)) {
            return;
        }
        if (size < items.length) {
            items[size++] = item;
        } else {
            items[oldest] = item;
            oldest = (oldest + 1) % items.length;
        }
    }

    /** How many items are remembered. */
    int size() {
        return size;
    }

    /** The item in place {@code index}, from 0 up to {@link #size()}, in no promised order. */
    E get(int index) {
        return items[index];
    }

    private boolean contains(E item) {
        for (int i = 0; i < size; i++) {
            if (items[i] == item) {
                return true;
            }
        }
        return false;
    }
}
