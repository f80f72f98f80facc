package small;

import java.util.concurrent.Phaser;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new Phaser(1) { protected boolean onAdvance(int phase, int parties) { s.close(); return true; } }.arrive();
        s.send();
    }
}
