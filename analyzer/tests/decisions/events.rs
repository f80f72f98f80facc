//! What raises an event, and whose.

use crate::support::check;

/// Arming and firing of one gun; in `events` stand the lines of both.
fn guns(events: &str, main: &str) -> String {
    format!(
        r"
//- gun.yaml
imports: [Gun, Main]
foreach:
  - parameters: [Gun g]
    events:
{events}    properties:
      guns:
        states: {{safe: initial, armed: , bad: bad}}
        transitions:
          - safe -> armed: arm
          - armed -> bad: fire
//- Gun.java
class Gun {{
    void arm() {{}}
    void fire() {{}}
}}
//- Main.java
import java.util.*;
{main}"
    )
}

const CALLS: &str = "      arm: call Gun.arm() target g
      fire: call Gun.fire() target g
";

/// A gun must be armed when it is fired.
fn armed(arm: &str, main: &str) -> String {
    let property = guns(
        &format!("      arm: {arm}\n      fire: call Gun.fire() target g\n"),
        main,
    );
    property.replace("armed -> bad: fire", "safe -> bad: fire")
}

#[test]
fn filtered_events_may_not_happen() {
    check(&armed(
        "{on: call Gun.arm() target g, filter: Main.ready}",
        r"class Main {
    static boolean ready;

    public static void main(String[] args) {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        gun.fire();
        //  ^^^^ keep fire
    }
}",
    ));
}

/// What a thread is in the course of is not followed: here it never is.
#[test]
fn events_that_ask_for_a_control_flow_may_not_happen() {
    check(&armed(
        "call Gun.arm() target g cflow(call Main.in(Gun))",
        r"class Main {
    static void in(Gun gun) {}

    public static void main(String[] args) {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        gun.fire();
        //  ^^^^ keep fire
    }
}",
    ));
}

/// The pattern asks for a text, the method takes anything.
#[test]
fn events_with_a_test_at_run_time_may_not_happen() {
    check(&armed(
        "call Main.arm(Gun g, String s)",
        r"class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        Main.arm(gun, args.length > 0 ? args[0] : args);
        //   ^^^ keep arm
        gun.fire();
        //  ^^^^ keep fire
    }

    static void arm(Gun gun, Object how) {}
}",
    ));
}

#[test]
fn copies_see_the_copies_before_them() {
    for copies in ["x = y; g = x;", "g = x; g = y;"] {
        check(&guns(
            &format!(
                "      arm: {{on: \"call Main.arm(Gun x, Gun y)\", parameters: [Gun x, Gun y], where: {copies}}}
      fire: call Gun.fire() target g
"
            ),
            r"class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        Main.arm(new Gun(), gun);
        //   ^^^ keep arm
        gun.fire();
        //  ^^^^ keep fire
    }

    static void arm(Gun one, Gun other) {}
}",
        ));
    }
}

#[test]
fn a_computed_parameter_may_be_any_object() {
    check(&guns(
        "      arm: {on: call Main.arm(int k), parameters: [int k], where: g = Main.all.get(k);}
      fire: call Gun.fire() target g
",
        r"class Main {
    static final List<Gun> all = new ArrayList<>();

    public static void main(String[] args) {
        Gun gun = new Gun();
        all.add(gun);
        Main.arm(0);
        //   ^^^ keep arm
        gun.fire();
        //  ^^^^ keep fire
    }

    static void arm(int k) {}
}",
    ));
}

#[test]
fn a_computed_parameter_need_not_be_this_object() {
    check(&armed(
        "{on: call Main.arm(Gun x), parameters: [Gun x], where: g = Main.other(x);}",
        r"class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        Main.arm(gun);
        //   ^^^ keep arm
        gun.fire();
        //  ^^^^ keep fire
    }

    static void arm(Gun gun) {}

    static Gun other(Gun gun) {
        return new Gun();
    }
}",
    ));
}

#[test]
fn a_computed_parameter_may_be_another_object() {
    check(&guns(
        "      arm: {on: call Main.arm(Gun x), parameters: [Gun x], where: g = Main.other(x);}
      fire: call Gun.fire() target g
",
        r"class Main {
    static final Gun second = new Gun();

    public static void main(String[] args) {
        Gun gun = new Gun();
        Main.arm(gun);
        //   ^^^ keep arm
        second.fire();
        //     ^^^^ keep fire
    }

    static void arm(Gun gun) {}

    static Gun other(Gun gun) {
        return second;
    }
}",
    ));
}

#[test]
fn a_method_reference_raises_events_when_it_is_invoked() {
    check(&guns(
        CALLS,
        r"class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        Runnable arm = gun::arm;
        //             ^^^ keep arm
        arm.run();
        gun.fire();
        //  ^^^^ keep fire
    }
}",
    ));
}

/// A global property: what is armed is the program.
fn armed_by_reference(references: &str, main: &str) -> String {
    format!(
        r"
//- armed.yaml
imports: [Main]
method-references: {references}
events:
  arm: call Main.arm()
  fire: call Main.fire()
properties:
  armed:
    states: {{safe: initial, armed: , bad: bad}}
    transitions:
      - safe -> armed: arm
      - safe -> bad: fire
//- Main.java
class Main {{
    public static void main(String[] args) {{
        Runnable arm = Main::arm;{main}
    }}

    static void arm() {{}}
    static void fire() {{}}
}}"
    )
}

#[test]
fn what_a_method_reference_surely_raises_is_relied_on() {
    check(&armed_by_reference(
        "heard",
        "
        //             ^^^^ silence Residual2 arm
        arm.run();
        fire();
      //^^^^ silence Residual2 fire",
    ));
}

