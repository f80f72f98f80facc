//! Two plans of one program, row by row.

use std::collections::BTreeMap;
use std::fmt;

use plan::{Decision, Generator, Plan};

/// So many rows are shown of each comparison.
const SHOWN: usize = 30;

/// How a row that only one of two plans has is like a row that only the other one has, or why it
/// has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Apart {
    /// The other plan has the row less often: a copy that a compiler makes, of `finally` blocks for
    /// one.
    Copy,
    /// It stands on another line.
    Line,
    /// Its callee has another name: a class that inherits the method.
    Callee,
    /// It is in another method of the class: an initializer in a constructor, a lambda.
    Method,
    /// Nothing is like it.
    Alone,
}

/// The result for two plans.
#[derive(Debug, Default)]
pub struct Compared {
    /// Rows that only the first plan has, and only the second one.
    pub only: [usize; 2],
    /// The rows of `only` by kind.
    pub apart: BTreeMap<Apart, usize>,
    /// Rows of both plans that only the first one keeps, and only the second one.
    pub kept_otherwise: [usize; 2],
    /// Some rows that are decided otherwise, and some of [`Apart::Alone`].
    pub examples: Vec<String>,
}

/// A row but for its place in the order of calls: class files have further copies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'p> {
    property: &'p str,
    event: String,
    class: String,
    enclosing: &'p str,
    callee: &'p str,
    kind: String,
    line: u32,
}

/// How often plans have a row, and how often they keep it.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    rows: [usize; 2],
    kept: [usize; 2],
}

/// Compares two plans. O(rows * log rows).
pub fn compare(first: &Plan, second: &Plan) -> Compared {
    let mut found: BTreeMap<Key<'_>, Found> = BTreeMap::new();
    for (plan, number) in [(first, 0), (second, 1)] {
        for row in &plan.generators {
            let entry = found.entry(Key::of(row)).or_default();
            entry.rows[number] += 1;
            entry.kept[number] += usize::from(row.decision == Decision::Keep);
        }
    }

    let mut compared = Compared::default();
    // The rows that either plan has and the other one lacks: like rows of both tell their kinds.
    let mut over: [Vec<(&Key<'_>, usize)>; 2] = [Vec::new(), Vec::new()];
    for (key, Found { rows, kept }) in &found {
        for (own, other) in [(0, 1), (1, 0)] {
            let more = rows[own].saturating_sub(rows[other]);
            compared.only[own] += more;
            if more > 0 && rows[other] > 0 {
                *compared.apart.entry(Apart::Copy).or_default() += more;
            } else if more > 0 {
                over[own].push((key, more));
            }
            // Copies of a row are kept or not as the row itself.
            let is_common = rows[other] > 0;
            if is_common && kept[own] > 0 && kept[other] == 0 {
                compared.kept_otherwise[own] += kept[own];
                compared.show(format!(
                    "only {} keep {key}",
                    ["sources", "class files"][own]
                ));
            }
        }
    }
    let [first, second] = over;
    for (own, others, name) in [
        (&first, &second, "sources"),
        (&second, &first, "class files"),
    ] {
        for (key, more) in own {
            let apart = apart(key, others);
            *compared.apart.entry(apart).or_default() += more;
            if apart == Apart::Alone {
                compared.show(format!("only {name} have {key}"));
            }
        }
    }

    compared
}

impl Compared {
    fn show(&mut self, text: String) {
        if self.examples.len() < SHOWN {
            self.examples.push(text);
        }
    }
}

fn apart(key: &Key<'_>, others: &[(&Key<'_>, usize)]) -> Apart {
    let is_like = |other: &Key<'_>| {
        let event = (other.property, &other.event, &other.class, &other.kind);
        event == (key.property, &key.event, &key.class, &key.kind)
    };
    let has = |is_it: &dyn Fn(&Key<'_>) -> bool| {
        others
            .iter()
            .any(|(other, _)| is_like(other) && is_it(other))
    };
    let member = |callee: &'_ str| {
        let end = callee.find('(').unwrap_or(callee.len());
        let start = callee[..end].rfind('.').map_or(0, |dot| dot + 1);
        callee[start..].to_owned()
    };

    if has(&|other| other.callee == key.callee && other.enclosing == key.enclosing) {
        Apart::Line
    } else if has(&|other| other.line == key.line && member(other.callee) == member(key.callee)) {
        if has(&|other| other.line == key.line && other.callee == key.callee) {
            Apart::Method
        } else {
            Apart::Callee
        }
    } else if has(&|other| other.callee == key.callee) {
        Apart::Method
    } else {
        Apart::Alone
    }
}

impl<'p> Key<'p> {
    fn of(row: &'p Generator) -> Self {
        Key {
            property: &row.property,
            event: format!("{} {:?}", row.event, row.when),
            class: row.site.class.to_string(),
            enclosing: row.site.enclosing.as_str(),
            callee: &row.site.callee,
            kind: format!("{:?}", row.site.kind),
            line: row.site.line,
        }
    }
}

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Key {
            property,
            event,
            class,
            enclosing,
            callee,
            line,
            ..
        } = self;
        write!(
            f,
            "{property} {event}: {callee} in {class}.{enclosing}, line {line}"
        )
    }
}

impl fmt::Display for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Apart::Copy => "further copies of a row that both have",
            Apart::Line => "on another line",
            Apart::Callee => "of a callee with another name",
            Apart::Method => "in another method of the class",
            Apart::Alone => "like no other row",
        })
    }
}
