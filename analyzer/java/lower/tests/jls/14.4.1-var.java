import java.util.ArrayList;
import java.util.List;

class A {
    List<String> all() { return new ArrayList<>(); }
    void f() {
        var list = all(); //~ call A.all()Ljava/util/List; virtual
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        list.get(0).trim();
        //~ call java/util/List.iterator()Ljava/util/Iterator; interface for-each
        //~ call java/util/Iterator.hasNext()Z interface for-each
        //~ call java/util/Iterator.next()Ljava/lang/Object; interface for-each, cast Ljava/lang/String;
        //~ call java/lang/String.length()I virtual
        for (var s : list) { s.length(); }
        for (var i = 0; i < 1; i++) {}
        //~ class A$1, new A$1, call A$1.<init>(LA;)V special creation
        //~ call java/lang/Object.<init>()V special constructor-invocation
        var anonymous = new Object() { void own() {} };
        anonymous.own(); //~ call A$1.own()V virtual
        var array = new int[1];
        array.clone(); //~ call [I.clone()Ljava/lang/Object; virtual
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/lang/String.length()I virtual
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        java.util.function.Function<String, Integer> g = (var t) -> t.length();
    }
}
