//! The things that words of property files name, in all languages, and new names for them.

use std::collections::BTreeSet;
use std::path::Path;

use date::model::Specification;
use languages::names::{Occurrence, Refusal, Symbol, occurrences, renamed};
use languages::{Fidelity, read_with, yaml};

use super::clara::POOLS;
use super::fixtures::{LRV, YAML};
use super::mutation::{MOP, VERDE};

fn read(name: &str, text: &str) -> Option<Specification> {
    let beside = |_: &str| Err("no other files are read here".to_owned());
    let reading = read_with(name, text, Fidelity::Documented, &beside)
        .or_else(|_| read_with(name, text, Fidelity::Original, &beside));
    Some(reading.ok()?.specification)
}

/// The rules for users of the JDK.
fn rules() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../properties/jdk");
    let files = folder.read_dir().expect("the folder of the rules");
    let files = files.map(|file| file.expect("a file").path());
    let rules = files.filter(|file| file.extension().is_some_and(|ending| ending == "yaml"));
    let text = |file: &Path| std::fs::read_to_string(file).expect("a text");
    rules
        .map(|file| (file.display().to_string(), text(&file)))
        .collect()
}

/// Property files in all languages.
fn files() -> Vec<(String, String)> {
    let fixtures = YAML.iter().chain(&LRV).chain(&MOP).chain(&VERDE);
    let fixtures = fixtures.map(|&(name, text)| (name.to_owned(), text.to_owned()));
    let mut files: Vec<(String, String)> = fixtures.collect();
    files.push(("pools.aj".to_owned(), POOLS.to_owned()));
    files.extend(rules());
    files
}

/// The names in a text as `name:kind`, with `!` where the thing is declared.
fn shown(name: &str, text: &str) -> Vec<String> {
    let specification = read(name, text).unwrap_or_else(|| panic!("{name} is refused"));
    let one = |found: &Occurrence| {
        let kind = match &found.symbol {
            Symbol::Property(_) => "property".to_owned(),
            Symbol::State { .. } => "state".to_owned(),
            Symbol::Event(_) => "event".to_owned(),
            Symbol::Declared { .. } => "variable".to_owned(),
            Symbol::Bound { .. } => "bound".to_owned(),
            Symbol::Type(ty) => format!("type {ty}"),
            Symbol::Member { of, .. } => format!("member of {}", of.as_deref().unwrap_or("any")),
        };
        let mark = if found.declares { "!" } else { "" };
        format!("{}:{kind}{mark}", &text[found.range.clone()])
    };
    occurrences(name, text, &specification)
        .iter()
        .map(one)
        .collect()
}

