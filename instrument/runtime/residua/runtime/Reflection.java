package residua.runtime;

import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records what reflective calls reach, for {@code residua analyze --reflection-log}. The classes that {@code residua weave
 * --record-reflection} makes call it at each reflective call.
 *
 * <p>The file is the one that the system property {@code residua.reflection} names, and {@code reflection.log} in the current folder
 * without it. Each target of a call is added to it once in a run, as a line {@code KIND;TARGET;CALLER;METHOD;LINE}; lines of earlier
 * runs stay.
 */
public final class Reflection {
    private static final ConcurrentHashMap<String, Boolean> WRITTEN = new ConcurrentHashMap<String, Boolean>();

    private Reflection() {}

    /** A class was found by its name. */
    public static void found(Class<?> type) {
        if (type != null) {
            record("Class.forName;" + nameOf(type));
        }
    }

    /** A class makes an object by its constructor without parameters. */
    public static void makes(Class<?> type) {
        if (type != null) {
            record("Class.newInstance;" + nameOf(type));
        }
    }

    /** A constructor makes an object. */
    public static void makes(Constructor<?> constructor) {
        if (constructor != null) {
            record("Constructor.newInstance;<" + nameOf(constructor.getDeclaringClass()) + ": void <init>"
                + parameters(constructor.getParameterTypes()) + ">");
        }
    }

    /** A method is called. */
    public static void calls(Method method) {
        if (method != null) {
            record("Method.invoke;<" + declared(method, method.getReturnType()) + parameters(method.getParameterTypes()) + ">");
        }
    }

    /** A field is read. */
    public static void reads(Field field) {
        if (field != null) {
            record("Field.get;<" + declared(field, field.getType()) + ">");
        }
    }

    /** A field is written. */
    public static void writes(Field field) {
        if (field != null) {
            record("Field.set;<" + declared(field, field.getType()) + ">");
        }
    }

    private static String declared(Member member, Class<?> type) {
        return nameOf(member.getDeclaringClass()) + ": " + nameOf(type) + " " + member.getName();
    }

    private static String parameters(Class<?>[] types) {
        StringBuilder text = new StringBuilder("(");
        for (int index = 0; index < types.length; index++) {
            text.append(index == 0 ? "" : ",").append(nameOf(types[index]));
        }
        return text.append(')').toString();
    }

    /** {@code p.A$In[]} of an array. */
    private static String nameOf(Class<?> type) {
        return type.isArray() ? nameOf(type.getComponentType()) + "[]" : type.getName();
    }

    private static void record(String target) {
        String line = target + callerOf(new Throwable().getStackTrace());
        if (WRITTEN.putIfAbsent(line, Boolean.TRUE) == null) {
            write(line + "\n");
        }
    }

    /** The first frame that is the program's own, and no method that weaving has added to its class. */
    private static String callerOf(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (!frame.getClassName().startsWith("residua.") && !frame.getMethodName().startsWith("residua$")) {
                return ";" + frame.getClassName() + ";" + frame.getMethodName() + ";" + frame.getLineNumber();
            }
        }
        return ";;;0";
    }

    private static synchronized void write(String line) {
        String file = Settings.get("residua.reflection", "reflection.log");
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write(line.getBytes("UTF-8"));
        } catch (IOException | RuntimeException lost) {
            System.err.println("residua: cannot write " + file + ": " + lost.getMessage());
        }
    }
}
