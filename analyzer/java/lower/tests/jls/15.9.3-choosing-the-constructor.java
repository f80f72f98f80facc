class A {
    A(int x) {}
    A(long x) {}
    A(Integer x) {}
    A(Object... xs) {}
    private A(String s) {}
    void f(byte b, Integer boxed) {
        new A(b); //~ new A, call A.<init>(I)V special creation
        new A(1); //~ new A, call A.<init>(I)V special creation
        new A(1L); //~ new A, call A.<init>(J)V special creation
        new A(boxed); //~ new A, call A.<init>(Ljava/lang/Integer;)V special creation
        //~ new A, new [Ljava/lang/Object;, call java/lang/Double.valueOf(D)Ljava/lang/Double; static inserted
        //~ call A.<init>([Ljava/lang/Object;)V special creation
        new A(1.0);
        new A("s"); //~ new A, call A.<init>(Ljava/lang/String;)V special creation
        new A(); //~ new A, new [Ljava/lang/Object;, call A.<init>([Ljava/lang/Object;)V special creation
        //~ new A, new [Ljava/lang/Object;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.<init>([Ljava/lang/Object;)V special creation
        new A(1, 2);
    }
}

// A diamond whose constructors both apply: the one that takes less is chosen.
class Entity<T> {
    Entity(T body) {}
    Entity(java.util.Map<String, String> headers) {}
    Entity(T body, java.util.Map<String, String> headers) {}
    static void f(java.util.TreeMap<String, String> headers) {
        Entity<Void> none = new Entity<>(headers); //~ new Entity, call Entity.<init>(Ljava/util/Map;)V special creation
        Entity<?> any = new Entity<>(headers); //~ new Entity, call Entity.<init>(Ljava/util/Map;)V special creation
        Entity<String> text = new Entity<>("x"); //~ new Entity, call Entity.<init>(Ljava/lang/Object;)V special creation
        g(new Entity<>(headers)); //~ new Entity, call Entity.<init>(Ljava/util/Map;)V special creation, call Entity.g(LEntity;)V static
    }
    static <R> void g(Entity<R> entity) {}
}
