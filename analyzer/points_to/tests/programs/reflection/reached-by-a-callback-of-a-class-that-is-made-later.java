class Main {
    public static void main(String[] args) throws Exception {
        Object made = Class.forName("Task").getDeclaredConstructor().newInstance();
        Thread thread = new Thread((Runnable) made);
        thread.start();
        thread.join();
        Shape shape = Holder.shape;
        shape.draw();
    }
}

class Holder {
    static Shape shape;
}

interface Shape {
    void draw();
}

class Task implements Runnable {
    public void run() { //~ called by <outside>
        try {
            Holder.shape = (Shape) Class.forName("Square").getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}

class Square implements Shape {
    public void draw() { } //~ called by Main.main
}

class Circle implements Shape {
    public void draw() { } //~ never called
}
