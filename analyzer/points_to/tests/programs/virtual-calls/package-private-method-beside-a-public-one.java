//- Main.java
class Main {
    public static void main(String[] args) {
        low.Low object = new low.Low();
        object.act();
        top.Top.call(object);
    }
}
//- top/Top.java
package top;

public class Top {
    void act() { //~ called by top.Top.call
    }

    public static void call(Top object) { //~ called by Main.main
        object.act();
    }
}
//- low/Low.java
package low;

public class Low extends top.Top {
    public void act() { //~ called by Main.main, may be called by top.Top.call
    }
}
