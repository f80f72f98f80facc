package models;

import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;

/** Random arguments for parameters. */
final class Arguments {
    private static final int DEEP = 2;
    private static final List<Class<?>> COLLECTIONS = List.of(
            List.class, Set.class, SortedSet.class, NavigableSet.class, Queue.class, Deque.class, SortedMap.class, NavigableMap.class);
    private final Scenario at;
    private final Targets targets;
    private final Special special;

    Arguments(Scenario at, Targets targets) {
        special = new Special(at);
        this.at = at;
        this.targets = targets;
    }

    Object[] list(Executable code, Targets.Target target, Object on) {
        Class<?>[] types = code.getParameterTypes();
        Object[] values = new Object[types.length];
        String context = target.key() + " " + code.getDeclaringClass().getName();
        for (int index = 0; index < types.length; index++) {
            Object given = special.of(types[index], target.key(), on);
            if (given == null && !types[index].isPrimitive() && at.random.nextInt(isOfValues(target) ? 3 : 24) == 0) {
                continue;
            }
            values[index] = given != null ? given : of(types[index], context, isEndless(target) ? DEEP : 0);
        }
        return values;
    }

    /** Whether null is as good as any other value. */
    private static boolean isOfValues(Targets.Target target) {
        return target.owner().equals("java.util.Objects") || target.key().equals("valueOf(Object)");
    }

    /** Only functions of the program end a stream that is generated. */
    private static boolean isEndless(Targets.Target target) {
        return target.key().startsWith("generate") || target.key().startsWith("iterate");
    }

    /** A value of this type; `context` tells what texts are good for. */
    Object of(Class<?> type, String context, int depth) {
        if (type.isPrimitive()) {
            return primitive(type);
        } else if (type == String.class) {
            return text(context);
        } else if (type.isArray()) {
            return array(type.getComponentType(), context, depth);
        } else if (type == Object.class || type.isInstance(sample())) {
            return element(type);
        }
        Object constant = constant(type);
        return constant != null ? constant : object(type, depth);
    }

    private Object sample() {
        return at.item();
    }

    private Object element(Class<?> type) {
        Object pooled = at.random.nextInt(10) == 0 ? at.somethingPooled() : null;
        return type.isInstance(pooled) ? pooled : at.item();
    }

    private Object primitive(Class<?> type) {
        int value = at.random.nextInt(3);
        if (type == boolean.class) {
            return value > 0;
        } else if (type == char.class) {
            return (char) ('a' + value);
        } else if (type == long.class) {
            return (long) value;
        } else if (type == double.class) {
            return value / 2.0 + 0.25;
        } else if (type == float.class) {
            return 0.75f;
        } else if (type == byte.class) {
            return (byte) value;
        }
        return type == short.class ? (Object) (short) value : (Object) value;
    }

    private String text(String context) {
        if (Special.isFormat(context)) {
            return special.format();
        }
        return context.contains("java.io.File") ? Harness.FILE : "UTF-8";
    }

    private Object array(Class<?> component, String context, int depth) {
        int length = component == Object.class && at.random.nextInt(6) == 0 ? 0 : 1 + at.random.nextInt(3);
        Object array = Array.newInstance(component, length);
        for (int index = 0; index < length; index++) {
            Object shown = Special.isFormat(context) && component == Object.class ? special.shown() : null;
            Array.set(array, index, shown != null ? shown : of(component, "", depth + 1));
        }
        if (array instanceof Object[] objects) {
            at.trace.array(objects);
        }
        return array;
    }

    private Object constant(Class<?> type) {
        if (type == Class.class) {
            return Object[].class;
        } else if (type == Charset.class) {
            return StandardCharsets.UTF_8;
        } else if (type == Locale.class) {
            return Locale.ROOT;
        } else if (type == TimeUnit.class) {
            return TimeUnit.MILLISECONDS;
        }
        return type == Level.class ? Level.INFO : null;
    }

    private Object object(Class<?> type, int depth) {
        Object pooled = at.somethingPooled();
        if (type.isInstance(pooled) && depth < DEEP && at.random.nextInt(4) == 0) {
            return pooled;
        }
        List<String> kinds = targets.kindsOf(type);
        boolean canStub = Stubs.fits(type) || ofProgram(type) != null;
        if (!kinds.isEmpty() && depth < DEEP && (!canStub || at.random.nextInt(3) == 0)) {
            at.trace.resume();
            try {
                Object made = at.make(kinds.get(at.random.nextInt(kinds.size())), "", depth + 2);
                if (type.isInstance(made)) {
                    return made;
                }
            } finally {
                at.trace.suspend();
            }
        }
        Object own = ofProgram(type);
        return own != null || !Stubs.fits(type) ? own : at.stubs.any(narrowed(type));
    }

    /** Some interface below one of collections: what a method does with its argument may depend on what else that is. */
    private Class<?> narrowed(Class<?> type) {
        List<Class<?>> below = COLLECTIONS.stream().filter(type::isAssignableFrom).toList();
        return below.isEmpty() || at.random.nextBoolean() ? type : below.get(at.random.nextInt(below.size()));
    }

    private List<Object> items() {
        return new ArrayList<>(List.of(at.item(), at.item()));
    }

    /** An object of a class of the program that extends this class, or null. */
    private Object ofProgram(Class<?> type) {
        if (type == InputStream.class) {
            return new Streams.Source(at);
        } else if (type == Reader.class) {
            return new Streams.Characters(at);
        } else if (type == OutputStream.class) {
            return new Streams.Sink(at);
        } else if (type == Writer.class) {
            return new Streams.Page(at);
        } else if (type == File.class) {
            return new Streams.Named(at);
        } else if (type == TimerTask.class) {
            return new Program.Task(at);
        } else if (type == Thread.class) {
            return new Program.Worker(at);
        }
        return type == Throwable.class ? new Trouble("trouble") : null;
    }

    /** An object of the program that inherits the methods of a kind, where program classes do that. */
    Object ofProgram(String kind, Targets targets) {
        Class<?> type = targets.inheritedType(kind);
        if (type == null || targets.hasClasses(kind) && at.random.nextBoolean()) {
            return null;
        }
        at.trace.suspend();
        try {
            Object made = ofProgram(type);
            if (made != null) {
                return made;
            }
            return Stubs.fits(type) ? at.stubs.any(type) : abstractly(type);
        } finally {
            at.trace.resume();
        }
    }

    private Object abstractly(Class<?> type) {
        if (type == ThreadLocal.class) {
            return new Program.PerThread(at);
        } else if (type == Object.class) {
            return at.random.nextBoolean() ? new Program.Plain() : new Program.Hashed(at);
        }
        return Containers.of(at, type, items());
    }

    /** What functions of the program should give back for a method that expects more than any object. */
    Object favourite(Targets.Target goal) {
        String key = goal.key();
        Map<String, String> wanted = Map.of("flatMap(", goal.owner().equals("optional") ? "optional" : "stream",
                "thenCompose(", "promise", "or(", "optional");
        for (Map.Entry<String, String> entry : wanted.entrySet()) {
            if (key.startsWith(entry.getKey())) {
                return at.make(entry.getValue(), "", 1);
            }
        }
        return goal.owner().startsWith("to_collection") || key.startsWith("toCollection") ? at.make("list", "", 1) : null;
    }
}
