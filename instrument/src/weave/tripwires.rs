//! Tripwires: what the analysis takes for unreachable says so when it runs.
//!
//! Silence rests on assumptions, and the most frequent of them is that some code never runs. Such
//! code costs nothing to watch: if the analysis is right, it is never run. If it is wrong, the run
//! says that reports may be missing or wrong.

use java_types::{ClassName, Spelling};
use std::collections::{BTreeMap, BTreeSet};

use jvm::classfile::{ClassFile, ClassFileError};

use super::functional_bodies::FunctionalBodies;
use super::program::{Program, ProgramClass, class_error};
use super::sites::{ClassSites, MethodName};
use super::{Notice, Task, WeaveError};
use plan::{Decision, FunctionalRow, Plan};

/// The class of the runtime library that announces what runs.
pub const CLASS: &str = "residua/runtime/Tripwires";

/// Its method, which takes a text.
pub const METHOD: &str = "hit";

/// The assumption that a hit refutes.
const ASSUMPTION: &str = "separate-compilation";

/// The bodies that get a tripwire.
#[derive(Debug, Default)]
pub struct Tripwires {
    /// For each class of the program the text of each tripwire, by the body's place in
    /// [`ClassSites::bodies`].
    pub classes: Vec<BTreeMap<usize, String>>,
    /// The lambda bodies that are unreachable and have none, as class files do not say which they
    /// are: by class and code, with their places.
    unsure: BTreeMap<String, String>,
}

impl Tripwires {
    /// Finds the tripwires of a plan, if the plan leaves anything out. If everything is monitored,
    /// no report depends on which code runs.
    ///
    /// # Errors
    /// A class file is damaged.
    pub fn of(
        plan: &Plan,
        task: Task,
        wanted: bool,
        program: &Program<'_>,
    ) -> Result<Self, WeaveError> {
        let silences = plan
            .generators
            .iter()
            .any(|row| row.decision == Decision::Silence);
        let prunes = plan
            .properties
            .iter()
            .any(|row| row.transitions.iter().any(|row| row.removed_by.is_some()));
        let mut tripwires = Tripwires {
            classes: vec![BTreeMap::new(); program.classes.len()],
            ..Tripwires::default()
        };

        if wanted && task == Task::Residual && (silences || prunes) {
            for (number, class) in program.classes.iter().enumerate() {
                tripwires
                    .watch(plan, number, class)
                    .map_err(|source| class_error(class.file, None, source))?;
            }
        }

        Ok(tripwires)
    }

    /// Returns whether any class has one.
    pub fn is_any(&self) -> bool {
        self.classes.iter().any(|class| !class.is_empty())
    }

    /// Returns the notice for the user about lambda bodies without a tripwire.
    pub fn notice(&self) -> Option<Notice> {
        let first = self.unsure.values().next()?.clone();
        let bodies = self.unsure.len();
        Some(Notice::NoTripwire { bodies, first })
    }

    fn watch(
        &mut self,
        plan: &Plan,
        number: usize,
        class: &ProgramClass<'_>,
    ) -> Result<(), ClassFileError> {
        let name = ClassName::from_internal(class.sites.class.clone());
        let methods: BTreeSet<&String> = plan.unreached.get(&name).into_iter().flatten().collect();
        for (place, body) in class
            .sites
            .bodies
            .iter()
            .enumerate()
            .filter(|(_, body)| !body.is_added && !body.is_made)
        {
            let method = format!("{}{}", body.name, body.descriptor);
            if methods.contains(&method) {
                self.classes[number].insert(place, format!("{name}\t{method}\t{ASSUMPTION}"));
            }
        }

        match plan.functional_bodies.get(&name) {
            // The class file may have other lambda expressions than the source.
            Some(rows) if !plan.changed.contains(&name) => {
                self.watch_functional(rows, number, class)
            }
            _ => Ok(()),
        }
    }

    fn watch_functional(
        &mut self,
        rows: &[FunctionalRow],
        number: usize,
        class: &ProgramClass<'_>,
    ) -> Result<(), ClassFileError> {
        let found = FunctionalBodies::of(&ClassFile::parse(&class.file.bytes)?)?;
        for (place, body) in class.sites.bodies.iter().enumerate() {
            let name = MethodName {
                name: body.name.clone(),
                descriptor: body.descriptor.clone(),
            };
            let candidates = found.candidates(&name, rows);
            if !candidates.is_empty() && candidates.iter().all(|row| row.unreached) {
                self.classes[number].insert(place, functional_text(&class.sites, &candidates));
            } else {
                let unsure = candidates.iter().filter(|row| row.unreached);
                let named = unsure.map(|row| {
                    (
                        format!("{}\t{}", class.sites.class, row.code),
                        line_of(&class.sites, row.first_line),
                    )
                });
                self.unsure.extend(named);
            }
        }

        Ok(())
    }
}

/// Class, code of the rows, assumption, and the body for people, separated by tabs.
fn functional_text(class: &ClassSites, rows: &[&FunctionalRow]) -> String {
    let name = class.class.to_binary();
    let codes: Vec<&str> = rows.iter().map(|row| row.code.as_str()).collect();
    let method = match codes[0].split(['(', '/']).next().unwrap_or_default() {
        "<init>" => format!("new {name}(..)"),
        "<clinit>" => format!("the static initializer of {name}"),
        method => format!("{name}.{method}(..)"),
    };
    let place = line_of(class, rows[0].first_line);
    format!(
        "{name}\t{}\t{ASSUMPTION}\tthe lambda expression at {place} in {method}",
        codes.join(",")
    )
}

fn line_of(class: &ClassSites, line: u32) -> String {
    format!("{}:{line}", class.file)
}
