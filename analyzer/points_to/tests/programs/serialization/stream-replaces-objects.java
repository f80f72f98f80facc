import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

class Main {
    public static void main(String[] args) throws Exception {
        new Replacing(new ByteArrayOutputStream()).writeObject("text");
    }
}

class Replacing extends ObjectOutputStream {
    Replacing(OutputStream out) throws IOException { super(out); enableReplaceObject(true); } //~ called by Main.main

    protected Object replaceObject(Object o) { //~ called by Main.main
        return o;
    }

    protected void other(Object o) { } //~ never called
}
