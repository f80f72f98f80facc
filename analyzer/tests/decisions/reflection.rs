//! Reflection calls methods, makes objects and initializes classes during the call that asks for it,
//! on its thread.
//!
//! Whatever is fired before it is armed is of no interest: both calls are silent. Where a reflective
//! call may come behind `arm`, both stay.

use crate::support::{GUN, check};

/// `main` makes a gun, does `before`, arms it and does `behind`. `decision` is what becomes of all
/// events.
fn case([before, behind]: [&str; 2], decision: &str) -> String {
    format!(
        r"{GUN}//- Main.java
import java.lang.invoke.*;
import java.lang.reflect.*;
class Shooter {{
    static int count;
    static void shootAll() {{ new Shooter(0).shoot(); }}
    Shooter() {{ shoot(); }}
    Shooter(int n) {{}}
    void shoot() {{
        Main.gun.fire();
        //       ^^^^ {decision} fire
    }}
}}
class Log {{
    static int level = 3;
    static int level() {{ return 4; }}
    static {{
        new Shooter(0).shoot();
    }}
}}
class Under extends Log {{ static int own() {{ return 4; }} }}
enum Level {{
    LOW;
    static {{
        new Shooter(0).shoot();
    }}
}}
class Main {{
    static Gun gun;
    static Method found;
    public static void main(String[] args) throws Throwable {{
        gun = new Gun();
        {before}
        gun.arm();
        //  ^^^ {decision} arm
        {behind}
    }}
}}"
    )
}

const SILENT: &str = "silence Residual2";

/// Statements that shoot by reflection.
const SHOTS: [&str; 11] = [
    "Class.forName(Log.class.getName());",
    "Shooter.class.getDeclaredConstructor().newInstance();",
    "Shooter.class.newInstance();",
    "Shooter.class.getDeclaredMethod(\"shoot\").invoke(new Shooter(0));",
    "Shooter.class.getDeclaredMethod(\"shootAll\").invoke(null);",
    "for (Method m : Shooter.class.getDeclaredMethods()) m.invoke(new Shooter(0));",
    "Method m = Shooter.class.getDeclaredMethod(\"shoot\"); m.setAccessible(true); m.invoke(new Shooter(0));",
    "Log.class.getDeclaredMethod(\"level\").invoke(null);",
    "Under.class.getDeclaredMethod(\"own\").invoke(null);",
    "Log.class.getDeclaredField(\"level\").getInt(null);",
    "Enum.valueOf(Level.class, \"LOW\");",
];

#[test]
fn reflection_comes_before_what_follows_the_call() {
    for shot in SHOTS {
        println!("{shot}");
        check(&case([shot, ""], SILENT));
    }
}

#[test]
fn reflection_comes_behind_what_is_before_the_call() {
    for shot in SHOTS {
        println!("{shot}");
        check(&case(["", shot], "keep"));
    }
}

#[test]
fn methods_run_where_they_are_invoked_not_where_they_are_found() {
    let find = "found = Shooter.class.getDeclaredMethod(\"shoot\");";
    let invoke = "found.invoke(new Shooter(0));";
    check(&case([&format!("{find} {invoke}"), ""], SILENT));
    check(&case([find, invoke], "keep"));
}

#[test]
fn other_threads_invoke_methods_at_any_time() {
    for shot in [
        "Method m = Shooter.class.getDeclaredMethod(\"shootAll\"); new Thread(() -> { try { m.invoke(null); } catch (Exception e) {} }).start();",
        "new Thread(() -> { try { Class.forName(\"Log\"); } catch (Exception e) {} }).start();",
    ] {
        check(&case([shot, ""], "keep"));
    }
}

