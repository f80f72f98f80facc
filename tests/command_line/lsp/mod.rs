//! The language server, asked as editors ask it.

mod client;
mod languages;
mod nvim;

use std::collections::BTreeSet;

use client::{Client, text};
use serde_json::{Value, json};
use test_support::Project;

use super::{SESSIONS, sessions};

/// The sessions with a configuration and a comment.
fn project() -> Project {
    let project = sessions();
    project.write(
        "residua.toml",
        b"source = [\"src\"]\nproperty = [\"session.yaml\"]\n",
    );
    let session = project.read("src/app/Session.java");
    let session = session.replace(
        "    public void send",
        "    /** Sends a number. */\n    public void send",
    );
    project.write("src/app/Session.java", session.as_bytes());
    project
}

fn property() -> &'static str {
    let at = SESSIONS.find("imports:").expect("the property");
    &SESSIONS[at..]
}

/// The labels of completions at a place, where `typed` stands in the place of `part`.
fn completed(
    client: &mut Client,
    file: &str,
    version: i64,
    (part, typed): (&str, &str),
) -> BTreeSet<String> {
    let new = property().replacen(part, &typed.replacen('|', "", 1), 1);
    assert!(property().contains(part), "{part}");
    client.change(file, version, &new);
    let answer = client.at("textDocument/completion", file, &new, typed, json!({}));
    let items = answer.expect("completions");
    let labels = items
        .as_array()
        .into_iter()
        .flatten()
        .map(|item| text(&item["label"]).to_owned());
    labels.collect()
}

/// The texts of the places in an answer.
fn places(answer: &Value) -> Vec<String> {
    let place = |place: &Value| {
        let file = text(&place["uri"])
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        let begin = &place["range"]["start"];
        format!("{file}:{}:{}", begin["line"], begin["character"])
    };
    answer.as_array().into_iter().flatten().map(place).collect()
}

#[test]
fn findings_are_there_as_one_types() {
    let project = project();
    let mut client = Client::start(&project);
    assert_eq!(client.open("session.yaml", property()), [""; 0]);

    let typo = property().replace("fresh -> live: open", "fresh -> live: opne");
    let found = client.change("session.yaml", 2, &typo);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("11:27 unknown-event"), "{found:?}");
    assert!(
        found[0].contains("\nhelp: ") && found[0].contains("`open`"),
        "{found:?}"
    );

    // Names are looked up in the program.
    let typo = property().replace("Session.send(*)", "Session.sned(*)");
    let found = client.change("session.yaml", 3, &typo);
    assert!(
        found.len() == 1
            && found[0].contains("pattern-matches-nothing")
            && found[0].contains("send"),
        "{found:?}"
    );
    assert_eq!(client.change("session.yaml", 4, property()), [""; 0]);

    // A closed file has no findings.
    let uri = client.uri("session.yaml");
    client.say(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri } }),
    );
    let closed = client.hear(|message| {
        message["params"]["diagnostics"].is_array() && message["params"]["version"].is_null()
    });
    assert_eq!(closed["params"]["diagnostics"], json!([]));
    assert_eq!(client.leave(), (Some(0), String::new()));
}

