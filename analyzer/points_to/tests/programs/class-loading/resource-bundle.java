import java.util.ListResourceBundle;
import java.util.ResourceBundle;

public class Main {
    public static void main(String[] args) {
        ResourceBundle.getBundle("Texts", java.util.Locale.ROOT, Main.class.getClassLoader()).getString("key");
    }
}
//- Texts.java
public class Texts extends java.util.ListResourceBundle {
    public Texts() { } //~ called by Main.main

    protected Object[][] getContents() { //~ called by Main.main
        return new Object[][] { { "key", "text" } };
    }

    protected Object other() { //~ never called
        return null;
    }
}
