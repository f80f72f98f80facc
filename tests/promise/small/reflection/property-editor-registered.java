package small;

public class Main {
    static Session s;

    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Main.s = s;
        java.beans.PropertyEditorManager.registerEditor(Thread.class, Made.class);
        java.beans.PropertyEditorManager.findEditor(Thread.class).setAsText("a");
        s.send();
    }

    public static class Made extends java.beans.PropertyEditorSupport { public void setAsText(String text) { Main.s.close(); } }
}
