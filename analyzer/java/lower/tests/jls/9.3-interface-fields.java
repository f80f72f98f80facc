interface I {
    int CONSTANT = 3;
    String TEXT = "t";
    //~ call java/lang/Integer.parseInt(Ljava/lang/String;)I static, put static I.COMPUTED
    int COMPUTED = Integer.parseInt("1");
    //~ new java/lang/Object, call java/lang/Object.<init>()V special creation, put static I.MADE
    Object MADE = new Object();
}
class A implements I {
    int f() {
        int x = CONSTANT; //~ const 3
        //~ get static A.COMPUTED, get static I.COMPUTED, get static A.COMPUTED
        return COMPUTED + I.COMPUTED + A.COMPUTED;
    }
}
