//! Classes that the program itself shows to be used from outside.

use crate::support::check;

/// A session is opened before anything is sent; `Main` does it rightly, and `desk` is what the case is about.
fn case(main: &str, desk: &str) -> String {
    format!(
        "
//- p.yaml
imports: [app.S]
foreach:
  - parameters: [S s]
    events:
      open: call S.open() target s
      send: call S.send() target s
    properties:
      life:
        states: {{fresh: initial, live: , early: bad}}
        transitions:
          - fresh -> live: open
          - fresh -> early: send
//- app/S.java
package app;
public class S {{
    public void open() {{ }}
    public void send() {{ }}
}}
//- app/Main.java
package app;
public class Main {{
    public static void main(String[] args) {{
        {main}
    }}
}}
//- app/Desk.java
package app;
{desk}"
    )
}

#[test]
fn class_with_an_annotation_of_a_library_is_used_by_whoever_reads_it() {
    let of = |annotation: &str, mark: &str| {
        let desk = format!(
            "{annotation}
public class Desk {{
    public void work() {{
        new S().send();
//              ^^^^ {mark}
    }}
}}
"
        );
        case("", &desk)
    };
    check(&of("@inject.Singleton", "keep send"));
    check(&of("@Deprecated", "silence Residual0 send"));
}

#[test]
fn class_that_a_text_in_an_annotation_names_is_used() {
    let of = |value: &str, mark: &str| {
        let desk = format!(
            "@inject.Mapping({value})
class Desk {{
    static final String CALL = \"new Other()\";
}}
class Other {{
    static void of() {{
        new S().send();
//              ^^^^ {mark}
    }}
}}
"
        );
        case("", &desk)
    };
    check(&of("\"java(app.Other.of())\"", "keep send"));
    check(&of("expression = \"\\nOther.of()\"", "keep send"));
    check(&of("Desk.CALL", "keep send"));
    check(&of("\"The Other way\"", "silence Residual0 send"));
}

#[test]
fn generated_class_is_found_by_its_name() {
    let desk = "@javax.annotation.processing.Generated(\"tool\")
class Desk {
    Desk() {
        new S().send();
//              ^^^^ keep send
    }
}
";
    check(&case("", desk));
}

#[test]
fn type_argument_of_a_supertype_of_a_library_is_made_by_it() {
    let desk = "class Desk extends tool.Base<Conf> { }
class Conf {
    Conf() {
        new S().send();
//              ^^^^ keep send
    }
}
";
    check(&case("new Desk();", desk));
}

#[test]
fn value_of_a_library_that_no_object_of_the_program_can_be_is_made_by_it() {
    let desk = "class Desk {
    Desk() {
        new S().send();
//              ^^^^ keep send
    }
}
";
    check(&case("Object found = System.getProperties().get(args[0]); Desk desk = (Desk) found;", desk));
}
