// A pipe orders its writer and its reader.
import java.io.*;
public class Pipes {
  static int w;
  public static void main(String[] a) throws Exception {
    PipedInputStream pi = new PipedInputStream();
    PipedOutputStream po = new PipedOutputStream(pi);
    Thread x = new Thread(() -> { 
      try {
        w = 1;
        po.write(3);
        po.close();
      } catch (IOException e) { }
    });
    x.start();
    int b = pi.read();
    w++;
    x.join();
    System.out.println(w + b);
  }
}
