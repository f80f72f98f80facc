//! Dynamic calls of other compilers, dynamic constants, and pattern switches.

use ir::{Hides, Program, StatementKind};
use jvm::classfile::ClassFile;

use crate::support::{compiled, program};

/// The program whose first bootstrap method is another one: the owner's name has as many letters.
fn with_bootstrap(text: &str, owner: &str, other: &str) -> Program {
    assert_eq!(owner.len(), other.len());
    let mut files = compiled(&[("A.java".to_owned(), text.to_owned())], &[]);
    let bytes = &mut files[0].bytes;
    let at = bytes
        .windows(owner.len())
        .position(|window| window == owner.as_bytes());
    let at = at.expect("the name is there");
    bytes[at..at + owner.len()].copy_from_slice(other.as_bytes());
    ClassFile::parse(bytes).expect("a class file");
    program(files)
}

fn printed(program: &Program) -> String {
    ir::print(program)
}

/// Groovy and others link calls by bootstrap methods of their own.
#[test]
fn unknown_bootstrap_method_is_called_and_may_do_anything() {
    let text = "class A { Runnable run() { return () -> {}; } }";
    let program = with_bootstrap(
        text,
        "java/lang/invoke/LambdaMetafactory",
        "some/other/lang/linker/Metafactory",
    );
    let text = printed(&program);
    assert!(
        text.contains("static some/other/lang/linker/Metafactory.metafactory("),
        "{text}"
    );
    assert!(text.contains("      unknown\n"), "{text}");
    let gap = program.gaps.first().expect("a gap");
    assert_eq!(gap.hides, Hides::Users);
    assert_eq!(
        gap.reason,
        "a dynamic call of `run` that `some/other/lang/linker/Metafactory.metafactory` links"
    );
}

#[test]
fn well_known_dynamic_calls_leave_no_gap() {
    let text = "import java.util.function.*;
        record A(String s, int i) {
            static Supplier<String> make(Object o) { return (Supplier<String> & java.io.Serializable) o::toString; }
            String show() { return \"a\" + this + i; }
        }";
    let program = program(compiled(&[("A.java".to_owned(), text.to_owned())], &[]));
    assert_eq!(program.gaps.len(), 0);
    let unknown = |kind: &StatementKind| matches!(kind, StatementKind::Unknown);
    let mut statements = program.methods.iter().flat_map(ir::Method::statements);
    assert!(!statements.any(|statement| unknown(&statement.kind)));
    assert!(printed(&program).contains("& java/io/Serializable"));
}

/// A lambda whose parameter is boxed: the method of the lambda takes another type.
#[test]
fn values_are_boxed_where_the_function_and_its_method_differ() {
    let text = "import java.util.function.*;
        class A {
            static int twice(int n) { return 2 * n; }
            static Function<Integer, Integer> boxed() { return A::twice; }
            static IntFunction<Object> widened() { return A::wide; }
            static long wide(long n) { return n; }
        }";
    let text = printed(&program(compiled(
        &[("A.java".to_owned(), text.to_owned())],
        &[],
    )));
    for wanted in [
        "(Ljava/lang/Integer;) l0",
        "virtual java/lang/Integer.intValue()I l1()",
        "static A.twice(I)I (l2)",
        "static java/lang/Integer.valueOf(I)Ljava/lang/Integer; (l3)",
        "l1: J",
        "static A.wide(J)J (l1)",
        "static java/lang/Long.valueOf(J)Ljava/lang/Long; (l2)",
    ] {
        assert!(text.contains(wanted), "{wanted} is not in {text}");
    }
}

/// Frameworks read annotations: they name classes and texts.
#[test]
fn annotations_are_those_of_the_class_file() {
    let text = "import java.lang.annotation.*;
        @A.Mark(of = {String.class, Integer[].class}, texts = \"a\", kind = ElementType.FIELD, inner = @Deprecated(since = \"b\"))
        class A {
            @Retention(RetentionPolicy.RUNTIME) @interface Mark {
                Class<?>[] of() default {}; String[] texts() default {}; int number() default 3;
                ElementType kind() default ElementType.METHOD; Deprecated inner() default @Deprecated;
            }
            @Mark(number = 7) int field;
            @Deprecated void run(@Mark int parameter) {}
        }";
    let program = program(compiled(&[("A.java".to_owned(), text.to_owned())], &[]));
    let of_a: Vec<_> = program
        .annotations
        .iter()
        .filter(|found| found.class == Some(ir::ClassId::new(0)))
        .collect();
    let names: Vec<&str> = of_a.iter().map(|found| &*found.annotation).collect();
    assert_eq!(
        names,
        ["A$Mark", "A$Mark", "java/lang/Deprecated", "A$Mark"]
    );
    let texts =
        |all: &[std::sync::Arc<str>]| all.iter().map(|text| text.to_string()).collect::<Vec<_>>();
    assert_eq!(
        texts(&of_a[0].classes),
        ["java/lang/String", "java/lang/Integer"]
    );
    assert_eq!(texts(&of_a[0].texts), ["a", "b"]);
    assert_eq!(
        texts(&of_a[0].names),
        ["of", "texts", "kind", "FIELD", "inner", "since"]
    );
    let run = program
        .methods
        .iter()
        .find(|method| &*method.name == "run")
        .expect("the method");
    assert_eq!(
        texts(&run.annotations),
        ["java.lang.Deprecated", "A.Mark"].map(|name| name.replace("A.Mark", "A$Mark"))
    );
}

/// A text may name a class.
#[test]
fn concatenations_have_their_texts() {
    let text = "class A { String of(int i) { return \"app.Desk\" + i + \"/x\"; } }";
    let program = program(compiled(&[("A.java".to_owned(), text.to_owned())], &[]));
    let text = printed(&program);
    for constant in ["\"app.Desk\"", "\"/x\""] {
        assert!(text.contains(constant), "{constant}\n{text}");
    }
}