/// Whoever has a handle may use it whenever he likes.
#[test]
fn handles_call_at_any_time() {
    let handle = "MethodHandle h = MethodHandles.lookup().findStatic(Shooter.class, \"shootAll\", MethodType.methodType(void.class));";
    check(&case([handle, "h.invoke();"], "keep"));
    let unreflected = "MethodHandle h = MethodHandles.lookup().unreflect(Shooter.class.getDeclaredMethod(\"shootAll\"));";
    check(&case([unreflected, "h.invoke();"], "keep"));
    // The first statement is another use of the class, which need not come.
    let initializing = "if (args.length > 9) { Log.level = 4; }
        MethodHandle h = MethodHandles.lookup().findStatic(Log.class, \"level\", MethodType.methodType(int.class));";
    check(&case([initializing, "h.invoke();"], "keep"));
}

/// Whoever gets the text may look for the class.
#[test]
fn classes_that_texts_name_are_initialized_at_any_time() {
    check(&case(["Class.forName(\"Log\");", ""], "keep"));
}

/// Code of which nothing is known may invoke what it gets, and keep it.
#[test]
fn what_a_library_gets_it_may_invoke_later() {
    let kept = "new java.beans.PropertyDescriptor(\"count\", Shooter.class.getDeclaredMethod(\"shootAll\"), null);";
    check(&case([kept, ""], "keep"));
}

#[test]
fn an_exception_of_an_invoked_method_goes_on_at_the_handlers() {
    let main = r"import java.lang.reflect.*;
class Shooter {
    static void fail() {
        Main.gun.arm();
        //       ^^^ keep arm
        throw new RuntimeException();
    }
}
class Main {
    static Gun gun;
    public static void main(String[] args) throws Exception {
        gun = new Gun();
        try {
            Shooter.class.getDeclaredMethod(`fail`).invoke(null);
        } catch (InvocationTargetException e) {
            gun.fire();
            //  ^^^^ keep fire
        }
    }
}";
    check(&format!("{GUN}//- Main.java\n{main}").replace('`', "\""));
}

#[test]
fn objects_that_an_invoked_method_makes_go_on_behind_the_call() {
    let main = r"class Maker {
    static Gun make() {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        return gun;
    }
}
class Main {
    public static void main(String[] args) throws Exception {
        Gun gun = (Gun) Maker.class.getDeclaredMethod(`make`).invoke(null);
        gun.fire();
        //  ^^^^ keep fire
    }
}";
    check(&format!("{GUN}//- Main.java\n{main}").replace('`', "\""));
}

/// Statements that put a class or a method into a container, and then shoot with what comes out of
/// it.
const CARRIED: [&str; 10] = [
    "java.util.Map<String, Class<?>> m = new java.util.HashMap<>(); m.put(\"a\", Shooter.class); m.get(\"a\").newInstance();",
    "java.util.Map<Class<?>, String> m = new java.util.HashMap<>(); m.put(Shooter.class, \"a\");
        for (Class<?> c : m.keySet()) c.newInstance();",
    "java.util.List<Class<?>> l = new java.util.ArrayList<>(); l.add(Shooter.class); for (Class<?> c : l) c.newInstance();",
    "java.util.List<Object> l = new java.util.LinkedList<>(); l.add(Shooter.class);
        java.util.List<Object> k = new java.util.ArrayList<>(l); Object o = k.get(0); ((Class<?>) o).newInstance();",
    "java.util.List<Method> l = new java.util.ArrayList<>(); l.add(Shooter.class.getDeclaredMethod(\"shootAll\"));
        for (Method x : l) x.invoke(null);",
    "java.util.List<Constructor<?>> l = new java.util.Vector<>(); l.add(Shooter.class.getDeclaredConstructor());
        l.get(0).newInstance();",
    "java.util.List<Class<?>> l = new java.util.ArrayList<>(); l.add(Shooter.class); l.forEach(Main::make);",
    "java.util.Optional.of(Shooter.class).get().newInstance();",
    "java.util.Deque<Object> d = new java.util.ArrayDeque<>(); Holder h = new Holder(); d.push(h); h.classes.add(Shooter.class);
        Class<?> c = (Class<?>) ((Holder) d.pop()).classes.get(0); c.newInstance();",
    "java.util.List<Object> l = new java.util.ArrayList<>(); l.add(Shooter.class);
        for (Object o : l.toArray()) ((Class<?>) o).newInstance();",
];

/// Methods and a class that [`CARRIED`] and [`LOST`] name.
fn with_holders(case: &str) -> String {
    let members = "    static void make(Class<?> c) {
        try { c.newInstance(); } catch (Exception e) { }
    }
    static Gun gun;";
    case.replace("    static Gun gun;", members).replace(
        "class Main {",
        "class Holder { java.util.List<Object> classes = new java.util.ArrayList<>(); }\nclass Main {",
    )
}

