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
    texts: BTreeMap<String, String>,
    /// Where each line of a text begins, by the path of the text.
    lines: BTreeMap<String, Vec<usize>>,
}

impl<'a> Places<'a> {
    /// Reads the sources. One that has changed since the plan was made gives no ends of names.
    pub fn new(plan: &'a Plan) -> Self {
        let texts = plans::unchanged_texts(plan);
        let starts = |text: &String| text::line_starts(text.as_bytes()).collect();
        let lines = texts
            .iter()
            .map(|(path, text)| (path.clone(), starts(text)))
            .collect();
        Places { plan, texts, lines }
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
        let start = *self.lines.get(file)?.get((line as usize).checked_sub(1)?)?;
        self.texts
            .get(file)?
            .get(start..)?
            .split(['\n', '\r'])
            .next()
    }
}
