//! A check of the code in properties with `javac`, before anything is woven. Monitors are generated
//! as weaving generates them, with a notification for each alternative of each event, and compiled
//! without an output.

use std::path::{Path, PathBuf};

use date::ids::EventId;
use date::model::{ArgumentPattern, Binding, Moment, PointPattern, Specification, Trigger};
use java_types::descriptor::{Primitive, Type};
use java_types::hierarchy::Hierarchy;
use jvm::jdk::Jdk;
use text::{Diagnostic, Severity, Span};

use super::compile::Compilation;
use super::placement::placement;
use super::runtime_library::MONITORING;
use super::signatures;
use crate::monitor::{
    Carriers, Conversion, MonitorSource, Notification, PassedValue, Position, Subject, generate,
};

/// A property file whose code is checked.
#[derive(Debug, Clone, Copy)]
pub struct CheckedFile<'a> {
    /// The specification of the file.
    pub specification: &'a Specification,
    /// Its text.
    pub text: &'a str,
}

/// The classes and the JDK that the code of properties is compiled against.
#[derive(Debug)]
pub struct CodeCheck<'a> {
    /// The JDK whose `javac` compiles.
    pub jdk: &'a Jdk,
    /// The classes of the sources, if they are known, and all others.
    pub hierarchy: &'a Hierarchy,
    /// Compiled classes of the sources, if there are any.
    pub classes: &'a [PathBuf],
    /// Class path entries.
    pub class_path: &'a [PathBuf],
    /// True if the program is known. Otherwise names that may be its own are not reported.
    pub has_program: bool,
    /// The folder that keeps the compiled runtime library; see [`WeaveRequest::kept`].
    ///
    /// [`WeaveRequest::kept`]: crate::weave::WeaveRequest::kept
    pub kept: Option<&'a Path>,
}

impl CodeCheck<'_> {
    /// Returns the faults in the code of the files. Without code, or without a `javac`, there are
    /// none.
    pub fn run(&self, files: &[CheckedFile<'_>]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let (mut monitors, mut names) = (Vec::new(), Vec::new());
        for (order, file) in files
            .iter()
            .enumerate()
            .filter(|(_, file)| has_code(file.specification))
        {
            match self.monitor(order, file) {
                Ok(monitor) => {
                    monitors.push(monitor);
                    names.push(file.specification.file.clone());
                }
                Err(diagnostic) => found.push(diagnostic),
            }
        }

        if !monitors.is_empty() {
            found.extend(self.compiled(&monitors, &names));
        }

        found
    }

    fn monitor(&self, order: usize, file: &CheckedFile<'_>) -> Result<MonitorSource, Diagnostic> {
        let specification = file.specification;
        let names: Vec<String> = specification
            .properties
            .iter()
            .map(|property| property.name.clone())
            .collect();
        let placement = placement(specification, self.hierarchy);
        let subject = Subject::new(
            specification,
            order,
            &names,
            placement,
            Carriers::new(),
            false,
        );

        let subject = subject.with_text(Some(file.text));
        generate(&subject, &notifications(&subject), &[], None)
    }

    fn compiled(&self, monitors: &[MonitorSource], files: &[String]) -> Vec<Diagnostic> {
        let Ok(folder) = tempfile::tempdir() else {
            return Vec::new();
        };
        let signatures = folder.path().join("signatures");

        if signatures::write(self.hierarchy, &signatures).is_err() {
            return Vec::new();
        }

        let against = |first: &[PathBuf]| {
            let all = first.iter().chain([&signatures]).chain(self.class_path);
            let class_path: Vec<PathBuf> = all.cloned().collect();
            let release = self.jdk.release();
            Compilation {
                library: MONITORING,
                jdk: self.jdk,
                release,
                class_path: &class_path,
                monitors,
                files,
                kept: self.kept,
            }
            .check()
            .unwrap_or_default()
        };

        let mut found = against(&[]);
        found.retain(|diagnostic| self.is_certain(diagnostic));
        match self.classes {
            _ if found.is_empty() => found,
            [] => found
                .into_iter()
                .map(|diagnostic| self.rated(diagnostic))
                .collect(),
            // The build may have added members that the sources lack, and the classes may be older
            // than the sources.
            classes => {
                let compiled = against(classes);
                found
                    .into_iter()
                    .filter(|diagnostic| compiled.contains(diagnostic))
                    .collect()
            }
        }
    }

    /// Returns whether an error holds whatever the program is. Places that are not known are those
    /// of generated code: an error there follows from another one.
    fn is_certain(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.span != Span::default() && (self.has_program || !may_be_of_program(diagnostic))
    }

    /// A member that a class of the sources lacks may be added when the program is built: no more
    /// than a warning.
    fn rated(&self, diagnostic: Diagnostic) -> Diagnostic {
        let details = diagnostic.help.as_deref().unwrap_or_default();
        let location = details.split("location:").nth(1).unwrap_or_default();
        let mut words = location.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$'));
        if diagnostic.message == "cannot find symbol" && words.any(|word| self.is_source(word)) {
            Diagnostic {
                severity: Severity::Warning,
                ..diagnostic
            }
        } else {
            diagnostic
        }
    }

    fn is_source(&self, simple_name: &str) -> bool {
        self.hierarchy
            .sources()
            .any(|class| class.name.rsplit(['/', '$']).next() == Some(simple_name))
    }
}

