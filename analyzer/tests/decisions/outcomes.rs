//! Results of calls on which the program branches at once.

use crate::support::check;

/// `next` after `more` has said yes, or only after it has said no.
fn cursor(main: &str) -> String {
    beside("", main)
}

/// The same beside another property, whose actions run first.
fn beside(other: &str, main: &str) -> String {
    format!(
        r"
//- cursor.yaml
imports: [app.Cursor]
foreach:
  - parameters: [Cursor c]
    events:
      asked: call Cursor.more() target c returning (boolean more)
      next: call Cursor.next() target c
    properties:{other}
      asks:
        states: {{unknown: initial, known: , unasked: bad}}
        transitions:
          - unknown -> known: asked
            when: more
          - known -> unknown: next
          - unknown -> unasked: next
//- app/Cursor.java
package app;
public class Cursor {{
    int left = 3;
    public boolean more() {{ return left > 0; }}
    public void next() {{ left--; }}
}}
//- app/Main.java
package app;
public class Main {{
{main}
}}"
    )
}

#[test]
fn loops_that_ask_need_no_monitor() {
    check(&cursor(
        r"    public static void main(String[] args) {
        Cursor all = new Cursor();
        while (all.more()) {
            //     ^^^^ silence Residual2 asked
            all.next();
            //  ^^^^ silence Residual2 next
        }
        Cursor one = new Cursor();
        if (!one.more()) return;
        //       ^^^^ silence Residual2 asked
        one.next();
        //  ^^^^ silence Residual2 next
        Cursor some = new Cursor();
        for (int i = 0; i < args.length && some.more(); i++) some.next();
        //                                      ^^^^ silence Residual2 asked
        //                                                        ^^^^ silence Residual2 next
    }",
    ));
}

#[test]
fn the_other_branch_knows_the_other_answer() {
    check(&cursor(
        r"    public static void main(String[] args) {
        Cursor empty = new Cursor();
        if (empty.more()) {
            //    ^^^^ silence Nop asked
            args = null;
        } else {
            empty.next();
            //    ^^^^ keep next
        }
        Cursor after = new Cursor();
        while (after.more()) after.next();
        //           ^^^^ keep asked
        //                         ^^^^ keep next
        after.next();
        //    ^^^^ keep next
    }",
    ));
}

#[test]
fn an_answer_holds_once_and_for_one_object() {
    check(&cursor(
        r"    public static void main(String[] args) {
        Cursor twice = new Cursor();
        while (twice.more()) {
            //       ^^^^ keep asked
            twice.next();
            //    ^^^^ keep next
            twice.next();
            //    ^^^^ keep next
        }
        Cursor one = new Cursor();
        Cursor other = new Cursor();
        if (one.more()) other.next();
        //      ^^^^ silence Residual1 asked
        //                    ^^^^ keep next
    }",
    ));
}

/// What stands between the call and the branch, or joins other ways to it, is not looked through.
#[test]
fn answers_that_are_kept_for_later_are_not_followed() {
    check(&cursor(
        r"    static boolean ask(Cursor c) {
        return c.more();
        //       ^^^^ keep asked
    }
    public static void main(String[] args) {
        Cursor kept = new Cursor();
        boolean more = kept.more();
        //                  ^^^^ keep asked
        if (args.length > 3) more = true;
        if (more) kept.next();
        //             ^^^^ keep next
        Cursor asked = new Cursor();
        if (ask(asked)) asked.next();
        //                    ^^^^ keep next
        Cursor unused = new Cursor();
        boolean many = args.length > 3;
        boolean ignored = unused.more();
        //                       ^^^^ keep asked
        if (many) unused.next();
        //               ^^^^ keep next
    }",
    ));
}

/// Code that assigns the variable leaves it open what conditions behind it find there.
#[test]
fn answers_that_monitors_overwrite_are_not_followed() {
    let flips = r"
      flips:
        states: {q: initial}
        transitions:
          - q -> q: asked
            do: more = !more;";
    let main = r"    public static void main(String[] args) {
        Cursor all = new Cursor();
        while (all.more()) {
            //     ^^^^ keep asked
            all.next();
            //  ^^^^ keep next
        }
    }";
    check(&beside(flips, main));
}

/// An answer is heard on every way on or on none: here `no` ends a cursor, and so does `yes` for
/// one that is asked elsewhere.
#[test]
fn answers_are_heard_at_all_branches_or_at_none() {
    check(
        r"
//- cursor.yaml
imports: [app.Cursor]
foreach:
  - parameters: [Cursor c]
    events:
      asked: call Cursor.more() target c returning (boolean more)
      close: call Cursor.close() target c
    properties:
      closes:
        states: {open: initial, empty: , twice: bad}
        transitions:
          - open -> empty: asked
            when: '!more'
          - empty -> twice: close
//- app/Cursor.java
package app;
public class Cursor {
    public boolean more() { return false; }
    public void close() {}
}
//- app/Main.java
package app;
public class Main {
    public static void main(String[] args) {
        Cursor closed = new Cursor();
        if (closed.more()) closed.close();
        //         ^^^^ silence Residual2 asked
        //                        ^^^^ silence Residual2 close
        Cursor leaked = new Cursor();
        if (leaked.more()) return;
        //         ^^^^ keep asked
        leaked.close();
        //     ^^^^ keep close
    }
}",
    );
}
