//! Questions that need the program itself.

use std::path::Path;

use anyhow::Result;
use date::residual::Reduction;
use ir::Program;
use points_to::{Dispatch, Place, PointsTo, Step, Why, object_name};

use super::{alias, calls};
use crate::console::Console;
use crate::inputs::program::Inputs;
use crate::render::{Clause, Excerpt};
use crate::settings::ProgramSettings;

/// A program that is asked about.
pub struct View<'a> {
    /// The program.
    pub program: &'a Program,
    /// What was found.
    pub points_to: &'a PointsTo,
    /// Why.
    pub why: Why<'a>,
}

/// Analyses the program and answers: about calls where some are asked about, else about aliases.
///
/// # Errors
/// The input cannot be used, or a place or method is not there.
pub fn explain(
    settings: &ProgramSettings,
    calls: &[String],
    alias: &[String],
    console: Console,
) -> Result<String> {
    let inputs = Inputs::read(settings, console)?;
    let program = &inputs.program;
    console.phase(format_args!("analysing {} methods", program.methods.len()));
    let dispatch = Dispatch::new(program);
    let request = inputs.request(settings, Reduction::Nop);
    let found = analyzer::call_graph(program, &dispatch, &request)?;
    let why = Why::new(
        program,
        &dispatch,
        (&found.start, &found.hidden),
        (&found.points_to, &found.constraints),
    );
    let view = View {
        program,
        points_to: &found.points_to,
        why,
    };
    let told = if calls.is_empty() {
        alias::explain(&view, alias)?
    } else {
        calls::explain(&view, calls)?
    };
    console.end();
    Ok(told.join("\n"))
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
            excerpt: place.map(|place| self.excerpt(place)),
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
                format!("{name} at {}:{}", self.program.files[file].path, span.line)
            }
            None => name,
        }
    }

    fn excerpt(&self, (file, span): Place) -> Excerpt {
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
