//! Events of other program points than calls and bodies: classes that are initialized, fields that
//! are read and written.

use crate::support::check;

/// `begun` and `used` in this order are bad; in `condition` stands what the second asks.
fn configured(condition: &str, main: &str) -> String {
    format!(
        "
//- config.yaml
events:
  begun: initialization Config
  used: call Main.use()
properties:
  p:
    states: {{q: initial, ready: , bad: bad}}
    transitions:
      - q -> ready: begun
      - ready -> bad: used
{condition}//- Config.java
class Config {{
  //  ^^^^^^ keep begun
    static int n;
}}
//- Main.java
class Main {{
    static void use() {{}}

    public static void main(String[] args) {{
{main}    }}
}}
"
    )
}

/// No call initializes `Config`, nor does anything stand in it that would run: it may happen before
/// any call.
#[test]
fn classes_are_initialized_at_any_time() {
    check(&configured(
        "",
        "        use();
      //^ keep used
        Config.n++;
        use();
      //^ keep used
",
    ));
}

/// Even if nothing seems to use the class.
#[test]
fn classes_without_visible_use_may_be_initialized() {
    check(&configured(
        "",
        "        use();
      //^ keep used
",
    ));
}

/// The condition may be the first to use the class, and monitors raise no events: without it the
/// program would raise one.
#[test]
fn code_of_properties_that_may_initialize_keeps_everything() {
    check(&configured(
        "        when: Config.n > 0
      - q -> q: used
  other:
    states: {q: initial, bad: bad, never: }
    transitions:
      - never -> bad: used
",
        "        use();
      //^ keep used
",
    ));
}

/// A gun that is taken out of a field is armed; what is left of the rest stands in `main`.
fn guns(main: &str) -> String {
    format!(
        "
//- gun.yaml
imports: [Gun, Main]
foreach:
  - parameters: [Gun g]
    events:
      arm: get Main.gun returning (Gun g)
      put: set Main.gun(Gun g)
      fire: call Gun.fire() target g
    properties:
      guns:
        states: {{safe: initial, armed: , bad: bad}}
        transitions:
          - safe -> armed: arm
          - armed -> bad: fire
          - armed -> safe: put
//- Gun.java
class Gun {{
    void fire() {{}}
}}
//- Main.java
class Main {{
    static Gun gun;

    public static void main(String[] args) {{
{main}    }}
}}
"
    )
}

/// What is read is known once it has been read, and only for what may have been in the field.
#[test]
fn what_is_read_from_a_field_has_happened_to_what_was_in_it() {
    check(&guns(
        "        gun = new Gun();
      //^ silence Residual2 put
        gun.fire();
      //^ keep arm
        //  ^^^^ keep fire
        Gun other = new Gun();
        other.fire();
        //    ^^^^ silence Residual1 fire
",
    ));
}

/// The gun is put back before it is fired, so that nothing is ever wrong.
#[test]
fn what_is_written_and_read_comes_in_order() {
    check(&guns(
        "        Gun own = new Gun();
        gun = own;
      //^ silence Residual2 put
        own.fire();
        //  ^^^^ silence Residual2 fire
        Gun taken = gun;
        //          ^^^ silence Residual2 arm
        gun = taken;
        taken.fire();
        //    ^^^^ silence Residual2 fire
",
    ));
}

/// Nested and anonymous classes and lambdas stand within the class around them; what does not is no
/// generator.
#[test]
fn code_of_nested_classes_stands_within_the_outer_one() {
    check(
        "
//- touch.yaml
events: {touch: call Main.touch() within Outer within !Outer.Quiet}
properties:
  p:
    states: {q: initial, bad: bad}
    transitions:
      - q -> bad: touch
//- Outer.java
class Outer {
    static class Quiet {
        static void run() { Main.touch(); }
    }
    static void run() {
        new Object() {
            void deep() { Main.touch(); }
            //                 ^^^^^ keep touch
        }.deep();
        Runnable later = () -> Main.touch();
        //                          ^^^^^ silence Nop touch
        later.run();
    }
}
//- Main.java
class Main {
    static void touch() {}

    public static void main(String[] args) {
        touch();
        Outer.run();
        Outer.Quiet.run();
    }
}
",
    );
}
