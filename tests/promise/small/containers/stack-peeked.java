package small;

import java.util.Stack;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Stack<Session> stack = new Stack<>();
        stack.push(s).close();
        stack.peek().send();
    }
}
