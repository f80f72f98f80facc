// The program of Meredith and Roşu, RV 2010, 4.3.
// The order of the two lines of output is not determined.
// race: 13 13
// race: 14 14
// race: 13 14
public class Simple extends Thread {
    static public int i = 1;
    public static void main(String[] args) {
        (new Simple()).start();
        (new Simple()).start();
    }
    public void run() {
        i++;
        System.out.println(i);
    }
}
