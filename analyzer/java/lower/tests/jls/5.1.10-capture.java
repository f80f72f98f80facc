import java.util.*;

class A {
    static <T> T first(List<T> all) { return all.get(0); }
    //~ call java/util/List.get(I)Ljava/lang/Object; interface
    //~ call java/util/List.set(ILjava/lang/Object;)Ljava/lang/Object; interface
    static <T> void swap(List<T> all) { all.set(0, all.get(1)); }
    void f(List<? extends Number> upper, List<? super Integer> lower, List<?> any, Class<? extends A> c) throws Exception {
        //~ call A.first(Ljava/util/List;)Ljava/lang/Object; static, cast Ljava/lang/Number;
        //~ call java/lang/Number.intValue()I virtual
        first(upper).intValue();
        swap(any); //~ call A.swap(Ljava/util/List;)V static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/util/List.add(Ljava/lang/Object;)Z interface
        lower.add(1);
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, call java/lang/Object.hashCode()I virtual
        lower.get(0).hashCode();
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, call java/lang/Object.hashCode()I virtual
        any.get(0).hashCode();
        //~ new [Ljava/lang/Class;
        //~ call java/lang/Class.getConstructor([Ljava/lang/Class;)Ljava/lang/reflect/Constructor; virtual
        //~ new [Ljava/lang/Object;
        //~ call java/lang/reflect/Constructor.newInstance([Ljava/lang/Object;)Ljava/lang/Object; virtual, cast LA;
        //~ call A.f(Ljava/util/List;Ljava/util/List;Ljava/util/List;Ljava/lang/Class;)V virtual
        c.getConstructor().newInstance().f(null, null, null, null);
    }
}
