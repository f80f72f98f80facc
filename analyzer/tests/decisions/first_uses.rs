//! Static initializers run where a class is first used, on that thread, and at no other time.
//!
//! Whatever is fired before it is armed is of no interest: both calls are silent. Where a use may
//! come behind `arm`, both stay.

use crate::support::{GUN, check};

/// `declarations` beside `Main`, whose `main` makes a gun, does `before`, arms it and does `behind`.
/// `{fire}` stands for what becomes of events.
fn case(declarations: &str, [before, behind]: [&str; 2], decision: &str) -> String {
    let declarations = declarations.replace("{fire}", decision);
    format!(
        r"{GUN}//- Main.java
{declarations}
class Main {{
    static Gun gun;
    public static void main(String[] args) throws Exception {{
        gun = new Gun();
        {before}
        gun.arm();
        //  ^^^ {decision} arm
        {behind}
    }}
}}"
    )
}

/// A class whose initializer fires.
const LOG: &str = "class Log {
    static int level = 3;
    static int level() { return 4; }
    static {
        Main.gun.fire();
        //       ^^^^ {fire} fire
    }
}
class Base extends Log { static int own; }";

const SILENT: &str = "silence Residual2";

/// Statements that use the class.
const USES: [&str; 8] = [
    "Log.level = 4;",
    "int level = Log.level;",
    "Log.level();",
    "new Log();",
    "new Base();",
    "Base.own = 4;",
    "Runnable r = () -> Log.level(); r.run();",
    "java.util.function.Supplier<Log> s = Log::new; s.get();",
];

#[test]
fn initializers_run_before_what_follows_the_use() {
    for used in USES {
        check(&case(LOG, [used, ""], SILENT));
    }
}

#[test]
fn initializers_run_behind_what_comes_before_the_use() {
    for used in USES {
        check(&case(LOG, ["", used], "keep"));
    }
}

/// Which use is the first one is not known.
#[test]
fn any_use_may_be_the_first_one() {
    check(&case(
        LOG,
        ["if (args.length > 0) { Log.level = 5; }", "Log.level();"],
        "keep",
    ));
}

#[test]
fn initializers_that_another_thread_runs_run_at_any_time() {
    for used in [
        "new Thread(() -> Log.level()).start();",
        "new Thread(Log::level).start();",
    ] {
        check(&case(LOG, [used, ""], "keep"));
    }
    // The statement before is another use, which need not come.
    let maybe = "if (args.length > 9) { Log.level = 4; }";
    let invoked = "Log.class.getDeclaredMethod(\"level\").invoke(null);";
    check(&case(LOG, [maybe, invoked], "keep"));
}

#[test]
fn the_class_of_main_is_initialized_before_main() {
    let main = |first: &str, second: &str, decision: &str| {
        format!(
            r"{GUN}//- Main.java
class Main {{
    static Gun gun = new Gun();
    static {{
        gun.{first}();
        //  {}{decision} {first}
    }}
    public static void main(String[] args) {{
        gun.{second}();
        //  {}{decision} {second}
    }}
}}",
            "^".repeat(first.len()) + " ",
            "^".repeat(second.len()) + " ",
        )
    };
    check(&main("fire", "arm", SILENT));
    check(&main("arm", "fire", "keep"));

    // What main does is no use of its class.
    let quiet = r"class Guns { static Gun gun; }
class Main {
    static {
        Guns.gun = new Gun();
        Guns.gun.arm();
        //       ^^^ keep arm
    }
    public static void main(String[] args) {
        Guns.gun.fire();
        //       ^^^^ keep fire
    }
}";
    check(&format!("{GUN}//- Main.java\n{quiet}"));
}

