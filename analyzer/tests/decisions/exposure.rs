//! Classes that the program itself shows to be used from outside.

use points_to::{NamedOutside, RanMethod, RewrittenClass};

use crate::support::{check, check_with};

/// A session is opened before anything is sent; `Main` does it rightly, and `desk` is what the case
/// is about.
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
    let desk = "interface Desk extends tool.Base<Conf> { }
class Conf {
    Conf() {
        new S().send();
//              ^^^^ keep send
    }
}
";
    check(&case("", desk));
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
    check(&case(
        "Object found = System.getProperties().get(args[0]); Desk desk = (Desk) found;",
        desk,
    ));
}

/// A class that nobody of the program uses, with a marker for its one call.
fn unused_desk(mark: &str) -> String {
    let desk = format!(
        "class Desk {{
    void work() {{
        new S().send();
//              ^^^^ {mark}
    }}
}}
"
    );
    case("", &desk)
}

#[test]
fn class_that_a_file_beside_the_sources_names_is_used_by_it() {
    let named = |class: &str| NamedOutside {
        class: class.into(),
        by: "`app/Flow.class`".to_owned(),
    };
    check_with(&unused_desk("keep send"), |request| {
        request.named_outside = vec![named("app/Desk")]
    });
    check_with(&unused_desk("silence Residual0 send"), |request| {
        request.named_outside = vec![named("app/Desks")]
    });
}

#[test]
fn method_that_ran_is_called_again() {
    let ran = |method: &str| RanMethod {
        class: "app/Desk".into(),
        method: method.into(),
    };
    check_with(&unused_desk("keep send"), |request| {
        request.ran = vec![ran("work()V")]
    });
    check_with(&unused_desk("silence Residual0 send"), |request| {
        request.ran = vec![ran("work(I)V")]
    });
}

/// A class that uses one session rightly, with this in front of the variable, and a marker for both
/// calls.
fn rightful_desk(annotation: &str, mark: &str) -> String {
    format!(
        "class Desk {{
    void work() {{
        {annotation} S s = new S();
        s.open();
//        ^^^^ {mark} open
        s.send();
//        ^^^^ {mark} send
    }}
}}
"
    )
}

/// What a class has in its variables, it may hand on where its class file is not what its source
/// says.
#[test]
fn class_that_was_changed_uses_what_its_variables_hold() {
    let changed = RewrittenClass {
        class: "app/Desk".into(),
        by: "`app/Desk.class`".to_owned(),
    };
    let main = "new Desk().work();";
    check(&case(main, &rightful_desk("", "silence Residual2")));
    check_with(&case(main, &rightful_desk("", "keep")), |request| {
        request.rewritten = vec![changed]
    });
}

/// The other way round: its variables may hold what others have made.
#[test]
fn class_that_was_changed_holds_what_others_know() {
    let desk = |mark: &str| {
        format!(
            "class Desk {{
    void work() {{
        S s = new S();
        s.open();
//        ^^^^ {mark} open
    }}
}}
class Maker {{
    static S made() {{
        S s = new S();
        s.send();
//        ^^^^ keep send
        return s;
    }}
}}
"
        )
    };
    let main = "Maker.made(); new Desk().work();";
    check(&case(main, &desk("silence Residual1")));
    let named = NamedOutside {
        class: "app/Maker".into(),
        by: "`app/Desk.class`".to_owned(),
    };
    let changed = RewrittenClass {
        class: "app/Desk".into(),
        by: "`app/Desk.class`".to_owned(),
    };
    check_with(&case(main, &desk("keep")), |request| {
        (request.named_outside, request.rewritten) = (vec![named], vec![changed]);
    });
}

#[test]
fn processor_of_an_annotation_that_is_gone_at_run_time_may_add_calls() {
    let of =
        |annotation: &str, mark: &str| case("new Desk().work();", &rightful_desk(annotation, mark));
    check(&of("@lombok.Cleanup", "keep"));
    check(&of("@SuppressWarnings(\"unused\")", "silence Residual2"));
}

/// The library asks the object for its class, and finds the getter, which overrides nothing of its
/// own.
#[test]
fn library_may_call_any_method_of_an_object_that_it_gets() {
    let desk = |mark: &str| {
        format!(
            "class Desk {{
    public String getName() {{
        new S().send();
//              ^^^^ {mark}
        return \"\";
    }}
}}
"
        )
    };
    check(&case(
        "new tool.Mapper().write(new Desk());",
        &desk("keep send"),
    ));
    check(&case(
        "new StringBuilder().append(new Desk());",
        &desk("silence Residual0 send"),
    ));
}

/// A container that is asked for a type looks for the classes below it.
#[test]
fn what_is_below_a_type_that_an_open_class_names_is_open() {
    let desk = |field: &str, mark: &str| {
        format!(
            "@inject.Singleton
class Shop {{
    {field} door;
}}
interface Door {{ }}
class Gate {{ }}
class Desk implements Door {{
    Desk() {{
        new S().send();
//              ^^^^ {mark}
    }}
}}
"
        )
    };
    check(&case("", &desk("Door", "keep send")));
    check(&case("", &desk("Gate", "silence Residual0 send")));
}

/// Rules say what the JDK does with objects by reflection, also where it gives one of a class that
/// nothing else makes.
#[test]
fn jdk_does_not_look_into_what_it_gets() {
    let desk = "class Desk {
    public String getName() {
        new S().send();
//              ^^^^ silence Residual0 send
        return \"\";
    }
}
class Door { }
";
    let main = "System.getProperties().put(args[0], new Desk()); Door door = (Door) System.getProperties().get(args[1]);";
    check(&case(main, desk));
}

/// Whoever gets a name may look for the class, the JDK included.
#[test]
fn class_that_a_constant_of_the_code_names_is_made() {
    let of = |text: &str, mark: &str| {
        let main = format!("System.setProperty(args[0], \"{text}\" + args[1]);");
        case(&main, &made_desk(mark))
    };
    for text in ["handlers=app.Desk ", "app/Desk:", "app.D", "app."] {
        check(&of(text, "keep send"));
    }
    for text in ["app", "app.Door", "Desk ", "xapp.Desk"] {
        check(&of(text, "silence Residual0 send"));
    }
}

/// A class that nobody of the program makes, with a marker for the call in its constructor.
fn made_desk(mark: &str) -> String {
    format!(
        "class Desk {{
    Desk() {{
        new S().send();
//              ^^^^ {mark}
    }}
}}
"
    )
}

#[test]
fn class_of_the_unnamed_package_is_named_by_its_simple_name() {
    let of = |text: &str, mark: &str| {
        let case = case(
            &format!("System.setProperty(args[0], \"{text}\");"),
            "class Other { }\n",
        );
        let desk = format!(
            "//- Desk.java
class Desk {{
    Desk() {{
        new app.S().send();
//                  ^^^^ {mark}
    }}
}}
"
        );
        case + &desk
    };
    check(&of("handlers=Desk", "keep send"));
    check(&of("handlers=Desks", "silence Residual0 send"));
}
