class Main {
    public static void main(String[] args) throws Exception {
        Class<?> type = Low.class.getField("held").getType();
        type.getDeclaredConstructor().newInstance();
    }
}

class Held {
    Held() { //~ called by Main.main
    }
}

class Base {
    public Held held;
}

class Low extends Base {
}
