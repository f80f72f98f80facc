import java.util.List;

class A<T> {
    static Object o() { return null; }
    boolean f(Object x, List<String> list, T t) {
        boolean b = o() instanceof String; //~ call A.o()Ljava/lang/Object; static, instanceof Ljava/lang/String;
        b = x instanceof int[]; //~ instanceof [I
        b = list instanceof java.util.ArrayList<String>; //~ instanceof Ljava/util/ArrayList;
        //~ instanceof Ljava/lang/Comparable;, cast Ljava/lang/Comparable;, call java/lang/Object.hashCode()I virtual
        b = t instanceof Comparable<?> c && c.hashCode() == 1;
        //~ instanceof LA;, cast LA;, call A.f(Ljava/lang/Object;Ljava/util/List;Ljava/lang/Object;)Z virtual
        return x instanceof A<?> a && a.f(x, null, null);
    }
}
