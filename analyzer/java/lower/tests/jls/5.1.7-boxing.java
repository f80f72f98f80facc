import java.util.*;

class A {
    static int a() { return 1; }
    static void take(Object o) {}
    void f(char c, boolean b, byte y, short s, float g) {
        Integer i = a(); //~ call A.a()I static, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Object o = a(); //~ call A.a()I static, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Number n = 1.5; //~ call java/lang/Double.valueOf(D)Ljava/lang/Double; static inserted
        Comparable<Character> k = c; //~ call java/lang/Character.valueOf(C)Ljava/lang/Character; static inserted
        //~ call java/lang/Boolean.valueOf(Z)Ljava/lang/Boolean; static inserted
        //~ call A.take(Ljava/lang/Object;)V static
        take(b);
        Byte small = 3; //~ call java/lang/Byte.valueOf(B)Ljava/lang/Byte; static inserted
        Short shorter = s; //~ call java/lang/Short.valueOf(S)Ljava/lang/Short; static inserted
        Float real = g; //~ call java/lang/Float.valueOf(F)Ljava/lang/Float; static inserted
        //~ call java/lang/Long.valueOf(J)Ljava/lang/Long; static inserted, call A.a()I static
        //~ call java/lang/Long.valueOf(J)Ljava/lang/Long; static inserted
        //~ call java/util/List.of(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/List; static
        List<Long> all = List.of(1L, (long) a());
        Character letter = 97; //~ call java/lang/Character.valueOf(C)Ljava/lang/Character; static inserted
        //~ call java/lang/Byte.valueOf(B)Ljava/lang/Byte; static inserted, call A.take(Ljava/lang/Object;)V static
        take(y);
    }
}
