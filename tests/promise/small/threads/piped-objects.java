package small;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out);
        Thread t = new Thread(() -> {
            try (ObjectOutputStream objects = new ObjectOutputStream(out)) { objects.writeObject(s); } catch (IOException e) { }
        });
        t.start();
        Session copy = (Session) new ObjectInputStream(in).readObject();
        copy.close();
        copy.send();
    }
}
