package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.lang.ref.ReferenceQueue<Session> queue = new java.lang.ref.ReferenceQueue<>();
        java.lang.ref.WeakReference<Session> weak = new java.lang.ref.WeakReference<>(s, queue);
        weak.enqueue();
        if (queue.poll() == weak) s.close();
        s.send();
    }
}
