/** All of its code notices that it runs. */
public class Probe {
    public static Object kept = noticing();

    static Object noticing() {
        Watch.notice();
        return null;
    }

    public Probe() {
        Watch.notice();
    }

    public static void work() {
        Watch.notice();
    }

    public String toString() {
        Watch.notice();
        return "";
    }

    public int hashCode() {
        Watch.notice();
        return 1;
    }

    public boolean equals(Object other) {
        Watch.notice();
        return false;
    }
}
