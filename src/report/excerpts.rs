//! The lines of source that a report shows: whole files with monitored calls while all of them are
//! small, otherwise the lines around the calls and around the steps of their witnesses.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use plan::Plan;
use serde::Serialize;

/// Lines before and behind a place, widest first. The first one that fits into [`BUDGET`] counts,
/// and the last one if none does.
const CONTEXTS: [u32; 5] = [u32::MAX, 30, 8, 2, 1];

/// Lines around a step in a file without a monitored call, at most.
const CONTEXT_OF_STEPS: u32 = 2;

/// The bytes of source in a report, unless its smallest excerpts have more.
const BUDGET: usize = 2_000_000;

/// The bytes that a line costs beside its text.
const FRAME: usize = 3;

/// Characters of a line that are kept; what is longer was not written by people.
const WIDTH: usize = 300;

/// Lines that follow each other: the number of the first, from 1, and their texts.
#[derive(Debug, PartialEq, Serialize)]
pub struct Chunk<'a>(u32, Vec<&'a str>);

/// The text of a file, and the lines of it that the report is about.
#[derive(Debug, Default)]
struct Source<'a> {
    lines: Vec<&'a str>,
    places: BTreeSet<u32>,
    has_calls: bool,
}

/// The texts of sources by their paths, and the lines around each place that are shown.
#[derive(Debug)]
pub struct Excerpts<'a> {
    sources: BTreeMap<&'a str, Source<'a>>,
    context: u32,
}

impl<'a> Excerpts<'a> {
    /// The lines that a report about `plan` shows. `texts` holds the sources by their paths below
    /// the roots; of one that is not there nothing is shown.
    pub fn new(plan: &'a Plan, texts: &'a BTreeMap<String, String>) -> Self {
        Self::within(plan, texts, BUDGET)
    }

    /// The same with `budget` bytes of source.
    fn within(plan: &'a Plan, texts: &'a BTreeMap<String, String>, budget: usize) -> Self {
        let mut sources: BTreeMap<&str, Source> = BTreeMap::new();
        for generator in &plan.generators {
            let source = sources.entry(&generator.site.file).or_default();
            source.places.insert(generator.site.line);
            source.has_calls = true;
        }
        for place in plan.witness_steps.iter().filter_map(|s| s.place.as_ref()) {
            let source = sources.entry(&place.file).or_default();
            source.places.insert(place.line);
        }
        for (file, source) in &mut sources {
            source.lines = texts
                .get(*file)
                .map(|text| text.lines().map(cut).collect())
                .unwrap_or_default();
        }

        let bytes = |context: &u32| -> usize {
            sources.values().map(|source| source.bytes(*context)).sum()
        };
        let fitting = CONTEXTS
            .into_iter()
            .find(|context| bytes(context) <= budget);
        let context = fitting.unwrap_or(CONTEXTS[CONTEXTS.len() - 1]);
        Excerpts { sources, context }
    }

    /// The chunks of a file, from top to bottom.
    pub fn of(&self, file: &str) -> Vec<Chunk<'a>> {
        let Some(source) = self.sources.get(file) else {
            return Vec::new();
        };
        let chunk =
            |range: RangeInclusive<u32>| Chunk(*range.start(), source.texts(range).to_vec());
        source.ranges(self.context).into_iter().map(chunk).collect()
    }

    /// The number of lines of a file; 0 if it is not there.
    pub fn length(&self, file: &str) -> usize {
        self.sources
            .get(file)
            .map_or(0, |source| source.lines.len())
    }
}

impl<'a> Source<'a> {
    /// The lines that are at most `context` away from a place, as ranges with a gap between each two.
    fn ranges(&self, context: u32) -> Vec<RangeInclusive<u32>> {
        let context = if self.has_calls {
            context
        } else {
            context.min(CONTEXT_OF_STEPS)
        };
        let last = self.lines.len() as u32;
        let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
        for &place in self.places.iter().take_while(|place| **place <= last) {
            let first = place.saturating_sub(context).max(1);
            let end = place.saturating_add(context).min(last);
            match ranges.last_mut() {
                Some(range) if first <= range.end() + 1 => *range = *range.start()..=end,
                _ => ranges.push(first..=end),
            }
        }

        ranges.retain(|range| !range.is_empty());
        ranges
    }

    fn texts(&self, range: RangeInclusive<u32>) -> &[&'a str] {
        &self.lines[*range.start() as usize - 1..*range.end() as usize]
    }

    fn bytes(&self, context: u32) -> usize {
        let texts = |range| self.texts(range).iter();
        let lines = self.ranges(context).into_iter().flat_map(texts);
        lines.map(|line| line.len() + FRAME).sum()
    }
}

/// A line as a report shows it.
pub fn cut(line: &str) -> &str {
    &line[..line.floor_char_boundary(WIDTH)]
}

#[cfg(test)]
mod tests {
    use super::super::tests::{plan, texts};
    use super::*;

    fn excerpts(places: &[u32], has_calls: bool, context: u32) -> Excerpts<'static> {
        let source = Source {
            lines: vec!["one", "two", "three", "four", "five", "six"],
            places: places.iter().copied().collect(),
            has_calls,
        };
        Excerpts {
            sources: BTreeMap::from([("A.java", source)]),
            context,
        }
    }

    #[test]
    fn lines_that_follow_each_other_are_one_chunk() {
        let chunks = excerpts(&[1, 2, 4], true, 0).of("A.java");
        assert_eq!(
            chunks,
            [Chunk(1, vec!["one", "two"]), Chunk(4, vec!["four"])]
        );
        assert_eq!(excerpts(&[2, 5], true, 1).of("A.java").len(), 1);
    }

    #[test]
    fn lines_and_files_that_are_not_there_are_left_out() {
        let last = [Chunk(6, vec!["six"])];
        assert_eq!(excerpts(&[6, 7, 8], true, 0).of("A.java"), last);
        assert_eq!(excerpts(&[7], true, u32::MAX).of("A.java"), []);
        assert_eq!(excerpts(&[1], true, 0).of("B.java"), []);
    }

    #[test]
    fn files_without_calls_are_never_whole() {
        let whole = excerpts(&[1], true, u32::MAX);
        assert_eq!(
            (whole.of("A.java")[0].1.len(), whole.length("A.java")),
            (6, 6)
        );
        let step = excerpts(&[1], false, u32::MAX).of("A.java");
        assert_eq!(step, [Chunk(1, vec!["one", "two", "three"])]);
    }

    #[test]
    fn context_shrinks_until_the_text_fits() {
        let plan = plan(100);
        let texts = texts(&plan);
        let all = texts.values().map(String::len).sum::<usize>() + 310 * (FRAME - 1);
        let context = |budget| Excerpts::within(&plan, &texts, budget).context;
        assert_eq!(context(all), u32::MAX);
        assert_eq!(context(all - 1), 8, "with 30, these are all lines");
        assert_eq!(context(0), 1);
    }

    #[test]
    fn endless_lines_are_cut_between_characters() {
        assert_eq!(cut(&"\u{20ac}".repeat(200)).chars().count(), WIDTH / 3);
    }
}
