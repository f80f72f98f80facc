//! Comments of a property file, in a text that is printed of what has become of it.
//!
//! What is printed of a residual property has no comments, as a specification has none. They are
//! put there again: each one stands with what it is about, if that is there still. What a comment
//! is about is told by where it stands: before a line, or at the end of one, that declares
//! something.

mod anchors;
mod scanner;

use std::collections::BTreeMap;

use anchors::Anchors;
pub use scanner::Notation;
use scanner::{Comment, comments};

use date::model::Specification;

use super::yaml;

/// A property file as its author wrote it.
#[derive(Debug, Clone, Copy)]
pub struct Written<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The specification that was read from it, with places.
    pub specification: &'a Specification,
    /// Its notation of comments.
    pub notation: Notation,
}

/// `printed`, a text in the language of `written` about what is left of it, with the comments of
/// what it declares, and with those that stand at the head and at the foot of the file. `read`
/// reads texts of that language. `printed` itself where there are no comments, or where the text
/// would not say the same with them. O(lines · comments) at worst, as at the head of a file.
pub fn carried_over(
    written: Written<'_>,
    printed: String,
    read: impl Fn(&str) -> Option<Specification>,
) -> String {
    let comments = comments(written.text, written.notation);
    if comments.is_empty() {
        return printed;
    }

    let Some(left) = read(&printed) else {
        return printed;
    };
    let there = Anchors::of(&left);
    let mut placed = Placed::default();
    let before = Context::new(written, &comments);

    for comment in &comments {
        placed.put(comment, before.place_of(comment), &before.anchors, &there);
    }

    let text = placed.into_text(&printed, written.notation);
    match read(&text) {
        Some(again) if yaml::print(&again) == yaml::print(&left) => text,
        _ => printed,
    }
}

/// The place that a comment belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// To the file, before everything.
    Head,
    /// To the file, behind everything.
    Foot,
    /// Before what this line declares.
    Before(usize),
    /// To the end of this line.
    Behind(usize),
    /// To a heading: before what the first line declares that stands below it, or else, where that
    /// is gone, what the second one does, which is around it.
    Heading(usize, Option<usize>),
}

/// The text that comments stand in. Lines count from 0.
struct Context<'a> {
    lines: Vec<&'a str>,
    /// For each line, true if it has more than comments.
    is_code: Vec<bool>,
    anchors: Anchors,
}

impl<'a> Context<'a> {
    fn new(written: Written<'a>, comments: &[Comment]) -> Self {
        let lines: Vec<&str> = written.text.lines().collect();
        let mut is_code: Vec<bool> = lines.iter().map(|line| !line.trim().is_empty()).collect();
        for comment in comments {
            let begin = comment.first + usize::from(comment.is_behind);
            let end = comment.last + usize::from(!comment.is_before);
            is_code[begin.min(end)..end].fill(false);
        }
        Context {
            lines,
            is_code,
            anchors: Anchors::of(written.specification),
        }
    }

    fn place_of(&self, comment: &Comment) -> Place {
        if comment.is_behind {
            return if self.anchors.declares(comment.first) {
                Place::Behind(comment.first)
            } else {
                self.anchors
                    .last_before(comment.first)
                    .map_or(Place::Head, Place::Before)
            };
        }

        let begin = comment.last + usize::from(!comment.is_before);
        let Some(next) = (begin..self.lines.len()).find(|&line| self.is_code[line]) else {
            return Place::Foot;
        };
        let is_first = !self.is_code[..comment.first].contains(&true);
        let is_apart = || {
            self.lines[comment.last..next]
                .iter()
                .any(|line| line.trim().is_empty())
        };

        if self.anchors.declares(next) {
            if is_first && is_apart() {
                Place::Head
            } else {
                Place::Before(next)
            }
        } else if is_first {
            Place::Head
        } else {
            self.around(comment, next)
        }
    }

    /// Before a line that declares nothing: a heading, which the next declaration stands below, or
    /// a part of the one before.
    fn around(&self, comment: &Comment, next: usize) -> Place {
        let is_item = |line: usize| self.lines[line].trim_start().starts_with("- ");
        let heading = self.indentation(next);
        let is_below = |&line: &usize| {
            let deeper = self.indentation(line);
            deeper > heading || deeper == heading && is_item(line) && !is_item(next)
        };
        let outer = self
            .anchors
            .lines_before(comment.first)
            .find(|&line| self.indentation(line) < heading);

        match (
            self.anchors.first_after(next).filter(is_below),
            self.anchors.last_before(comment.first),
        ) {
            (Some(below), _) => Place::Heading(below, outer),
            (None, Some(line)) => Place::Before(line),
            (None, None) => Place::Head,
        }
    }

    fn indentation(&self, line: usize) -> usize {
        self.lines[line].len() - self.lines[line].trim_start().len()
    }
}

/// Comments, and the lines of a printed text that they go to.
#[derive(Default)]
struct Placed<'a> {
    head: Vec<&'a Comment>,
    foot: Vec<&'a Comment>,
    before: BTreeMap<usize, Vec<&'a Comment>>,
    behind: BTreeMap<usize, Vec<&'a Comment>>,
}

impl<'a> Placed<'a> {
    /// A comment on what is not there any more goes with it.
    fn put(&mut self, comment: &'a Comment, place: Place, anchors: &Anchors, there: &Anchors) {
        let there = |line| {
            anchors
                .of_line(line)
                .find_map(|declared| there.line_of(declared))
        };
        let found = match place {
            Place::Head => Some(&mut self.head),
            Place::Foot => Some(&mut self.foot),
            Place::Before(line) => there(line).map(|line| self.before.entry(line).or_default()),
            Place::Behind(line) => there(line).map(|line| self.behind.entry(line).or_default()),
            Place::Heading(below, outer) => {
                let line = there(below).or_else(|| there(outer?));
                line.map(|line| self.before.entry(line).or_default())
            }
        };

        found
            .into_iter()
            .for_each(|comments| comments.push(comment));
    }

    fn into_text(self, printed: &str, notation: Notation) -> String {
        let mut lines: Vec<String> = Vec::new();
        if !self.head.is_empty() {
            lines.extend(
                self.head
                    .iter()
                    .flat_map(|comment| comment.text.iter().cloned()),
            );
            lines.push(String::new());
        }

        for (number, line) in printed.lines().enumerate() {
            let indentation = &line[..line.len() - line.trim_start().len()];
            let on_lines_of_their_own = self.before.get(&number).into_iter().flatten();
            let behind = || self.behind.get(&number).into_iter().flatten();
            let ends_lines = notation.ends_with_its_line();
            let moved = behind().filter(|_| !ends_lines);
            let above = on_lines_of_their_own
                .chain(moved)
                .flat_map(|comment| &comment.text);
            lines.extend(above.map(|text| format!("{indentation}{text}").trim_end().to_owned()));
            let kept: String = behind()
                .filter(|_| ends_lines)
                .map(|comment| format!("  {}", comment.text.concat()))
                .collect();
            lines.push(format!("{line}{kept}"));
        }

        lines.extend(
            self.foot
                .iter()
                .flat_map(|comment| comment.text.iter().cloned()),
        );
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}