/// A compiler may make a lambda expression of it, whose call is one: it may happen, and is not
/// relied on.
#[test]
fn what_an_ignored_method_reference_might_raise_is_not_relied_on() {
    check(&armed_by_reference(
        "ignored",
        "
        //             ^^^^ keep arm
        arm.run();
        fire();
      //^^^^ keep fire",
    ));
}

const RIFLE: &str = r"class Rifle extends Gun {
    void ready() {
        super.arm();
    }
}

class Main {
    public static void main(String[] args) {
        Rifle rifle = new Rifle();
        rifle.ready();
        rifle.fire();
        //    ^^^^ keep fire
    }
}";

#[test]
fn a_super_call_raises_no_call_event() {
    check(&armed(
        "call Gun.arm() target g",
        &RIFLE.replace(
            "rifle.ready();",
            "if (args.length > 0) {\n            rifle.arm();\n            //    ^^^ keep arm\n        }\n        \
             rifle.ready();",
        ),
    ));
}

#[test]
fn a_super_call_raises_what_the_body_raises() {
    let case = guns(
        "      arm: execution Gun.arm() target g
      fire: call Gun.fire() target g
",
        RIFLE,
    );
    check(&case.replace(
        "    void arm() {}\n",
        "    void arm() {}\n//       ^ keep arm\n",
    ));
}

/// Arming is loading, and the property hears of arming alone; `also` is expected where the gun is
/// armed.
fn loaded(also: &str) -> String {
    let main = r"class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
ALSO        gun.fire();
        //  ^^^^ keep fire
    }
}";
    let events = "      load: call Gun.arm() target g
      arm: {any-of: [load]}
      fire: call Gun.fire() target g
";
    guns(events, &main.replace("ALSO", also))
}

#[test]
fn members_of_an_event_raise_it() {
    check(&loaded(""));
}

/// Nothing comes of arming, but a gun that has not been loaded is not watched.
#[test]
fn what_creates_is_heard_under_whatever_name() {
    let case = loaded("        //  ^^^ keep load\n")
        .replace("    events:", "    creation: [load]\n    events:");
    let useless = case.replace("safe -> armed: arm", "armed -> armed: arm");
    check(&useless.replace("armed -> bad: fire", "safe -> bad: fire"));
}

#[test]
fn a_caller_in_a_lambda_is_not_known() {
    check(&guns(
        "      arm: call Main.arm() caller g
      fire: call Gun.fire() target g
",
        r"class Pistol extends Gun {
    void ready() {
        Runnable arm = () -> Main.arm();
        //                        ^^^ keep arm
        arm.run();
    }
}

class Main {
    public static void main(String[] args) {
        Pistol gun = new Pistol();
        gun.ready();
        gun.fire();
        //  ^^^^ keep fire
    }

    static void arm() {}
}",
    ));
}

/// It may be one that raises the event: the weaver decides.
#[test]
fn a_call_that_is_not_resolved_is_heard() {
    check(&guns(
        CALLS,
        r"class Main {
    public static void main(String[] args) {
        Unknown.make().arm();
        //             ^^^ keep arm
    }
}",
    ));
}

/// A library: its public methods are called in any order.
#[test]
fn methods_of_a_library_are_called_in_any_order() {
    check(&guns(
        CALLS,
        r"public class Main {
    private final Gun gun = new Gun();

    public void last() {
        gun.fire();
        //  ^^^^ keep fire
    }

    public void first() {
        gun.arm();
        //  ^^^ keep arm
    }
}",
    ));
}

/// What could not be read may raise any event.
#[test]
fn a_program_that_could_not_be_read_stays_monitored() {
    check(&guns(
        CALLS,
        r"class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
    }

    void broken() {
        int x = = 3;
    }
}",
    ));
}

/// A missing function may call what a reference names.
#[test]
fn a_reference_for_a_missing_function_may_raise_an_event() {
    let main = |reference: &str, arm: &str| {
        let code = r"class Main {
    static void look(Gun gun) {}

    public static void main(String[] args) {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ ARM
        q.Far.run(REFERENCE, gun);
    }
}";
        guns(
            CALLS,
            &code.replace("REFERENCE", reference).replace("ARM", arm),
        )
    };
    check(&main("Gun::fire", "keep arm"));
    check(&main("Main::look", "silence Residual0 arm"));
}

/// Which variables a local class captures, and where its constructor takes them, is the compiler's
/// business.
#[test]
fn last_argument_of_a_constructor_may_be_a_captured_variable() {
    let main = r"class Main {
    static class Holder {
        Holder(Gun gun) {}
    }

    public static void main(String[] args) {
        Gun armed = new Gun();
        Gun captured = new Gun();
        class Local extends Holder {
            Local(Gun gun) {
                super(gun);
            }

            Gun other() {
                return captured;
            }
        }
        Object local = new Local(armed);
        //             ^^^ keep arm
        captured.fire();
        //       ^^^^ keep fire
    }
}";
    check(&guns(
        "      arm: new Main.Holder+(.., g)\n      fire: call Gun.fire() target g\n",
        main,
    ));
}

#[test]
fn last_argument_of_a_method_is_the_last_one_passed() {
    let main = r"class Main {
    static void arm(Gun first, Gun last) {}

    public static void main(String[] args) {
        Gun first = new Gun();
        Gun last = new Gun();
        Main.arm(first, last);
        //   ^^^ keep arm
        first.fire();
        //    ^^^^ silence Residual1 fire
        last.fire();
        //   ^^^^ keep fire
    }
}";
    check(&guns(
        "      arm: call Main.arm(.., g)\n      fire: call Gun.fire() target g\n",
        main,
    ));
}