const YAML_FILE: &str = "imports: [app.Session]
channels: [line]
foreach:
  - parameters: [Session open]
    creation: [start, send]
    variables: [int n = 0]
    clocks: [idle]
    events:
      start: call Session.start() target open returning
      send: {on: \"call Session.send(int n2) target open\", filter: n2 > n}
      late: timeout idle 30s
      end: {any-of: [start, call app.Session+.close() target open]}
    properties:
      start:
        states: {start: initial, live: , bad: bad}
        transitions:
          - start -> live: start  # start again
            do: open::n = 0; idle.reset();
          - live -> bad: [late, end]
            when: n > 3
";

#[test]
fn words_of_yaml_name_what_their_places_say() {
    let expected = "app.Session:type app.Session|line:variable!|Session:type Session|open:variable!|start:event|send:event|n:variable!|idle:variable!|\
        start:event!|Session:type Session|start:member of Session|open:variable|\
        send:event!|Session:type Session|send:member of Session|n2:bound|open:variable|n2:bound|n:variable|\
        late:event!|idle:variable|end:event!|start:event|app.Session:type app.Session|close:member of app.Session|open:variable|\
        start:property!|start:state!|live:state!|bad:state!|start:state|live:state|start:event|open:variable|n:variable|idle:variable|\
        live:state|bad:state|late:event|end:event|n:variable";
    assert_eq!(shown("p.yaml", YAML_FILE).join("|"), expected);
}

#[test]
fn words_of_larva_scripts_name_what_their_places_say() {
    let text = "IMPORTS { import app.Session; }
GLOBAL {
  FOREACH (Session s) {
    VARIABLES { int n = 0; Clock idle; }
    EVENTS {
      send(Session s1, k) = {s1.send(*, int k)} filter {k > 0} where {s = s1;}
      close(Session s1) = {s1.close()} where {s = s1;}
      use() = {send | close}
    }
    PROPERTY once {
      STATES { BAD { hit } STARTING { fresh } }
      TRANSITIONS { fresh -> hit [use \\ n > 1 \\ n++; idle.reset();] %% use
      }
    }
  }
}
";
    let expected = "app.Session:type app.Session|Session:type Session|s:variable!|n:variable!|idle:variable!|\
        send:event!|Session:type Session|s1:bound|k:bound|s1:bound|send:member of Session|k:bound|k:bound|s:variable|s1:bound|\
        close:event!|Session:type Session|s1:bound|s1:bound|close:member of Session|s:variable|s1:bound|\
        use:event!|send:event|close:event|once:property!|hit:state!|fresh:state!|fresh:state|hit:state|use:event|n:variable|n:variable|idle:variable";
    assert_eq!(shown("p.lrv", text).join("|"), expected);
}

#[test]
fn words_of_formulas_name_what_their_places_say() {
    let (name, text) = MOP[1];
    let found = shown(name, text).join("|");
    let of_machine = "start:state!|next:event|unsafe:state|hasnext:event|safe:state|safe:state!|next:event|start:state|\
        hasnext:event|safe:state|unsafe:state!|next:event|unsafe:state|hasnext:event|safe:state|unsafe:state";
    assert!(found.ends_with(of_machine), "{found}");
    assert!(
        found.contains("Iterator:type Iterator|next:member of Iterator"),
        "{found}"
    );
}

#[test]
fn words_of_dependency_declarations_name_what_their_places_say() {
    let found = shown("pools.aj", POOLS).join("|");
    let expected = "get:event|p:variable|r:variable|drop:event|p:variable|use:event|r:variable|\
        fresh:state!|get:event|live:state|live:state!|use:event|live:state|drop:event|gone:state|gone:state!|drop:event|gone:state|use:event|hit:state|\
        hit:state!|use:event|hit:state";
    assert!(found.ends_with(expected), "{found}");
}

#[test]
fn words_of_verde_name_what_their_places_say() {
    let (name, text) = VERDE[1];
    let found = shown(name, text);
    let states = found.iter().filter(|found| found.contains(":state"));
    let states: Vec<&str> = states.map(String::as_str).collect();
    assert_eq!(
        states,
        [
            "init:state!",
            "night:state",
            "night:state!",
            "alarm:state",
            "init:state",
            "alarm:state!"
        ]
    );
}

/// The printed specification with whole words in the place of others.
fn with_word(printed: &str, (old, is_of_code): (&str, bool), new: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "_$\"".contains(c) || !is_of_code && c == '.';
    let mut out = String::new();
    let mut done = 0;
    for (at, _) in printed.match_indices(old) {
        let end = at + old.len();
        if !printed[..at].ends_with(is_word) && !printed[end..].starts_with(is_word) {
            out.push_str(&printed[done..at]);
            out.push_str(new);
            done = end;
        }
    }
    out + &printed[done..]
}

/// The lines of a printed specification without the texts for people. Variables of Verde are sorted
/// by their names, and so are the lines.
fn without_words(printed: &str) -> Vec<&str> {
    let is_text = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("message:") || line.starts_with("help:")
    };
    let mut lines: Vec<&str> = printed.lines().filter(|line| !is_text(line)).collect();
    lines.sort_unstable();
    lines
}

