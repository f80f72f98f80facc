//! Objects that are finalized: nothing tells when, and another thread does it.

use crate::support::{analyze, check};
use date::residual::Reduction;

const LEAK: &str = r"
//- leak.mop
Leak(R r) {
  event open before(R r) : call(* R+.open()) && target(r) {}
  event close before(R r) : call(* R+.close()) && target(r) {}
  event end after(R r) : endObject(R r) {}
  ere : open end
  @match { System.err.println(__LOC); }
}
//- R.java
interface R {
    default void open() { }
    default void close() { }
}
";

/// An object that its thread has to itself is finalized nevertheless, and behind nothing that is
/// known.
#[test]
fn an_object_that_nothing_else_knows_is_finalized() {
    check(&format!(
        "{LEAK}//- Main.java
class A implements R {{
    protected void finalize() {{ }}
//                 ^^^^^^^^ keep end
}}
class Main {{
    public static void main(String[] args) {{
        R leaked = new A();
        leaked.open();
//             ^^^^ keep open
        R closed = new A();
        closed.open();
//             ^^^^ keep open
        closed.close();
//             ^^^^^ keep close
    }}
}}
"
    ));
}

/// Objects that are told apart by who asked for them.
#[test]
fn an_object_that_a_method_hands_out_is_finalized() {
    check(&format!(
        "{LEAK}//- Main.java
class A implements R, java.util.Enumeration<String> {{
    public boolean hasMoreElements() {{ return false; }}
    public String nextElement() {{ return null; }}
    protected void finalize() {{ }}
//                 ^^^^^^^^ keep end
}}
class Main {{
    static A make() {{ return new A(); }}
    public static void main(String[] args) {{
        A first = make();
        first.open();
//            ^^^^ keep open
    }}
    static void other() {{
        make();
    }}
}}
"
    ));
}

/// What has no finalizer raises no event of its end.
#[test]
fn an_object_without_a_finalizer_has_no_end() {
    check(&format!(
        "{LEAK}//- Main.java
class A implements R {{
    protected void finalize() {{ }}
//                 ^^^^^^^^ silence Residual1 end
}}
class B implements R {{ }}
class Main {{
    public static void main(String[] args) {{
        R never = new A();
        R b = new B();
        b.open();
//        ^^^^ silence Residual1 open
    }}
}}
"
    ));
}

/// Nothing but the making of it shows that there is such an object.
#[test]
fn an_object_that_nothing_is_done_with_is_finalized() {
    check(
        r"
//- end.mop
End(A a) {
  event end after(A a) : endObject(A a) {}
  ere : end
  @match { System.err.println(__LOC); }
}
//- Main.java
class A {
    protected void finalize() { }
//                 ^^^^^^^^ keep end
}
class Main {
    public static void main(String[] args) {
        new A();
    }
}
",
    );
}

#[test]
fn a_program_without_the_finalizer_is_told_of_once() {
    let program = |finalizer: &str| {
        format!(
            "{LEAK}//- Main.java
class A implements R {{ {finalizer} }}
final class Other {{ protected void finalize() {{ }} }}
class Main {{ public static void main(String[] args) {{ new A().open(); }} }}
"
        )
    };
    let told = |finalizer: &str| -> Vec<String> {
        let found = analyze(&program(finalizer), Reduction::Nop).diagnostics;
        let found = found
            .iter()
            .filter(|finding| finding.code == "no-finalizer");
        found
            .map(|f| {
                format!(
                    "{}:{}:{}: {}",
                    f.file, f.span.line, f.span.column, f.message
                )
            })
            .collect()
    };
    let message = "no class of the sources declares a `finalize()` for objects of type `R`: nothing is an event of their end";
    assert_eq!(told(""), [format!("leak.mop:4:26: {message}")]);
    assert_eq!(told("protected void finalize() { }"), [""; 0]);
}
