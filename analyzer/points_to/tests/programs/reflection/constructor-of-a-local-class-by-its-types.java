class Main {
    public static void main(String[] args) throws Exception {
        int used = args.length;
        class Local {
            Local(String text) { //~ called by Main.main
                System.out.println(used);
            }
        }
        Local.class.getDeclaredConstructor(String.class, int.class).newInstance("text", 1);
    }
}
