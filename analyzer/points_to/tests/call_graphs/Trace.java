package trace;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.util.stream.Stream;

/** Tells who called the method that calls {@link #hit}. */
public final class Trace {
    /** The number of the program. */
    public static volatile String program;

    private static final String OUTSIDE = "<outside>";
    private static final PrintStream OUT = new PrintStream(new FileOutputStream(FileDescriptor.out), true);

    public static void hit(String file, int line) {
        String caller = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(Trace::caller);
        synchronized (Trace.class) {
            OUT.println("HIT\t" + program + "\t" + file + "\t" + line + "\t" + caller);
        }
    }

    /** The second frame of the program's code; the first is the method that was called. */
    private static String caller(Stream<StackWalker.StackFrame> frames) {
        return frames.filter(Trace::isOfTheProgram).skip(1).findFirst().map(Trace::name).orElse(OUTSIDE);
    }

    private static boolean isOfTheProgram(StackWalker.StackFrame frame) {
        ClassLoader loader = frame.getDeclaringClass().getClassLoader();
        String name = frame.getClassName();
        return loader != null && loader != ClassLoader.getPlatformClassLoader() && frame.getDeclaringClass() != Trace.class
            && !name.startsWith("Recorder") && !name.startsWith("sun.") && !Proxy.isProxyClass(frame.getDeclaringClass())
            && !isBridge(frame);
    }

    /** Whether the compiler made the method to call another one. */
    private static boolean isBridge(StackWalker.StackFrame frame) {
        return Stream.of(frame.getDeclaringClass().getDeclaredMethods()).anyMatch(method -> method.isBridge()
            && method.getName().equals(frame.getMethodName())
            && MethodType.methodType(method.getReturnType(), method.getParameterTypes()).equals(frame.getMethodType()));
    }

    private static String name(StackWalker.StackFrame frame) {
        if (frame.getClassName().equals("Client")) {
            return OUTSIDE;
        }
        String method = frame.getMethodName().startsWith("lambda$") ? "lambda" : frame.getMethodName();
        return frame.getClassName().replace('$', '.') + "." + method;
    }
}
