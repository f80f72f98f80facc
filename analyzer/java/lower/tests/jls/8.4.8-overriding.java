import java.util.*;

class A {
    Object m() { return null; }
    void n(Object o) {}
    static void s() {}
    protected Number co() { return 1; }
    static class B extends A implements Comparable<B>, Comparator<String> {
        String m() { return ""; } //~ method m()Ljava/lang/String;
        void n(String s) {}
        static void s() {}
        //~ method co()Ljava/lang/Integer;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        public Integer co() { return 2; }
        public int compareTo(B other) { return 0; } //~ method compareTo(LA$B;)I
        public int compare(String a, String b) { return 0; } //~ method compare(Ljava/lang/String;Ljava/lang/String;)I
    }
    void f(A a, B b, Comparable<B> c, Comparator<String> d) {
        a.m(); //~ call A.m()Ljava/lang/Object; virtual
        //~ call A$B.m()Ljava/lang/String; virtual, call java/lang/String.trim()Ljava/lang/String; virtual
        b.m().trim();
        b.n("x"); //~ call A$B.n(Ljava/lang/String;)V virtual
        b.n((Object) "x"); //~ call A$B.n(Ljava/lang/Object;)V virtual
        b.s(); //~ call A$B.s()V static
        a.s(); //~ call A.s()V static
        b.co().intValue(); //~ call A$B.co()Ljava/lang/Integer; virtual, call java/lang/Integer.intValue()I virtual
        c.compareTo(b); //~ call java/lang/Comparable.compareTo(Ljava/lang/Object;)I interface
        b.compareTo(b); //~ call A$B.compareTo(LA$B;)I virtual
        d.compare("x", "y"); //~ call java/util/Comparator.compare(Ljava/lang/Object;Ljava/lang/Object;)I interface
        //~ call A$B.reversed()Ljava/util/Comparator; virtual
        //~ call java/util/Comparator.compare(Ljava/lang/Object;Ljava/lang/Object;)I interface
        b.reversed().compare("x", "y");
    }
}
