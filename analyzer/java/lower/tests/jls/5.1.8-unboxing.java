import java.util.*;

class A {
    static Integer boxed() { return 1; }
    static void take(long l) {}
    void f(List<Integer> all, Character c, Boolean b, Double d) {
        //~ call A.boxed()Ljava/lang/Integer; static, call java/lang/Integer.intValue()I virtual inserted
        int i = boxed();
        //~ call A.boxed()Ljava/lang/Integer; static, call java/lang/Integer.intValue()I virtual inserted
        //~ call A.take(J)V static
        take(boxed());
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, cast Ljava/lang/Integer;
        //~ call java/lang/Integer.intValue()I virtual inserted
        long l = all.get(0);
        //~ call java/lang/Boolean.booleanValue()Z virtual inserted
        //~ call java/lang/Character.charValue()C virtual inserted
        if (b) i = c;
        while (b) {} //~ call java/lang/Boolean.booleanValue()Z virtual inserted
        //~ call java/lang/Double.doubleValue()D virtual inserted
        //~ call java/lang/Character.charValue()C virtual inserted
        double e = d + c;
        //~ call A.boxed()Ljava/lang/Integer; static, call java/lang/Integer.intValue()I virtual inserted, new [I
        int[] array = new int[boxed()];
        //~ call java/lang/Character.charValue()C virtual inserted, call A.boxed()Ljava/lang/Integer; static
        //~ call java/lang/Integer.intValue()I virtual inserted
        array[c] = boxed();
        //~ call A.boxed()Ljava/lang/Integer; static, call java/lang/Integer.intValue()I virtual inserted
        switch (boxed()) { default: }
        //~ call A.boxed()Ljava/lang/Integer; static, call java/lang/Integer.intValue()I virtual inserted
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Integer sum = boxed() + 1;
        boolean same = b == true; //~ call java/lang/Boolean.booleanValue()Z virtual inserted
    }
}
