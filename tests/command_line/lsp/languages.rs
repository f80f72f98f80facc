//! The other languages, as editors show them.

use serde_json::json;
use test_support::Project;

use super::client::Client;
use super::{places, set, text};

/// A file in each language, with a place in it that is a state or an event, and the number of places
/// that the thing has.
const FILES: [(&str, &str, &str, usize); 4] = [
    (
        "p.lrv",
        "GLOBAL {
  FOREACH (Session s) {
    EVENTS { send(Session s1) = {s1.send(*)} where {s = s1;} }
    PROPERTY once {
      STATES { BAD { hit } STARTING { fresh } }
      TRANSITIONS { fresh -> hit [send] }
    }
  }
}
",
        "fresh -> h|it",
        2,
    ),
    (
        "p.mop",
        "Once(Session s) {
  event send before(Session s) : call(* Session.send(..)) && target(s) {}
  fsm : fresh [ send -> hit ]
        hit [ send -> hit ]
  @hit { System.err.println(\"again\"); }
}
",
        "fresh [ se|nd",
        3,
    ),
    (
        "p.aj",
        "public aspect Once {
  dependent before send(Session s): call(* Session.send(..)) && target(s) { }
  dependency {
    send(s);
    initial fresh: send -> hit;
    final hit: send -> hit;
  }
}
",
        "fresh: send -> h|it",
        3,
    ),
    (
        "p.verde",
        "slice on s : Session
initialization { n = 0 }
state init {
    transition { before event Session.send(s) { return n == 0 } success { n = 1 } hit }
}
state hit non-accepting
",
        "n = 1 } h|it",
        2,
    ),
];

#[test]
fn all_languages_have_findings_uses_and_completions() {
    let project = Project::new(super::SESSIONS);
    project.write("residua.toml", b"source = [\"src\"]\n");
    let mut client = Client::start(&project);
    for (file, written, part, number) in FILES {
        let found = client.open(file, written);
        let errors = found
            .iter()
            .filter(|found| !found.contains("unused") && !found.contains("larva"));
        assert_eq!(errors.count(), 0, "{file}: {found:?}");

        let more = json!({ "context": { "includeDeclaration": true } });
        let uses = client
            .at("textDocument/references", file, written, part, more)
            .expect("uses");
        assert_eq!(places(&uses).len(), number, "{file}: {uses}");
        let renamed = client.at(
            "textDocument/rename",
            file,
            written,
            part,
            json!({ "newName": "other" }),
        );
        let renamed = renamed.unwrap_or_else(|refusal| panic!("{file}: {refusal}"));
        let edits = renamed["changes"]
            .as_object()
            .and_then(|changes| changes.values().next());
        assert_eq!(
            edits.and_then(|edits| edits.as_array()).map(Vec::len),
            Some(number),
            "{file}"
        );

        let method = part_of_method(written);
        let completed = client
            .at("textDocument/completion", file, written, method, json!({}))
            .expect("completions");
        let labels = completed
            .as_array()
            .into_iter()
            .flatten()
            .map(|item| text(&item["label"]).to_owned());
        let labels: std::collections::BTreeSet<String> = labels.collect();
        assert!(
            labels.is_superset(&set(&["open", "send", "close"])),
            "{file}: {labels:?}"
        );

        let wrong = written.replacen("hit", "h!t", 1);
        assert!(!client.change(file, 2, &wrong).is_empty(), "{file}");
    }
}

/// The place behind the dot of the method.
fn part_of_method(written: &str) -> &'static str {
    if written.contains("s1.send") {
        "s1.|send"
    } else {
        "Session.|send"
    }
}

#[test]
fn files_are_read_as_the_configuration_says() {
    let text = "GLOBAL { FOREACH (Session s) {
  EVENTS {
    open(Session s1) = {Session+ s1.open()} where {s = s1;}
    send(Session s2) = {Session+ s2.send(*)} where {s = s2;}
  }
  PROPERTY once {
    STATES { BAD { early } NORMAL { live } STARTING { fresh } }
    TRANSITIONS { fresh -> early [send] fresh -> live [open] }
  }
} }
";
    for (compat, number) in [(false, 0), (true, 1)] {
        let project = Project::new(super::SESSIONS);
        let configuration = format!("source = [\"src\"]\ncompat = {compat}\n");
        project.write("residua.toml", configuration.as_bytes());
        let mut client = Client::start(&project);
        let found = client.open("p.lrv", text);
        let follows = "which `--compat` follows";
        let followed = found.iter().filter(|found| found.contains(follows));
        assert_eq!(followed.count(), number, "{found:?}");
    }
}
