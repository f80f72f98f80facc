//~ javac 25
import module java.sql;
import java.util.Date;

class A {
    // What `java.sql` requires transitively comes with it; an import of one type goes before.
    void f(Logger log, Connection c, Date date) throws SQLException {
        log.info("x"); //~ call java/util/logging/Logger.info(Ljava/lang/String;)V virtual
        c.close(); //~ call java/sql/Connection.close()V interface
        date.getTime(); //~ call java/util/Date.getTime()J virtual
    }
}

//- B.java
import module java.base;

class B {
    void f(List<String> all) {
        //~ call java/util/List.stream()Ljava/util/stream/Stream; interface
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/util/stream/Stream.map(Ljava/util/function/Function;)Ljava/util/stream/Stream; interface
        //~ call java/util/stream/Stream.toList()Ljava/util/List; interface
        //~ call java/lang/String.trim()Ljava/lang/String; virtual method-reference
        all.stream().map(String::trim).toList();
        new base(); //~ new base, call base.<init>()V special creation
    }
}

class base {}
