//! The thread that raises an event.

use date::code::{Effects, Name, Types};

/// Returns whether the action of a property, in a file that begins with `head`, asks for the
/// thread.
fn asks(head: &str, action: &str) -> bool {
    let text = format!(
        "{head}
foreach:
  - parameters: [Session s]
    variables: [Object owner = null]
    events:
      open: call Session.open() target s
    properties:
      one:
        states: {{new: initial, old: }}
        transitions:
          - new -> old: open
            do: {action}
"
    );
    let specification = languages::read("one.yaml", &text).expect("a property");
    let property = &specification.properties[0];
    let types = Types::of(&specification, property.context);
    let action = property
        .date
        .transitions
        .iter()
        .find_map(|t| t.action.as_ref());

    Effects::of(action.expect("an action"), &types)
        .reads
        .contains(&Name::current_thread())
}

#[test]
fn it_comes_with_the_event() {
    for head in [
        "",
        "imports: [java.util.List]",
        "imports: [java.lang.Thread]",
    ] {
        assert!(asks(head, "owner = Thread.currentThread();"), "{head}");
    }
    assert!(asks("", "owner = Thread.currentThread().getName();"));
}

#[test]
fn another_class_of_that_name_does_not_tell_it() {
    for head in [
        "imports: [app.Thread]",
        "imports: ['static app.Outer.Thread']",
        "package: app",
    ] {
        assert!(!asks(head, "owner = Thread.currentThread();"), "{head}");
    }
    for action in [
        "owner = app.Thread.currentThread();",
        "owner = Thread.currentThread(1);",
        "Object Thread = s; owner = Thread.currentThread();",
    ] {
        assert!(!asks("", action), "{action}");
    }
}
