//! Constructors and methods that reflection finds by the types of their parameters.

use super::support::solve;

/// Returns whether the body of `B` with these parameters may run if `asked` is asked for.
fn runs(parameters: &str, asked: &str) -> bool {
    let classes =
        format!("static class B {{ B({parameters}) {{ found(); }} static void found() {{ }} }}");
    let call = format!("B.class.getDeclaredConstructor({asked}).newInstance(null, null);");
    let main = format!("public static void main(String[] a) throws Exception {{ {call} }}");
    solve(&format!("{classes} {main}")).runs("found")
}

#[test]
fn types_that_are_not_known_may_be_others() {
    for (parameters, asked) in [
        ("int one, gone.Missing two", "int.class, gone.Missing.class"),
        ("int one, gone.Missing two", "int.class, String.class"),
        ("int one, String two", "int.class, gone.Missing.class"),
        ("int one, Object two", "int.class, gone.Missing[].class"),
        ("int one, Object two", "int.class, String.class"),
    ] {
        assert!(runs(parameters, asked), "{parameters}; {asked}");
    }
}

#[test]
fn types_that_are_known_are_not_others() {
    for (parameters, asked) in [
        ("int one, String two", "int.class, Integer.class"),
        ("int one, String two", "int.class, Object.class"),
        ("int one, String two", "int.class, String[].class"),
        (
            "int one, gone.Missing two",
            "long.class, gone.Missing.class",
        ),
        ("int one, gone.Missing two", "int.class, int.class"),
        ("int one", "int.class, int.class"),
    ] {
        assert!(!runs(parameters, asked), "{parameters}; {asked}");
    }
}
