//! The edits of all classes.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::choice::Choice;
use super::class_notifications::ClassNotifications;
use super::job::Job;
use super::monitors::Monitors;
use crate::monitor::START_METHOD;
use crate::weave::decide::{Join, Woven};
use crate::weave::edit::{Edited, edit};
use crate::weave::edits::{BodyEdits, ClassEdits};
use crate::weave::flows::flow_points;
use crate::weave::program::{ProgramClass, class_error, is_main};
use crate::weave::sites::{Body, INITIALIZER};
use crate::weave::told::Told;
use crate::weave::woven::WovenClasses;
use crate::weave::{WeaveError, WeaveReport};

/// Makes the edits of all classes; returns those that change.
///
/// # Errors
/// A class is damaged, or would become too large.
pub fn edit_all<'j>(
    job: &Job<'j>,
    choice: &Choice<'_, '_>,
    monitors: &Monitors,
    report: &mut WeaveReport,
) -> Result<WovenClasses<'j>, WeaveError> {
    let classes = &job.program.classes;
    let editor = Editor::new(job, choice, monitors);
    let edited: Vec<Result<Option<Edited>, WeaveError>> = (0..classes.len())
        .into_par_iter()
        .map(|number| editor.edit(number))
        .collect();

    let mut woven = WovenClasses::default();
    report.unchanged_classes += job.program.others.len();
    for (class, edited) in classes.iter().zip(edited) {
        let Some(edited) = edited? else {
            report.unchanged_classes += 1;
            continue;
        };
        report.changed_classes += 1;
        woven.insert(&class.file.name, edited);
    }
    Ok(woven)
}

/// The decisions by which classes are edited.
struct Editor<'e> {
    job: &'e Job<'e>,
    choice: &'e Choice<'e, 'e>,
    monitors: &'e Monitors,
    /// The specifications that start with the program.
    starting: Vec<&'e Woven<'e>>,
    /// The names of the classes whose initializers run before a `main` begins.
    before_main: BTreeSet<String>,
}

impl<'e> Editor<'e> {
    fn new(job: &'e Job<'e>, choice: &'e Choice<'e, 'e>, monitors: &'e Monitors) -> Self {
        let starting = monitors.starts.iter();
        Editor {
            job,
            choice,
            monitors,
            starting: starting.map(|&n| &choice.specifications[n]).collect(),
            before_main: job.program.initialized_before_main(),
        }
    }

    /// Edits the class with this number; returns nothing if it stays as it is.
    fn edit(&self, number: usize) -> Result<Option<Edited>, WeaveError> {
        let class = &self.job.program.classes[number];
        let edits = self.edits(number, class);
        if edits.is_empty() {
            return Ok(None);
        }
        let hierarchy = &self.job.program.hierarchy;
        edit(&class.file.bytes, &class.sites, &edits, hierarchy)
            .map(Some)
            .map_err(|error| class_error(class.file, error.method, error.source))
    }

    fn edits(&self, number: usize, class: &ProgramClass<'_>) -> ClassEdits {
        let program = self.job.program;
        let points = flow_points(
            &class.sites,
            &self.choice.specifications,
            &program.hierarchy,
        );
        let told = ClassNotifications::new(self.choice, self.monitors, number, points);

        let bodies =
            (0..class.sites.bodies.len()).map(|b| self.body_edits(number, class, &told, b));
        let fields = self.monitors.fields.get(&*class.sites.class);
        ClassEdits {
            bodies: bodies.filter(|edits| !edits.is_empty()).collect(),
            fields: fields.into_iter().flatten().cloned().collect(),
        }
    }

    /// Returns the edits of the n-th body of a class.
    fn body_edits(
        &self,
        number: usize,
        class: &ProgramClass<'_>,
        told: &ClassNotifications<'_>,
        n: usize,
    ) -> BodyEdits {
        let body = &class.sites.bodies[n];
        let sites = (0..body.sites.len()).map(|s| (s, told.at(Join::Site(n, s))));
        let handlers = (0..body.handlers.len()).map(|h| (h, told.at_handler(Join::Handler(n, h))));
        let execution = told.at(Join::Body(n));
        BodyEdits {
            body: n,
            starts: self.starts(class, body, &execution),
            tripwire: self.job.tripwires.classes[number].get(&n).cloned(),
            execution,
            handlers: handlers.filter(|(_, told)| !told.is_empty()).collect(),
            sites: sites.filter(|(_, told)| !told.is_empty()).collect(),
            hidden: Vec::new(),
        }
    }

    /// Returns the calls that start monitors in a body, if the program may begin there.
    fn starts(
        &self,
        class: &ProgramClass<'_>,
        body: &Body,
        execution: &[Told],
    ) -> Vec<(String, String)> {
        if !self.begins(class, body, execution) {
            return Vec::new();
        }
        let starting = self.starting.iter();
        starting
            .map(|woven| (woven.subject.internal_name(), START_METHOD.to_owned()))
            .collect()
    }

    /// Says whether the program may begin with a body. The launcher makes an object to call a
    /// `main` that is not static.
    fn begins(&self, class: &ProgramClass<'_>, body: &Body, execution: &[Told]) -> bool {
        match &*body.name {
            INITIALIZER => {
                self.before_main.contains(&*class.sites.class)
                    && (!body.is_added || !execution.is_empty())
            }
            "<init>" => &*body.descriptor == "()V" && class.sites.bodies.iter().any(is_main),
            _ => is_main(body),
        }
    }
}
