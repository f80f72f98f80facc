class A {
    static int[][] grid() { return null; }
    static int a() { return 1; }
    static int b() { return 2; }
    //~ flow entry -> grid#1; a#1 -> grid#2; a#2 -> b; b -> intValue; grid#1 -> a#1; grid#2 -> a#2
    //~ flow intValue -> return
    int f(Integer i, char c) {
        int[] own = grid()[a()]; //~ call A.grid()[[I static, call A.a()I static, get []
        int x = grid()[a()][b()]; //~ call A.grid()[[I static, call A.a()I static, get [], call A.b()I static, get []
        own[i] = own[c]; //~ call java/lang/Integer.intValue()I virtual inserted, get [], put []
        return own[own.length - 1]; //~ compute arraylength, compute subtract, get []
    }
}
