//! The code of properties as code of the program: conditions, actions, filters, `where`s, initial
//! values, entry code and helper methods.
//!
//! Each property file becomes a class whose fields are the variables, keys and event variables of
//! the file, and whose methods are its pieces of code. An object of the class stands for all
//! monitors. What events bind flows into its fields. So code is followed as the program's own is: a
//! condition `!Thread.holdsLock(c)` hands `c` to a method that keeps nothing.
//!
//! A file whose code is not understood as a whole has no class; [`super::monitor_code`] judges it by
//! its words.

mod fields;
mod java;
mod told;

use date::code::Code;
use date::model::Specification;
use ir::{AllocationId, ClassId, FieldId, MethodId, Program};
use java_lower::{Source, with_properties};
use text::{Diagnostic, Severity};

use crate::decide::monitor_code::{codes, reach};
use crate::wording::findings;

pub use fields::Fields;
pub use java::compared_keys;
pub use told::told;

/// A program with the code of the properties that are monitored in it.
#[derive(Debug)]
pub struct MonitoredProgram<'p> {
    own: &'p Program,
    /// The program with the code; `None` where no code is followed.
    whole: Option<Program>,
    /// The class of each specification.
    classes: Vec<Option<CodeClass>>,
}

/// The class that holds the code of a specification.
#[derive(Debug)]
pub struct CodeClass {
    /// The method that runs all of the code.
    pub run: MethodId,
    /// The object on which it runs.
    pub monitor: AllocationId,
    /// The fields by the names of the specification.
    pub fields: Vec<(Fields, FieldId)>,
    /// The pieces of code with their methods; helper methods stand for themselves.
    pub codes: Vec<(Code, MethodId)>,
}

impl CodeClass {
    /// The method that a piece of code is.
    pub fn method(&self, code: &Code) -> Option<MethodId> {
        let mut codes = self.codes.iter();
        codes.find(|(of, _)| of == code).map(|(_, method)| *method)
    }
}

impl<'p> MonitoredProgram<'p> {
    /// Adds the code of `specifications` to a program. Its own ids stay. O(size of the program +
    /// size of the code), where there is any code.
    pub fn new(program: &'p Program, specifications: &[Specification]) -> Self {
        let written: Vec<Option<java::CodeText>> = specifications
            .iter()
            .enumerate()
            .map(|(number, specification)| java::written(program, specification, number))
            .collect();
        let texts: Vec<&java::CodeText> = written.iter().flatten().collect();
        if texts.is_empty() {
            return MonitoredProgram {
                own: program,
                whole: None,
                classes: specifications.iter().map(|_| None).collect(),
            };
        }

        let mut sources: Vec<Source> = texts.iter().map(|text| text.source()).collect();
        sources.push(java::clock());
        let with = with_properties(program, &sources);
        let mut files = with.files.into_iter();
        let classes = written.into_iter().map(|text| {
            let text = text?;
            let file = files.next().flatten()?;
            let mut classes = with.program.classes.iter_enumerated();
            let (class, _) = classes.find(|(_, class)| class.file == file)?;
            CodeClass::found(&with.program, class, text)
        });
        MonitoredProgram {
            own: program,
            classes: classes.collect(),
            whole: Some(with.program),
        }
    }

    /// The program with the code.
    pub fn whole(&self) -> &Program {
        self.whole.as_ref().unwrap_or(self.own)
    }

    /// The program without the code.
    pub fn own(&self) -> &'p Program {
        self.own
    }

    /// A note for each specification whose code is not followed, though it may hand on what it gets.
    pub fn not_followed(&self, specifications: &[Specification]) -> Vec<Diagnostic> {
        let left = specifications
            .iter()
            .zip(&self.classes)
            .filter(|(_, class)| class.is_none());
        let note = |(specification, _): (&Specification, _)| {
            let codes = codes(specification);
            let first = codes.first()?.span;
            reach(self.own, codes).passes_on.then(|| {
                Diagnostic::warning(
                    &specification.file,
                    first,
                    "code-not-followed",
                    findings::CODE_NOT_FOLLOWED,
                )
                .with_help(findings::LET_CODE_BE_FOLLOWED)
            })
        };

        let mut notes: Vec<Diagnostic> = left.filter_map(note).collect();
        notes
            .iter_mut()
            .for_each(|note| note.severity = Severity::Note);
        notes
    }

    /// The classes of all specifications, in order.
    pub fn classes(&self) -> &[Option<CodeClass>] {
        &self.classes
    }

    /// The class of a specification by its position; `None` if it has no code, or if that is not
    /// followed.
    pub fn class(&self, specification: usize) -> Option<&CodeClass> {
        self.classes[specification].as_ref()
    }
}

impl CodeClass {
    fn found(program: &Program, class: ClassId, text: java::CodeText) -> Option<Self> {
        let declared = &program.classes[class];
        let run = declared
            .methods
            .iter()
            .copied()
            .find(|&method| &*program.methods[method].name == java::RUN)?;
        let (monitor, _) = program
            .allocations
            .iter_enumerated()
            .find(|(_, site)| site.method == run)?;
        let field = |name: &str| {
            let mut fields = declared.fields.iter().copied();
            fields.find(|&field| &*program.fields[field].name == name)
        };
        let fields = text
            .fields
            .into_iter()
            .map(|of| Some((of.clone(), field(&of.field())?)));
        let method = |name: &str| {
            let mut methods = declared.methods.iter().copied();
            methods.find(|&method| &*program.methods[method].name == name)
        };
        let codes = text
            .codes
            .into_iter()
            .map(|(code, name)| Some((code, method(&name)?)));
        Some(CodeClass {
            run,
            monitor,
            codes: codes.collect::<Option<_>>()?,
            fields: fields.collect::<Option<_>>()?,
        })
    }
}
