//! Events of other program points than calls and bodies: classes that are initialized, fields that
//! are read and written, elements of arrays that are read.

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

/// An array is filled before it is read; in `read` stands the pattern, what is left of the rest in
/// `main`.
fn arrays(read: &str, main: &str) -> String {
    format!(
        "
//- array.yaml
imports: [Main]
foreach:
  - parameters: [\"String[] a\"]
    events:
      fill: call Main.fill(a) returning
      read: {read}
    properties:
      arrays:
        states: {{fresh: initial, filled: , bad: bad}}
        transitions:
          - fresh -> filled: fill
          - fresh -> bad: read
//- Main.java
class Main {{
    static void fill(String[] a) {{}}

    public static void main(String[] args) {{
{main}    }}
}}
"
    )
}

/// All reads of a method stand for one. Numbers are none of its elements.
#[test]
fn elements_are_read_in_order() {
    check(&arrays(
        "element String[] target a returning",
        "        String[] rightly = new String[1];
        fill(rightly);
      //^^^^ silence Residual2 fill
        Object first = rightly[0];
        //             ^^^^^^^^^^ silence Residual2 read
        for (String one : rightly) {}
        int number = (new int[1])[0];
",
    ));
    check(&arrays(
        "element String[] target a returning",
        "        String[] wrongly = new String[1];
        Object first = wrongly[0];
        //             ^^^^^^^^^^ keep read
        fill(wrongly);
      //^^^^ silence Residual2 fill
        wrongly[0] += 1;
",
    ));
}

/// An array of objects may be one of strings, and need not be.
#[test]
fn arrays_may_be_of_a_subtype() {
    check(&arrays(
        "element String[] target a returning",
        "        Object[] some = args.length > 2 ? new String[1] : new Integer[1];
        Object first = some[0];
        //             ^^^^^^^ keep read
        fill((String[]) some);
      //^^^^ silence Nop fill
",
    ));
}

/// The instruction does not tell that these are no strings, so its place has a row.
#[test]
fn reads_that_the_source_alone_rules_out_are_silent() {
    check(&arrays(
        "element String[] target a returning",
        "        Integer[] numbers = new Integer[1];
        Object first = numbers[0];
        //             ^^^^^^^^^^ silence Residual0 read
        String[] filled = new String[1];
        fill(filled);
      //^^^^ silence Residual0 fill
",
    ));
}

/// One instruction reads both.
#[test]
fn reads_of_bytes_have_places_among_those_of_booleans() {
    check(&reading(
        "element boolean[]",
        "        byte number = (new byte[1])[0];
        //            ^^^^^^^^^^^^^^^^ silence Residual0 read
        done();
      //^^^^ keep done
",
    ));
}

/// The copy has not been filled.
#[test]
fn copies_of_arrays_are_others() {
    check(&arrays(
        "element String[] target a returning",
        "        String[] filled = new String[1];
        fill(filled);
      //^^^^ keep fill
        Object first = filled.clone()[0];
        //             ^^^^^^^^^^^^^^^^^ keep read
        Object second = filled[0];
",
    ));
}

/// `done` is bad before anything is read; in `read` stands the pattern.
fn reading(read: &str, main: &str) -> String {
    format!(
        "
//- read.yaml
imports: [Main]
events:
  read: {read}
  done: call Main.done()
properties:
  p:
    states: {{fresh: initial, live: , early: bad}}
    transitions:
      - fresh -> live: read
      - fresh -> early: done
//- Main.java
class Main {{
    enum Kind {{ A, B }}
    static class Box<T> {{ T[] items; }}
    static void done() {{}}

    public static void main(String[] args) {{
{main}    }}
}}
"
    )
}

/// `javac` checks that a field of a generic type holds an array of strings. Eclipse's compiler does
/// not check it in a loop, and another array may be there.
#[test]
fn arrays_of_generic_types_may_be_others() {
    check(&reading(
        "element String[] returning",
        "        Box<String> box = new Box<>();
        box.items = args;
        for (Object item : box.items)
      //^^^ keep read
            done();
          //^^^^ keep done
",
    ));
    check(&reading(
        "element String[] returning",
        "        for (Object item : args)
      //^^^ silence Residual2 read
            done();
          //^^^^ silence Residual2 done
",
    ));
}

/// Neither the constants of an enum by name nor a switch over them read an array.
#[test]
fn arrays_behind_enums_are_not_read() {
    check(&reading(
        "{any-of: [\"element int[]\", \"element Main.Kind[] returning\"]}",
        "        switch (Kind.valueOf(args[0])) { case A: break; default: }
        //                   ^^^^^^^ silence Residual0 read
        done();
      //^^^^ keep done
",
    ));
}
