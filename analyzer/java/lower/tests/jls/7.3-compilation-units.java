//- p/Several.java
package p;;
import java.util.List;;
;
//~ new p/Second, call p/Second.<init>()V special creation, call p/Second.g(Ljava/util/List;)V virtual
//~ call java/lang/Object.<init>()V special constructor-invocation
class Several { void f(List<String> l) { new Second().g(l); } };
//~ call java/util/List.size()I interface, call java/lang/Object.<init>()V special constructor-invocation
class Second { void g(List<String> l) { l.size(); } }
interface Third {} //~ class p/Third
;
//- Default.java
class Default { static void m() {} }
//- Empty.java
//- q/Comment.java
// nothing else