/// Things that are renamed in every language: the file with the new name says the same, with this
/// name. The printed form is the judge where the old name is a word of it that means one thing.
#[test]
fn what_a_file_declares_can_be_renamed() {
    let (mut done, mut judged, mut refused) = (0, 0, Vec::new());
    for (name, text) in files() {
        let Some(specification) = read(&name, &text) else {
            continue;
        };
        let found = occurrences(&name, &text, &specification);
        let symbols: BTreeSet<&Symbol> = found
            .iter()
            .filter(|found| found.declares)
            .map(|found| &found.symbol)
            .collect();
        for symbol in symbols {
            let places = renamed(
                (&name, &text),
                &specification,
                (symbol, "renamed_thing"),
                |text| read(&name, text),
            );
            let Ok(places) = places else {
                refused.push(format!("{name}: {symbol:?}"));
                continue;
            };
            done += 1;
            let old = &text[places[0].clone()];
            let mut new = text.clone();
            places
                .iter()
                .rev()
                .for_each(|place| new.replace_range(place.clone(), "renamed_thing"));
            let again = yaml::print(&read(&name, &new).expect("the new text"));
            let meanings: BTreeSet<&Symbol> = found
                .iter()
                .filter(|found| text[found.range.clone()] == *old)
                .map(|found| &found.symbol)
                .collect();
            let printed = yaml::print(&specification);
            // A method of the name is one that the event stands for through a named pointcut.
            if meanings.len() == 1 && !printed.contains(&format!(".{old}(")) {
                let is_of_code = matches!(symbol, Symbol::Declared { .. } | Symbol::Bound { .. });
                // Machines that are made of formulas have states of their own. These and other
                // made names may end in names of the file.
                let is_made = name.ends_with(".mop") || name.ends_with(".aj");
                let is_state = matches!(symbol, Symbol::State { .. });
                let mut expected = printed;
                if !(is_made && is_state) {
                    expected = with_word(&expected, (old, is_of_code), "renamed_thing");
                }
                if is_made && matches!(symbol, Symbol::State { .. } | Symbol::Event(_)) {
                    expected = expected.replace(&format!("_{old}"), "_renamed_thing");
                }
                assert_eq!(
                    without_words(&expected),
                    without_words(&again),
                    "{name}: {symbol:?}"
                );
                judged += 1;
            }
        }
    }
    // A named pointcut calls the parameter otherwise, and Verde begins in `init`.
    let expected = [
        r#"pointcuts.mop: Declared { context: 1, name: "l" }"#,
        r#"queue.verde: State { property: 0, name: "init" }"#,
        r#"phases.verde: State { property: 0, name: "init" }"#,
    ];
    assert_eq!(refused, expected);
    println!("{done} names were changed, {judged} of them judged by the printed form");
    assert!(
        done > 600 && judged > 400,
        "{done} names were changed, {judged} judged"
    );
}

#[test]
fn names_that_cannot_be_changed_are_refused_with_the_reason() {
    let specification = read("p.yaml", YAML_FILE).expect("a specification");
    let rename = |symbol: &Symbol, to: &str| {
        renamed(
            ("p.yaml", YAML_FILE),
            &specification,
            (symbol, to),
            |text| read("p.yaml", text),
        )
    };
    let live = Symbol::State {
        property: 0,
        name: "live".to_owned(),
    };
    assert_eq!(rename(&live, "a b"), Err(Refusal::NoIdentifier));
    assert_eq!(rename(&live, "int"), Err(Refusal::NoIdentifier));
    assert_eq!(rename(&live, "late"), Err(Refusal::Taken));
    assert_eq!(
        rename(&Symbol::Type("Session".to_owned()), "Other"),
        Err(Refusal::OfJava)
    );
    let places = rename(&live, "open_now").expect("a new name");
    let old = places.into_iter().map(|place| &YAML_FILE[place]);
    assert_eq!(old.collect::<Vec<_>>(), ["live"; 3]);
}
