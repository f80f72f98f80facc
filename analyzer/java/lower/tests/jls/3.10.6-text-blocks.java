class A {
    static void a(String s) {}
    void f() {
        String s = """
            <a href="x">
              \"""text\""" \
            joined\n
            """;
        a("""
          inner""".trim()); //~ call java/lang/String.trim()Ljava/lang/String; virtual
        //~ new [Ljava/lang/Object;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/String.formatted([Ljava/lang/Object;)Ljava/lang/String; virtual
        //~ call A.a(Ljava/lang/String;)V static
        a(s.formatted(1));
    }
}
