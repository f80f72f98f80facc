/** A string builder is used by one thread. */
class BuilderOfOneThread {
    static void violates() throws InterruptedException {
        StringBuilder text = new StringBuilder();
        text.append("a");
        Thread other = new Thread(() -> text.append("b"));
        other.start();
        other.join();
    }

    static void conforms() {
        StringBuilder text = new StringBuilder();
        text.append("a");
        text.append("b");
    }
}
