//! A program with what an analysis found of it, as answers show it.

use std::path::Path;

use ir::{FileId, Program};
use points_to::{Place, PointsTo, Step, Why, object_name};
use text::Span;

use crate::render::{Clause, Excerpt};
use crate::wording::explain as wording;

/// A program that is asked about.
pub struct View<'a> {
    /// The program.
    pub program: &'a Program,
    /// The solution.
    pub points_to: &'a PointsTo,
    /// Why.
    pub why: Why<'a>,
}

impl View<'_> {
    /// A clause about a place.
    pub fn clause(
        &self,
        name: &'static str,
        text: impl Into<String>,
        place: Option<Place>,
    ) -> Clause {
        Clause {
            name,
            text: text.into(),
            excerpt: place.map(|(file, span)| self.excerpt(file, span)),
        }
    }

    /// The steps of a chain as clauses.
    pub fn chain(&self, name: &'static str, steps: Vec<Step>) -> Vec<Clause> {
        steps
            .into_iter()
            .map(|step| self.clause(name, step.text, step.place))
            .collect()
    }

    /// An object and where it is made: "the `app.Session` made at app/Main.java:5".
    pub fn object(&self, object: points_to::ObjectId) -> String {
        let (name, place) = object_name(self.program, self.points_to, object);
        match place {
            Some((file, span)) => {
                wording::object_at(&name, &self.program.files[file].path, span.line)
            }
            None => name,
        }
    }

    fn excerpt(&self, file: FileId, span: Span) -> Excerpt {
        let file = &self.program.files[file];
        let path = Path::new(&file.root).join(&file.path);
        let text = std::fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let index = (span.line as usize).checked_sub(1);
        let line = text
            .ok()
            .and_then(|text| text.lines().nth(index?).map(str::to_owned));
        Excerpt {
            file: path.to_string_lossy().into_owned(),
            span,
            line,
        }
    }
}