/// A class in a container gives no more power than it gave before the program put it there.
#[test]
fn containers_carry_classes_and_members() {
    for shot in CARRIED {
        println!("{shot}");
        check(&with_holders(&case([shot, ""], SILENT)));
        check(&with_holders(&case(["", shot], "keep")));
    }
}

/// Comparators get the keys of a map.
#[test]
fn comparators_get_classes() {
    let compared = "java.util.Map<Class<?>, String> m = new java.util.TreeMap<>((a, b) -> { Main.make(a); return 0; });
        m.put(Shooter.class, null);";
    check(&with_holders(&case(["", compared], "keep")));
}

/// A class that is put into a container and does not come out of it shoots nobody.
#[test]
fn classes_in_containers_do_nothing() {
    let kept = "Holder h = new Holder(); h.classes.add(Shooter.class); System.out.println(h.classes.size());";
    check(&with_holders(&case([kept, ""], "silence Residual0")));
    check(&with_holders(&case(["", kept], "silence Residual0")));
}

/// Statements that hand a container with a class to code of which nothing is known.
const LOST: [&str; 3] = [
    "java.util.List<Object> l = new java.util.ArrayList<>(); l.add(Shooter.class);
        new java.beans.PropertyChangeSupport(l);",
    "java.util.List<Object> l = new java.util.ArrayList<>(); l.add(java.util.List.of(Shooter.class));
        new java.beans.PropertyChangeSupport(l);",
    "java.util.List<Object> l = new java.util.ArrayList<>(); new java.beans.PropertyChangeSupport(l); l.add(Shooter.class);",
];

#[test]
fn classes_in_containers_that_others_get_are_open() {
    for shot in LOST {
        println!("{shot}");
        check(&with_holders(&case([shot, ""], "keep")));
    }
}

/// Statements that shoot with a class, or an object, that no statement of the program names.
const UNNAMED: [&str; 9] = [
    "((Class<?>) Marked.class.getMethod(\"value\").getDefaultValue()).newInstance();",
    "((Class<?>[]) Marked.class.getDeclaredMethods()[0].getDefaultValue())[0].newInstance();",
    "java.util.List<Method> l = new java.util.ArrayList<>(); l.add(Marked.class.getMethod(\"value\"));
        ((Class<?>) l.get(0).getDefaultValue()).newInstance();",
    "Marked m = Holding.class.getAnnotation(Marked.class);
        Object o = Proxy.getInvocationHandler(m).invoke(m, Marked.class.getMethod(\"value\"), null); ((Class<?>) o).newInstance();",
    "Marked m = Holding.class.getAnnotation(Marked.class);
        Object o = new java.beans.Expression(m, \"value\", args).getValue(); ((Class<?>) o).newInstance();",
    "Object o = new java.beans.Expression(Class.class, \"forName\", args).getValue(); ((Class<?>) o).newInstance();",
    "new java.beans.Statement(Class.class, \"forName\", args).execute();",
    "javax.management.MBeanServerFactory.newMBeanServer().instantiate(args[0]);",
    "java.beans.Beans.instantiate(null, args[0]);",
];

/// Values of annotations, methods that are called by their names, and objects of classes whose names
/// are not known.
#[test]
fn classes_come_unnamed() {
    let marked = "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
@interface Marked { Class<?> value() default Shooter.class; Class<?>[] all() default Shooter.class; }
@Marked class Holding { }
class Main {";
    for shot in UNNAMED {
        println!("{shot}");
        let case = case(["", shot], "keep");
        check(&case.replace("class Main {", marked));
    }
}

/// A factory that gets no loader gets a name of something else.
#[test]
fn factories_without_a_loader_make_nothing_by_name() {
    let of_a_language = "javax.xml.validation.SchemaFactory.newInstance(args[0]);";
    check(&case([of_a_language, ""], "silence Residual0"));
    let of_a_class = "javax.xml.parsers.SAXParserFactory.newInstance(args[0], null);";
    check(&case([of_a_class, ""], "keep"));
}

/// A method with a parameter of a class of the program is one of the program.
#[test]
fn methods_with_parameters_of_the_program_are_of_the_program() {
    let named = "Class.forName(args[0]).getMethod(args[1], Gun.class).invoke(null, (Object) null);";
    check(&case([named, ""], SILENT));
    let of_a_library =
        "Class.forName(args[0]).getMethod(args[1], String.class).invoke(null, (Object) null);";
    check(&case([of_a_library, ""], "keep"));
}
