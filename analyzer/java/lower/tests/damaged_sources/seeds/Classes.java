package seeds;

import java.util.*;

public abstract class Classes implements Comparable<Classes>, Cloneable {
    private static int made;
    static { made = 1; }
    { made++; total = made; }
    protected final int total;
    private final String name;
    static Classes first = new Classes("a") { int size() { return 1; } };

    Classes(String name) { this.name = name; }
    Classes() { this("none", 1); }
    private Classes(String name, int... sizes) { super(); this.name = name + sizes.length; }

    abstract int size();
    public native void call();
    protected strictfp synchronized double half() { return size() / 2.0; }
    @Override public int compareTo(Classes other) { return name.compareTo(other.name); }
    @Override protected Object clone() throws CloneNotSupportedException { return super.clone(); }
    int legacy()[] { return null; }
    void receiver(Classes this, final int a, String... rest) { }

    class Inner extends Classes {
        int depth = total + made;
        Inner() { super("inner"); }
        int size() { return Classes.this.size() + super.hashCode() + depth; }
        class Deeper extends Inner { final Classes c; Deeper(Classes c) { c.super(); this.c = c; } int size() { return Inner.this.depth + Inner.super.compareTo(c); } }
    }

    static class Nested<E extends Number & Comparable<E>> extends AbstractList<E> implements RandomAccess {
        private E value; private Nested<? super E> up;
        Nested(E value) { this.value = value; }
        public E get(int index) { return index > 0 ? value : null; }
        public int size() { return 1; }
        <F extends E> F narrow(Class<? extends F> type) throws ClassCastException { return type.cast(value); }
    }

    Object anonymous(int n) {
        int k = n;
        Iterator<Integer> it = new Iterator<>() {
            int left = k;
            { left += total; }
            public boolean hasNext() { return left > 0; }
            public Integer next() { return left-- + k; }
        };
        Inner inner = this.new Inner(); Inner.Deeper deeper = inner.new Deeper(this);
        Object counter = new Object() { int hits; Object hit() { hits++; return this; } }.hit();
        class Local extends Inner { int more = k; Local(int a) { more = a; } Local again() { return new Local(k); } }
        new Local(2).again().more++;
        return new Nested<Integer>(3).get(0) + deeper.size() + it.next();
    }
}
