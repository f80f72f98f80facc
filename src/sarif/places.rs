//! Places in the sources of a plan, with the ends of the names there.

use std::collections::BTreeMap;

use plan::Plan;

use super::document::Location;
use crate::inputs::plans;
use crate::lookup::rooted;
use crate::render;

/// The sources of a plan.
#[derive(Debug)]
pub struct Places<'a> {
    /// The plan.
    pub plan: &'a Plan,
    texts: BTreeMap<String, Text>,
}

/// A text, with the places where its lines begin.
#[derive(Debug)]
struct Text {
    text: String,
    lines: Vec<usize>,
}

impl<'a> Places<'a> {
    /// Reads the sources. One that has changed since the plan was made gives no ends of names.
    pub fn new(plan: &'a Plan) -> Self {
        let indexed = |text: String| {
            let lines = text::line_starts(text.as_bytes()).collect();
            Text { text, lines }
        };
        let texts = plans::unchanged_texts(plan).into_iter();
        Places {
            plan,
            texts: texts.map(|(path, text)| (path, indexed(text))).collect(),
        }
    }

    /// A place in a file of the plan: `line` is 0 for the whole file, `column` 0 for the whole line.
    pub fn location(&self, file: &str, line: u32, column: u32) -> Location {
        let location = Location::new(&rooted(self.plan, file), line, column);
        match self.line(file, line) {
            Some(text) if column > 0 => location.over(render::word(text, column)),
            _ => location,
        }
    }

    fn line(&self, file: &str, line: u32) -> Option<&str> {
        let Text { text, lines } = self.texts.get(file)?;
        let start = *lines.get((line as usize).checked_sub(1)?)?;
        text[start..].split(['\n', '\r']).next()
    }
}