#[test]
fn code_is_compiled_when_a_file_is_opened_or_saved() {
    let project = project();
    let mut client = Client::start(&project);
    let send = "          - fresh -> early: send";
    let wrong = property().replace(send, &format!("{send}\n            when: s.size() > 0"));
    client.open("session.yaml", &wrong);
    // The file is published again when javac is done.
    let found = client.found(1);
    assert!(
        found.iter().any(|found| found.contains("size")),
        "{found:?}"
    );

    let right = wrong.replace("s.size() > 0", "s != null");
    assert_eq!(client.change("session.yaml", 2, &right), [""; 0]);
    let uri = client.uri("session.yaml");
    client.say(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(client.found(2), [""; 0]);
}

#[test]
fn names_of_the_program_and_of_the_file_are_completed() {
    let project = project();
    let mut client = Client::start(&project);
    client.open("session.yaml", property());
    let mut version = 1;
    let mut completed = |part: &str, typed: &str| {
        version += 1;
        completed(&mut client, "session.yaml", version, (part, typed))
    };

    let members = completed("Session.open()", "Session.o|");
    assert!(
        members.is_superset(&set(&["open", "send", "close", "hashCode"])),
        "{members:?}"
    );
    let classes = completed("call Session.open()", "call S|");
    assert!(
        classes.is_superset(&set(&["Session", "Main", "String"])),
        "{classes:?}"
    );
    let in_package = completed("[app.Session]", "[app.|]");
    assert_eq!(in_package, set(&["Session", "Main"]));
    let packages = completed("[app.Session]", "[java.util.|]");
    assert!(
        packages.is_superset(&set(&["concurrent", "Iterator"])),
        "{packages:?}"
    );
    assert_eq!(
        completed("fresh -> live: open", "fresh -> |"),
        set(&["fresh", "live", "early"])
    );
    assert_eq!(
        completed("fresh -> live: open", "fresh -> live: o|"),
        set(&["open", "send", "close"])
    );
    assert_eq!(
        completed("- fresh -> live: open", "- f|"),
        set(&["fresh", "live", "early"])
    );
    assert_eq!(
        completed("early: bad", "early: b|"),
        set(&["initial", "normal", "bad", "accepting"])
    );
    let keys = completed("        states:", "        s|:");
    assert!(
        keys.is_superset(&set(&["states", "transitions", "message", "severity"])),
        "{keys:?}"
    );
    let keys = completed(
        "          - fresh -> early: send",
        "          - fresh -> early: send\n            w|",
    );
    assert_eq!(keys, set(&["when", "do"]));
    let code = completed(
        "          - fresh -> early: send",
        "          - fresh -> early: send\n            when: s.|",
    );
    assert!(code.is_superset(&set(&["open", "send"])), "{code:?}");
    let keys = completed("foreach:", "|\nforeach:");
    assert!(
        keys.is_superset(&set(&["imports", "foreach", "methods", "package"])),
        "{keys:?}"
    );
    let triggers = completed("open: call Session.open() target s", "open: c|");
    assert!(
        triggers.is_superset(&set(&["call", "execution"])),
        "{triggers:?}"
    );
}

fn set(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn hover_says_what_a_name_is() {
    let project = project();
    let mut client = Client::start(&project);
    client.open("session.yaml", property());
    let mut hover = |part: &str| {
        let answer = client.at(
            "textDocument/hover",
            "session.yaml",
            property(),
            part,
            json!({}),
        );
        text(&answer.expect("a hover")["contents"]["value"]).to_owned()
    };
    let state = hover("ear|ly: bad");
    assert!(
        state.contains("bad state") && state.contains("1 transition leads to it"),
        "{state}"
    );
    let event = hover("fresh -> live: op|en");
    assert!(
        event.contains("call Session.open() target s") && event.contains("1 transition uses it"),
        "{event}"
    );
    let key = hover("target |s");
    assert!(
        key.contains("Session s") && key.contains("each object"),
        "{key}"
    );
    let class = hover("[Ses|sion s]");
    assert!(class.contains("class app.Session"), "{class}");
    let method = hover("Session.se|nd");
    assert!(
        method.contains("void app.Session.send(int)") && method.contains("Sends a number."),
        "{method}"
    );
    assert_eq!(hover("for|each"), "");
}

#[test]
fn names_lead_to_their_declarations_and_uses() {
    let project = project();
    let mut client = Client::start(&project);
    client.open("session.yaml", property());
    let mut asked = |method: &str, part: &str| {
        let more = json!({ "context": { "includeDeclaration": true } });
        let answer = client.at(method, "session.yaml", property(), part, more);
        places(&answer.expect("places"))
    };
    assert_eq!(
        asked("textDocument/definition", "Session.se|nd"),
        ["Session.java:5:16"]
    );
    assert_eq!(
        asked("textDocument/definition", "call Ses|sion.open"),
        ["Session.java:2:13"]
    );
    assert_eq!(
        asked("textDocument/definition", "live -> fre|sh"),
        ["session.yaml:9:17"]
    );
    assert_eq!(asked("textDocument/references", "live: |,"), [""; 0]);
    assert_eq!(
        asked("textDocument/references", "li|ve: ,"),
        [
            "session.yaml:9:33",
            "session.yaml:11:21",
            "session.yaml:13:12"
        ]
    );
    let outline = client.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": client.uri("session.yaml") } }),
    );
    let outline = outline.expect("an outline");
    let names: Vec<&str> = outline
        .as_array()
        .into_iter()
        .flatten()
        .map(|entry| text(&entry["name"]))
        .collect();
    assert_eq!(names, ["s", "open", "send", "close", "lifecycle"]);
    assert_eq!(outline[4]["children"].as_array().map(Vec::len), Some(3));
}

#[test]
fn names_are_changed_in_all_places_or_nowhere() {
    let project = project();
    let mut client = Client::start(&project);
    client.open("session.yaml", property());
    let mut rename = |part: &str, to: &str| {
        client.at(
            "textDocument/rename",
            "session.yaml",
            property(),
            part,
            json!({ "newName": to }),
        )
    };

    let edit = rename("fresh -> li|ve: open", "opened").expect("an edit");
    let edits = edit["changes"]
        .as_object()
        .and_then(|changes| changes.values().next())
        .expect("edits");
    assert_eq!(edits.as_array().map(Vec::len), Some(3), "{edit}");
    assert!(
        rename("fresh -> li|ve: open", "early")
            .expect_err("a refusal")
            .contains("`early`")
    );
    assert!(
        rename("fresh -> li|ve: open", "int")
            .expect_err("a refusal")
            .contains("`int`")
    );
    assert!(
        rename("Session.se|nd", "push")
            .expect_err("a refusal")
            .contains("Java")
    );

    let typo = property().replace("fresh -> live: open", "fresh -> live: opne");
    client.change("session.yaml", 2, &typo);
    let refused = client.at(
        "textDocument/rename",
        "session.yaml",
        &typo,
        "close: call Session.cl|ose",
        json!({ "newName": "x" }),
    );
    assert!(refused.is_err());
    let refused = client.at(
        "textDocument/rename",
        "session.yaml",
        &typo,
        "fresh -> ea|rly",
        json!({ "newName": "x" }),
    );
    assert!(refused.expect_err("a refusal").contains("errors"));
}

#[test]
fn program_is_read_again_when_it_changes() {
    let project = project();
    let mut client = Client::start(&project);
    let text = property().replace("Session.close()", "Session.shut()");
    let found = client.open("session.yaml", &text);
    assert!(
        found.len() == 1 && found[0].contains("pattern-matches-nothing"),
        "{found:?}"
    );

    let session = project
        .read("src/app/Session.java")
        .replace("void close", "void shut");
    project.write("src/app/Session.java", session.as_bytes());
    let uri = client.uri("src/app/Session.java");
    client.say(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": uri, "type": 2 }] }),
    );
    assert_eq!(client.found(1), [""; 0]);
}

#[test]
fn wrong_input_ends_with_a_message_and_never_with_a_panic() {
    let project = project();
    let mut client = Client::start(&project);
    client.open("session.yaml", property());
    assert!(
        client
            .ask("textDocument/hover", json!({ "wrong": 1 }))
            .is_err()
    );
    assert!(
        client
            .ask("textDocument/unheard", json!({}))
            .expect_err("a refusal")
            .contains("unheard")
    );
    // Places outside of the text, and files that are not open.
    for (line, character) in [(999, 0), (0, 999), (4_000_000_000_u32, 4_000_000_000_u32)] {
        let at = json!({ "textDocument": { "uri": client.uri("session.yaml") }, "position": { "line": line, "character": character } });
        for method in [
            "hover",
            "completion",
            "definition",
            "documentHighlight",
            "prepareRename",
        ] {
            drop(client.ask(&format!("textDocument/{method}"), at.clone()));
        }
    }
    let other = json!({ "textDocument": { "uri": client.uri("other.yaml") }, "position": { "line": 0, "character": 0 } });
    assert_eq!(client.ask("textDocument/hover", other), Ok(Value::Null));
    client.write(b"Content-Length: 3\r\n\r\n{]}");
    let (status, told) = client.ended();
    assert_eq!(status, Some(2), "{told}");
    assert!(
        told.starts_with("error: ") && !told.contains("panicked"),
        "{told}"
    );
}

#[test]
fn without_an_editor_the_command_says_so() {
    let project = sessions();
    let run = project.residua_with("lsp", &[], "");
    run.fails_with(2, &["`residua lsp` is started by an editor"]);
}

#[test]
fn configuration_that_cannot_be_read_is_shown() {
    let project = project();
    project.write("residua.toml", b"sources = [\"src\"]\n");
    let mut client = Client::start(&project);
    let shown = client.hear(|message| message["method"] == "window/showMessage");
    assert!(
        text(&shown["params"]["message"]).contains("residua.toml"),
        "{shown}"
    );
    assert_eq!(client.open("session.yaml", property()), [""; 0]);
}
