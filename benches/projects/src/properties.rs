//! Properties of a project's own classes, made to be violated by ordinary use.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::called::{Monitored, Uses};

/// The kinds of properties, in turn.
const KINDS: [fn(&Monitored) -> Option<String>; 4] = [twice, early, after, unprepared];

/// So many properties are made at least, where the classes have methods for them.
const LEAST: usize = 4;

/// Writes so many properties into a folder, one file each, and gives how many there are: of the
/// classes of which two methods are called first, each with the next kind; where these are too few,
/// of all classes with all kinds, called or not, as frameworks may call them.
///
/// # Errors
/// A file cannot be written.
pub fn write(classes: &[Monitored], count: usize, folder: &Path) -> Result<usize> {
    if folder.is_dir() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let mut texts = of_called(classes, count);
    if texts.len() < LEAST.min(count) {
        add_others(classes, LEAST.min(count), &mut texts);
    }
    for (number, text) in texts.iter().enumerate() {
        fs::write(folder.join(format!("p{}.yaml", number + 1)), text)?;
    }
    Ok(texts.len())
}

fn of_called(classes: &[Monitored], count: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for class in classes.iter().filter(|class| class.weight() > 1) {
        let text = KINDS[texts.len() % KINDS.len()](class).filter(|_| texts.len() < count);
        texts.extend(text);
    }
    texts
}

fn add_others(classes: &[Monitored], count: usize, texts: &mut Vec<String>) {
    let all: Vec<Monitored> = classes
        .iter()
        .map(Monitored::with_each_method_called)
        .collect();
    for kind in KINDS {
        for text in classes.iter().chain(&all).filter_map(kind) {
            if texts.len() < count && !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
}

/// A method that runs twice on one object.
fn twice(class: &Monitored) -> Option<String> {
    let [a] = busiest(class, any)?;
    Some(property(
        class,
        "twice",
        &[("a", &format!("execution {}.{a}(..) target o", class.name))],
        "{none: initial, one: , more: bad}",
        &["none -> one: a", "one -> more: a", "more -> more: a"],
    ))
}

/// A call before another one on the same object.
fn early(class: &Monitored) -> Option<String> {
    let [a, b] = busiest(class, own)?;
    let events = [("a", call(class, &a)), ("b", call(class, &b))];
    Some(property(
        class,
        "early",
        &[("a", &events[0].1), ("b", &events[1].1)],
        "{fresh: initial, ready: , early: bad}",
        &[
            "fresh -> ready: a",
            "fresh -> early: b",
            "early -> early: b",
        ],
    ))
}

/// Two methods that run in order, whatever comes between.
fn after(class: &Monitored) -> Option<String> {
    let [a, b] = busiest(class, any)?;
    let run = |name: &str| format!("execution {}+.{name}(..) target o", class.name);
    let (a, b) = (run(&a), run(&b));
    Some(property(
        class,
        "after",
        &[("a", &a), ("b", &b)],
        "{fresh: initial, begun: , late: bad}",
        &["fresh -> begun: a", "begun -> late: b", "late -> late: b"],
    ))
}

/// An object that is made by the project's own code and asked before it was prepared.
fn unprepared(class: &Monitored) -> Option<String> {
    let [a, b] = busiest(class, any)?;
    let made = format!("execution new {}(..) target o", class.name);
    let run = |name: &str| format!("execution {}.{name}(..) target o", class.name);
    let (a, b) = (run(&a), run(&b));
    Some(property(
        class,
        "unprepared",
        &[("made", &made), ("a", &a), ("b", &b)],
        "{unknown: initial, made: , asked: bad, prepared: }",
        &[
            "unknown -> made: made",
            "made -> asked: a",
            "asked -> asked: a",
            "made -> prepared: b",
            "asked -> prepared: b",
        ],
    ))
}

fn call(class: &Monitored, name: &str) -> String {
    format!("call {}.{name}(..) target o", class.name)
}

fn any(uses: &Uses) -> usize {
    uses.by_tests + uses.by_own
}

fn own(uses: &Uses) -> usize {
    uses.by_own
}

/// The methods that are called most, in this order; of equals by name.
fn busiest<const N: usize>(class: &Monitored, of: fn(&Uses) -> usize) -> Option<[String; N]> {
    let mut methods: Vec<(&String, usize)> = class
        .methods
        .iter()
        .map(|(name, uses)| (name, of(uses)))
        .collect();
    methods.retain(|(_, count)| *count > 0);
    methods.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let names: Vec<String> = methods
        .into_iter()
        .take(N)
        .map(|(name, _)| name.clone())
        .collect();
    names.try_into().ok()
}

fn property(
    class: &Monitored,
    kind: &str,
    events: &[(&str, &str)],
    states: &str,
    transitions: &[&str],
) -> String {
    let Monitored { name, package, .. } = class;
    let mut text =
        format!("imports: [{package}.{name}]\nforeach:\n  - parameters: [{name} o]\n    events:\n");
    for (event, trigger) in events {
        let _ = writeln!(text, "      {event}: {trigger}");
    }
    let _ = write!(
        text,
        "    properties:\n      {kind}-{name}:\n        states: {states}\n        transitions:\n"
    );
    for transition in transitions {
        let _ = writeln!(text, "          - {transition}");
    }
    text
}
