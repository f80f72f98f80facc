import java.util.*;

class A {
    static class Nested {}
    interface I<T> { T get(); }
    static <T> void take(List<T> all, T one) {}
    void f() {
        new Nested(); //~ new A$Nested, call A$Nested.<init>()V special creation
        new A.Nested(); //~ new A$Nested, call A$Nested.<init>()V special creation
        //~ new java/util/ArrayList, call java/util/ArrayList.<init>()V special creation
        List<String> list = new ArrayList<>();
        //~ new java/util/ArrayList, new [Ljava/lang/String;
        //~ call java/util/Arrays.asList([Ljava/lang/Object;)Ljava/util/List; static
        //~ call java/util/ArrayList.<init>(Ljava/util/Collection;)V special creation
        list = new ArrayList<>(Arrays.asList("a", "b"));
        //~ new java/util/ArrayList, call java/util/ArrayList.<init>()V special creation
        //~ call A.take(Ljava/util/List;Ljava/lang/Object;)V static
        take(new ArrayList<>(), "x");
        new <String>Nested(); //~ new A$Nested, call A$Nested.<init>()V special creation
        //~ class A$1, new A$1, call A$1.<init>(LA;)V special creation
        //~ call java/lang/Object.<init>()V special constructor-invocation
        I<String> i = new I<>() { public String get() { return ""; } };
        //~ call A$I.get()Ljava/lang/Object; interface, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        i.get().trim();
    }
}
