import java.util.*;

//~ method <init>(Ljava/lang/String;I)V implicit, method values()[LA; static implicit
//~ method valueOf(Ljava/lang/String;)LA; static implicit, method <clinit>()V static static-initializer
//~ call java/lang/Enum.<init>(Ljava/lang/String;I)V special constructor-invocation
//~ call [LA;.clone()Ljava/lang/Object; virtual inserted
//~ call java/lang/Enum.valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum; static inserted, new [LA;
enum A {
    X, Y;
    void f(A other, EnumMap<A, String> map) {
        values(); //~ call A.values()[LA; static
        //~ call A.valueOf(Ljava/lang/String;)LA; static, call A.f(LA;Ljava/util/EnumMap;)V virtual
        A.valueOf("X").f(null, null);
        ordinal(); //~ call A.ordinal()I virtual
        //~ call A.name()Ljava/lang/String; virtual, call java/lang/String.trim()Ljava/lang/String; virtual
        other.name().trim();
        other.compareTo(X); //~ call A.compareTo(Ljava/lang/Enum;)I virtual
        other.getDeclaringClass(); //~ call A.getDeclaringClass()Ljava/lang/Class; virtual
        //~ call java/util/EnumMap.get(Ljava/lang/Object;)Ljava/lang/Object; virtual
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        map.get(other).trim();
        for (A a : values()) a.toString(); //~ call A.values()[LA; static, call A.toString()Ljava/lang/String; virtual
    }
}