#[test]
fn initializers_that_fail_go_on_at_the_handlers() {
    let failing = "class Log {
    static int level = 3;
    static void arm() {
        Main.gun.arm();
        //       ^^^ keep arm
        throw new RuntimeException();
    }
    static { arm(); }
}";
    let main = r"class Main {
    static Gun gun;
    public static void main(String[] args) {
        gun = new Gun();
        try {
            Log.level = 4;
        } catch (ExceptionInInitializerError e) {
            gun.fire();
            //  ^^^^ keep fire
        }
    }
}";
    check(&format!("{GUN}//- Main.java\n{failing}\n{main}"));
}

#[test]
fn objects_that_initializers_make_go_on_behind_the_use() {
    let main = r"class Log {
    static int level = 3;
    static {
        Main.gun = make();
    }
    static Gun make() {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        return gun;
    }
}
class Main {
    static Gun gun;
    public static void main(String[] args) {
        Log.level = 4;
        gun.fire();
        //  ^^^^ keep fire
    }
}";
    check(&format!("{GUN}//- Main.java\n{main}"));
}

#[test]
fn initializers_lead_to_those_of_other_classes() {
    let declarations = format!("{LOG}\nclass Outer {{ static int n = Log.level(); }}");
    check(&case(&declarations, ["Outer.n++;", ""], SILENT));
    check(&case(&declarations, ["", "Outer.n++;"], "keep"));
}

#[test]
fn switches_over_enums_initialize_them() {
    let declarations = "enum Level { LOW, HIGH;
    static {
        Main.gun.fire();
        //       ^^^^ {fire} fire
    }
}
class User {
    static void use(Level level) { switch (level == null ? null : level) { case LOW: break; default: } }
}";
    let used = "try { User.use(null); } catch (NullPointerException e) {}";
    check(&case(declarations, ["", used], "keep"));
}

/// An event that names no gun concerns each of them, wherever it is raised.
#[test]
fn events_that_name_no_object_are_raised_inside_statements() {
    let property = GUN.replace("fire: call Gun.fire() target g", "fire: call Main.alarm()");
    for used in ["Log.level = 4;", "List.of(1).forEach(n -> alarm());"] {
        let main = format!(
            r"import java.util.*;
class Log {{
    static int level = 3;
    static {{
        Main.alarm();
        //   ^^^^^ keep fire
    }}
}}
class Main {{
    static void alarm() {{}}
    public static void main(String[] args) {{
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        {used}
    }}
}}"
        );
        let main = if used.starts_with("Log") {
            main
        } else {
            let log = main.find("class Log").unwrap()..main.find("class Main").unwrap();
            let mut main = main.clone();
            main.replace_range(log, "");
            main.replace(
                "forEach(n -> alarm());",
                "forEach(n ->\n            alarm());\n            // ^^^ keep fire",
            )
            .replace(
                "            // ^^^ keep fire",
                "        //  ^^^^^ keep fire",
            )
        };
        check(&format!("{property}//- Main.java\n{main}"));
    }
}

/// All that the user sees of a gun comes with an event that names it. What comes in between, and
/// names none, is followed with it.
#[test]
fn events_that_name_no_object_come_between_those_that_do() {
    let property = GUN
        .replace(
            "fire: call Gun.fire() target g",
            "fire: call Gun.fire() target g\n      alarm: call Main.alarm()",
        )
        .replace(
            "- armed -> bad: fire",
            "- armed -> warned: alarm\n          - warned -> bad: fire",
        )
        .replace("armed: , bad", "armed: , warned: , bad");
    let log = "class Log { static int level = 3; static { warn(); } static void warn() {
        Main.alarm();
        //   ^^^^^ keep alarm
    } }";
    for used in [
        "Log.level = 4;",
        "java.util.List.of(1).forEach(n -> Log.warn());",
    ] {
        let main = format!(
            r"{log}
class Main {{
    static void alarm() {{}}
    public static void main(String[] args) {{
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        {used}
        gun.fire();
        //  ^^^^ keep fire
    }}
}}"
        );
        check(&format!("{property}//- Main.java\n{main}"));
    }
}
