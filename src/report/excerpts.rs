//! The lines of source that a report shows: those around its generators and around the steps of
//! their witnesses.

use std::collections::{BTreeMap, BTreeSet};

use plan::Plan;
use serde::Serialize;

/// Lines that are shown before and behind a place.
const CONTEXT: u32 = 2;

/// The same where there are many generators: two thirds of the text for a report that is read in
/// pieces anyway.
const CONTEXT_OF_MANY: u32 = 1;

/// The size from which a file is large.
const MANY: usize = 20_000;

/// Characters of a line that are kept; what is longer was not written by people.
const WIDTH: usize = 300;

/// Lines that follow each other: the number of the first, from 1, and their texts.
#[derive(Debug, PartialEq, Serialize)]
pub struct Chunk<'a>(u32, Vec<&'a str>);

/// The texts of sources by their paths, and the lines of them that are shown.
#[derive(Debug, Default)]
pub struct Excerpts<'a> {
    lines: BTreeMap<&'a str, Vec<&'a str>>,
    wanted: BTreeMap<&'a str, BTreeSet<u32>>,
}

impl<'a> Excerpts<'a> {
    /// The lines that a report about `plan` shows. `texts` holds the sources by their paths below
    /// the roots; of one that is not there nothing is shown.
    pub fn new(plan: &'a Plan, texts: &'a BTreeMap<String, String>) -> Self {
        let context = if plan.generators.len() > MANY {
            CONTEXT_OF_MANY
        } else {
            CONTEXT
        };
        let generators = plan
            .generators
            .iter()
            .map(|generator| (generator.site.file.as_str(), generator.site.line));
        let steps = plan
            .witness_steps
            .iter()
            .filter_map(|step| step.place.as_ref());

        let mut excerpts = Excerpts::default();
        for (file, line) in generators.chain(steps.map(|place| (place.file.as_str(), place.line))) {
            let around = line.saturating_sub(context).max(1)..=line.saturating_add(context);
            excerpts.wanted.entry(file).or_default().extend(around);
        }

        let texts = texts
            .iter()
            .filter(|(file, _)| excerpts.wanted.contains_key(file.as_str()));
        excerpts.lines = texts
            .map(|(file, text)| (file.as_str(), text.lines().collect()))
            .collect();

        excerpts
    }

    /// The chunks of a file, from top to bottom.
    pub fn of(&self, file: &str) -> Vec<Chunk<'a>> {
        let (Some(lines), Some(wanted)) = (self.lines.get(file), self.wanted.get(file)) else {
            return Vec::new();
        };
        let mut chunks: Vec<Chunk<'a>> = Vec::new();

        for &number in wanted {
            let Some(line) = lines.get(number as usize - 1) else {
                break;
            };
            match chunks
                .last_mut()
                .filter(|Chunk(first, lines)| first + lines.len() as u32 == number)
            {
                Some(Chunk(_, texts)) => texts.push(cut(line)),
                None => chunks.push(Chunk(number, vec![cut(line)])),
            }
        }

        chunks
    }
}

fn cut(line: &str) -> &str {
    &line[..line.floor_char_boundary(WIDTH)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpts(wanted: &[u32]) -> Excerpts<'static> {
        let lines = ["one", "two", "three", "four", "five"];
        let wanted = BTreeMap::from([("A.java", wanted.iter().copied().collect())]);
        Excerpts {
            lines: BTreeMap::from([("A.java", lines.to_vec())]),
            wanted,
        }
    }

    #[test]
    fn lines_that_follow_each_other_are_one_chunk() {
        let chunks = excerpts(&[1, 2, 4]).of("A.java");
        assert_eq!(
            chunks,
            [Chunk(1, vec!["one", "two"]), Chunk(4, vec!["four"])]
        );
    }

    #[test]
    fn lines_and_files_that_are_not_there_are_left_out() {
        assert_eq!(excerpts(&[5, 6, 7]).of("A.java"), [Chunk(5, vec!["five"])]);
        assert_eq!(excerpts(&[1]).of("B.java"), []);
    }

    #[test]
    fn endless_lines_are_cut_between_characters() {
        assert_eq!(cut(&"\u{20ac}".repeat(200)).chars().count(), WIDTH / 3);
    }
}
