//- java_/A.java
package java_;

class A {
    static class Integer { static int parse() { return 1; } }
    static String System = "";
    void f(String String) {
        System.length(); //~ get static java_/A.System, call java/lang/String.length()I virtual
        String.trim(); //~ call java/lang/String.trim()Ljava/lang/String; virtual
        Integer.parse(); //~ call java_/A$Integer.parse()I static
        java.lang.System.gc(); //~ call java/lang/System.gc()V static
        java.lang.String.valueOf(1); //~ call java/lang/String.valueOf(I)Ljava/lang/String; static
    }
}
