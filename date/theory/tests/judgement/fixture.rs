//! A property of doors, and variants of it.

use date::code::Code;
use date::judgement::{Judgement, judge};
use date::model::Specification;

/// A door that has been opened must not be passed.
pub const DOORS: &str = "imports: [app.Door, app.Main]
foreach:
  - parameters: [Door d]
    events:
      open: call Door.open() target d
      pass: call Door.pass() target d
    properties:
      doors:
        states: {closed: initial, opened: , bad: bad}
        transitions:
          - closed -> opened: open
          - opened -> bad: pass
";

/// The text with parts of it replaced, each of which must be there.
#[track_caller]
pub fn variant(text: &str, replaced: &[(&str, &str)]) -> String {
    replaced.iter().fold(text.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "`{old}` is not in {text}");
        text.replace(old, new)
    })
}

#[track_caller]
pub fn read(text: &str) -> Specification {
    languages::read("doors.yaml", text).unwrap_or_else(|findings| panic!("{findings:#?}\n{text}"))
}

/// The judgement of the first property; no call in it has effects.
#[track_caller]
pub fn judged(text: &str) -> Judgement {
    judged_with(text, &|_| false)
}

/// The judgement of the first property; `has_effects` says of code whether its calls have effects.
#[track_caller]
pub fn judged_with(text: &str, has_effects: &dyn Fn(&Code) -> bool) -> Judgement {
    let specification = read(text);
    judge(&specification, &specification.properties[0], has_effects)
}
