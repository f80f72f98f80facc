class A {
    static int[] ints() { return null; }
    void f(String[] s, Object[][] grid) {
        int n = ints().length; //~ call A.ints()[I static, compute arraylength
        //~ call [Ljava/lang/String;.clone()Ljava/lang/Object; virtual, cast [Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        s.clone()[0].trim();
        //~ call [[Ljava/lang/Object;.clone()Ljava/lang/Object; virtual, cast [[Ljava/lang/Object;
        //~ call [Ljava/lang/Object;.clone()Ljava/lang/Object; virtual
        grid.clone()[0].clone();
        s.hashCode(); //~ call java/lang/Object.hashCode()I virtual
        s.getClass(); //~ call java/lang/Object.getClass()Ljava/lang/Class; virtual
        s.equals(grid); //~ call java/lang/Object.equals(Ljava/lang/Object;)Z virtual
    }
}
