//! Bodies: when they begin, and what is bound at their ends.

use crate::support::check;

/// An event of `first`, then one of `second`.
fn in_a_row(parameter: &str, [first, second]: [&str; 2], main: &str) -> String {
    format!(
        "
//- p.yaml
foreach:
  - parameters: [{parameter}]
    events:
      first: {first}
      second: {second}
    properties:
      p:
        states: {{x: initial, y: , b: bad}}
        transitions:
          - x -> y: first
          - y -> b: second
//- Main.java
{main}"
    )
}

/// The body of `B` begins when that of `A` has ended.
#[test]
fn the_body_of_a_constructor_begins_behind_the_one_that_it_calls() {
    let events = [
        "execution new A+(..) target a returning",
        "execution new A+(..) target a",
    ];
    check(&in_a_row(
        "A a",
        events,
        "class A {
    A() {}
//  ^ keep first
//  ^ silence Nop second
}
class B extends A {
    B() {}
//  ^ silence Nop first
//  ^ keep second
}
class Main {
    public static void main(String[] args) {
        new B();
    }
}",
    ));
}

/// An exception of the constructor above ends a body that has not begun.
#[test]
fn what_a_constructor_above_throws_is_no_end_of_the_body_below() {
    let case = in_a_row(
        "A a",
        [
            "execution new B(..) target a throwing",
            "call A.end() target a",
        ],
        "class A {
    static A last;
    A() {
        last = this;
        throw new IllegalStateException();
    }
    void end() {}
}
class B extends A {
    B() {}
//  ^ keep first
}
class Main {
    public static void main(String[] args) {
        try {
            new B();
        } catch (IllegalStateException e) {
            A.last.end();
            //     ^^^ keep second
        }
    }
}",
    );
    check(&case.replace("- y -> b: second", "- x -> b: second"));
}

#[test]
fn what_a_body_is_given_is_bound_at_its_end() {
    let events = ["execution Main.run(s)", "execution Main.run(s) returning"];
    check(&in_a_row(
        "S s",
        events,
        "class S {}
class Main {
    static void run(S s) {
    //          ^^^ keep first
    //          ^^^ keep second
        s = new S();
    }
    public static void main(String[] args) {
        run(new S());
    }
}",
    ));
}

/// `ready` has no caller in the arguments of `this(..)`: the second event may be the first.
#[test]
fn arguments_of_a_constructor_call_have_no_caller() {
    let case = in_a_row(
        "L l",
        ["call Main.ready() caller l", "call L.end() target l"],
        "class L {
    L() { this(Main.ready()); }
    //              ^^^^^ keep first
    L(int n) {}
    void end() {}
}
class Main {
    static int ready() { return 1; }
    public static void main(String[] args) {
        new L().end();
        //      ^^^ keep second
    }
}",
    );
    check(&case.replace("- y -> b: second", "- x -> b: second"));
}
