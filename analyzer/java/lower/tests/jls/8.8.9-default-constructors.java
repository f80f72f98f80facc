class A {} //~ method <init>()V implicit, call java/lang/Object.<init>()V special constructor-invocation
class B extends A {} //~ method <init>()V implicit, call A.<init>()V special constructor-invocation
//~ method <init>()V implicit, method <init>(LC;)V implicit
//~ call java/lang/Object.<init>()V special constructor-invocation
//~ call java/lang/Object.<init>()V special constructor-invocation
class C { class In {} }
//~ method <init>()V implicit, method <init>(LD;)V implicit, call C.<init>()V special constructor-invocation
//~ call C$In.<init>(LC;)V special constructor-invocation
class D extends C { class Own extends In {} }
class F { F(Object... xs) {} }
//~ method <init>()V implicit, new [Ljava/lang/Object;
//~ call F.<init>([Ljava/lang/Object;)V special constructor-invocation
class G extends F {}
