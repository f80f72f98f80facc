/** A process is asked how it ended after it has been waited for. */
class ProcessEnded {
    static void violates() throws Exception {
        Process process = new ProcessBuilder("sleep", "0").start();
        process.exitValue();
    }

    static void conforms() throws Exception {
        Process process = new ProcessBuilder("sleep", "0").start();
        process.waitFor();
        process.exitValue();
    }
}