/// Returns whether a property file has any code.
pub fn has_code(specification: &Specification) -> bool {
    !plan::codes(specification).is_empty()
}

/// Returns whether an error may come from names that only the program defines.
fn may_be_of_program(diagnostic: &Diagnostic) -> bool {
    let details = diagnostic.help.as_deref().unwrap_or_default();
    let message = diagnostic.message.as_str();
    let of_jdk = details.contains("location: class String") || details.contains("java.");
    match message {
        "cannot find symbol" => !of_jdk && !is_plain_variable(diagnostic),
        "static import only from classes and interfaces" => true,
        _ => message.ends_with("does not exist") || message.contains("cannot be accessed"),
    }
}

/// Returns whether an unknown name stands where only a variable can stand: no dot follows it.
fn is_plain_variable(diagnostic: &Diagnostic) -> bool {
    let details = diagnostic.help.as_deref().unwrap_or_default();
    let Some(name) = details
        .split("variable ")
        .nth(1)
        .and_then(|rest| rest.split([';', ' ']).next())
    else {
        return false;
    };
    let is_lower = name.starts_with(char::is_lowercase);
    let line = diagnostic.source_line.as_deref().unwrap_or_default();
    is_lower && !line.contains(&format!("{name}."))
}

/// A notification for each alternative that program points raise, with all that it binds.
fn notifications(subject: &Subject<'_>) -> Vec<Notification> {
    let mut all = Vec::new();
    for (event, declared) in subject.specification.events.iter_enumerated() {
        for (alternative, written) in declared.alternatives.iter().enumerate() {
            if let Trigger::Point(point) = &written.trigger {
                all.push(notification(subject, event, alternative, point));
            }
        }
    }
    all.sort();
    all
}

fn notification(
    subject: &Subject<'_>,
    event: EventId,
    alternative: usize,
    point: &PointPattern,
) -> Notification {
    let value = match &point.moment {
        Moment::Before => None,
        Moment::Returning(binding) | Moment::Throwing(binding) => binding.as_ref(),
    };
    let arguments = point
        .arguments
        .iter()
        .filter_map(|(position, argument)| match argument {
            ArgumentPattern::Bound(binding) => Some((Position::Argument(position), binding)),
            ArgumentPattern::Any | ArgumentPattern::Typed(_) => None,
        });

    let value = value.map(|binding| (Position::Value, binding));
    let target = point
        .target
        .as_ref()
        .map(|binding| (Position::Target, binding));
    let caller = point
        .caller
        .as_ref()
        .map(|binding| (Position::Caller, binding));
    let bound = value
        .into_iter()
        .chain(target)
        .chain(arguments)
        .chain(caller);

    let values = bound.filter_map(|(position, binding)| passed(position, binding));
    let properties = subject.notified(event).clone();
    Notification {
        event,
        alternative,
        properties,
        values: values.collect(),
    }
}

fn passed(position: Position, binding: &Binding) -> Option<PassedValue> {
    let primitive = Primitive::from_keyword(binding.ty.as_deref()?.trim());
    let primitive =
        primitive.and_then(|primitive| Type::Primitive(primitive).to_string().chars().next());
    let conversion = if primitive.is_some() {
        Conversion::Conforms
    } else {
        Conversion::Tested
    };
    Some(PassedValue {
        position,
        primitive,
        conversion,
    })
}
