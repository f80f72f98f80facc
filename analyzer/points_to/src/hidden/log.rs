//! A reflection log: what reflective calls reached in runs of the program, as TamiFlex writes it
//! (Bodden and others, Taming reflection, ICSE 2011).
//!
//! One line for each target: `KIND;TARGET;CALLER.METHOD;LINE`, or with the caller's class and
//! method as fields of their own: `KIND;TARGET;CALLER;METHOD;LINE`. Further fields are left out.
//! Empty lines and those that begin with `#` say nothing. Targets are names of classes or
//! signatures in angle brackets:
//!
//! ```text
//! Class.forName;shop.Plugin;shop.Main.load;12;
//! Method.invoke;<shop.Plugin: void start(java.lang.String)>;shop.Main.run;20;isAccessible=false;
//! ```

use java_types::Spelling;
use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{CallSite, Program};
use text::{Diagnostic, LineIndex, Span, nearest};

use crate::classes::Classes;
use crate::dispatch::Dispatch;
use crate::effect::Effect;
use crate::parameters::Parameters;

/// The action of a call of the reflection library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogKind {
    /// `Class.forName`, `ClassLoader.loadClass`.
    ForName,
    /// `Class.newInstance`, `Constructor.newInstance`.
    NewInstance,
    /// `Method.invoke`.
    Invoke,
    /// `Field.get` and `Field.set`, those of primitive types included.
    Field,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The action of the call.
    pub kind: LogKind,
    /// Internal name of the class that was found, or whose member was used.
    pub class: Arc<str>,
    /// Name of the member; `None` for classes.
    pub member: Option<Arc<str>>,
    /// Internal name of the class whose code makes the call.
    pub caller: Arc<str>,
    /// The method that makes the call.
    pub method: Arc<str>,
    /// Line of the call in its source.
    pub line: u32,
    /// The line of the log.
    pub place: Span,
}

/// A parsed log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReflectionLog {
    /// As the user gave it.
    pub file: String,
    /// In the order of the text.
    pub entries: Vec<LogEntry>,
}

impl ReflectionLog {
    /// Reads a log. O(text).
    ///
    /// # Errors
    /// One for each line that is not well formed.
    pub fn parse(file: &str, text: &str) -> Result<ReflectionLog, Vec<Diagnostic>> {
        let index = LineIndex::new(text);
        let (mut entries, mut errors, mut start) = (Vec::new(), Vec::new(), 0);
        for line in text.split('\n') {
            let span = index.span(text, start, start + line.trim_end().len());
            start += line.len() + 1;
            match entry(line.trim_end(), span) {
                Ok(entry) => entries.extend(entry),
                Err(wrong) => {
                    let error = Diagnostic::error(file, span, "reflection-log", wrong.message)
                        .with_source(text);
                    errors.push(match wrong.help {
                        Some(help) => error.with_help(help),
                        None => error,
                    });
                }
            }
        }

        if errors.is_empty() {
            Ok(ReflectionLog {
                file: file.to_owned(),
                entries,
            })
        } else {
            Err(errors)
        }
    }

    /// Returns what lines of the log say that name no reflective call of the program, or a class or
    /// member that its class does not have: such a call is not taken for logged.
    pub fn unmatched(&self, program: &Program, dispatch: &Dispatch<'_>) -> Vec<Diagnostic> {
        let warn = |entry: &LogEntry, message: String| {
            Diagnostic::warning(&self.file, entry.place, "reflection-log", message)
        };
        let mut found = Vec::new();

        for entry in &self.entries {
            if !program.calls.iter().any(|call| entry.is_at(program, call)) {
                let caller = entry.caller.to_binary();
                found.push(warn(
                    entry,
                    format!(
                        "`{caller}.{}` has no call in line {}",
                        entry.method, entry.line
                    ),
                ));
            }
            if let Some(name) = entry.missing_member(program, dispatch) {
                found.push(warn(
                    entry,
                    format!("`{}` has no member `{name}`", entry.class.to_binary()),
                ));
            }
        }

        found
    }

    /// Returns what calls of this kind at this place reach; `None` if the log does not name the
    /// place.
    pub(super) fn at(
        &self,
        program: &Program,
        call: &CallSite,
        kind: LogKind,
    ) -> Option<Vec<&LogEntry>> {
        let here = self
            .entries
            .iter()
            .filter(|entry| entry.kind == kind && entry.is_at(program, call));
        let here: Vec<&LogEntry> = here.collect();
        (!here.is_empty()).then_some(here)
    }
}

impl LogEntry {
    /// Returns whether the call is the one that the line names. Names of lambda bodies differ:
    /// their line decides.
    fn is_at(&self, program: &Program, call: &CallSite) -> bool {
        let method = &program.methods[call.method];
        *program.classes[method.class].name == *self.caller
            && program.points[call.point].span.line == self.line
            && (method.name == self.method || self.method.starts_with("lambda$"))
    }

    /// Returns what the call may do, if its target is in the sources.
    pub(super) fn effect(&self, dispatch: &Dispatch<'_>) -> Option<Effect> {
        let class = Classes::One(dispatch.class(&self.class)?);
        Some(match self.kind {
            LogKind::ForName => Effect::Initialize(class),
            LogKind::NewInstance => Effect::Construct(class, Parameters::Any),
            LogKind::Invoke => Effect::Invoke(class, self.member.clone(), Parameters::Any),
            LogKind::Field => Effect::Share(class, self.member.clone()),
        })
    }

    fn missing_member(&self, program: &Program, dispatch: &Dispatch<'_>) -> Option<&str> {
        let class = &program.classes[dispatch.class(&self.class)?];
        let methods = class
            .methods
            .iter()
            .map(|&method| &*program.methods[method].name);
        let fields = class
            .fields
            .iter()
            .map(|&field| &*program.fields[field].name);
        let members: BTreeSet<&str> = methods.chain(fields).collect();
        self.member
            .as_deref()
            .filter(|member| !members.contains(member))
    }
}

/// A wrong line, and how to mend it.
struct Wrong {
    message: String,
    help: Option<String>,
}

impl From<&str> for Wrong {
    fn from(message: &str) -> Self {
        Wrong {
            message: message.to_owned(),
            help: None,
        }
    }
}

fn entry(line: &str, place: Span) -> Result<Option<LogEntry>, Wrong> {
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }

    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [kind, target, caller, rest @ ..] = fields.as_slice() else {
        return Err("a line is `KIND;TARGET;CALLER.METHOD;LINE`".into());
    };
    let Some(kind) = kind_of(kind)? else {
        return Ok(None);
    };
    let (caller, method, line) = caller_of(caller, rest)?;
    let (class, member) = target_of(target)?;
    let member = member.filter(|_| matches!(kind, LogKind::Invoke | LogKind::Field));

    Ok(Some(LogEntry {
        kind,
        class,
        member,
        caller,
        method,
        line,
        place,
    }))
}

/// `None` for a kind that reaches no code: arrays and questions about members.
fn kind_of(kind: &str) -> Result<Option<LogKind>, Wrong> {
    const KINDS: [&str; 6] = [
        "Class.forName",
        "Class.newInstance",
        "Constructor.newInstance",
        "Method.invoke",
        "Field.get",
        "Field.set",
    ];
    const SILENT: [&str; 4] = [
        "Array.newInstance",
        "Method.get",
        "Constructor.get",
        "Class.get",
    ];

    match kind {
        "Class.forName" | "ClassLoader.loadClass" => Ok(Some(LogKind::ForName)),
        "Class.newInstance" | "Constructor.newInstance" => Ok(Some(LogKind::NewInstance)),
        "Method.invoke" => Ok(Some(LogKind::Invoke)),
        "Field.getName" | "Field.getModifiers" | "Field.getDeclaringClass" | "Field.toString" => {
            Ok(None)
        }
        _ if kind.starts_with("Field.get") || kind.starts_with("Field.set") => {
            Ok(Some(LogKind::Field))
        }
        _ if SILENT.iter().any(|silent| kind.starts_with(silent))
            || kind.ends_with(".toString") =>
        {
            Ok(None)
        }
        _ => Err(Wrong {
            message: format!("`{kind}` is no kind of reflective call"),
            help: nearest(kind, KINDS).map(|kind| format!("did you mean `{kind}`?")),
        }),
    }
}

/// `p.A.m`, `12`, .. or `p.A`, `m`, `12`, ..
fn caller_of(caller: &str, rest: &[&str]) -> Result<(Arc<str>, Arc<str>, u32), Wrong> {
    let number = |field: Option<&&str>| field.and_then(|field| field.parse::<u32>().ok());
    if let Some(line) = number(rest.first()) {
        let (class, method) = caller
            .rsplit_once('.')
            .ok_or("the caller is not `CLASS.METHOD`")?;
        return Ok((internal(class), Arc::from(method), line));
    }
    match (rest.first(), number(rest.get(1))) {
        (Some(method), Some(line)) if !method.is_empty() => {
            Ok((internal(caller), Arc::from(*method), line))
        }
        _ => Err("the line number of the call is missing".into()),
    }
}

/// `p.A`, `<p.A: int f>` or `<p.A: int m(int)>`.
fn target_of(target: &str) -> Result<(Arc<str>, Option<Arc<str>>), Wrong> {
    let Some(signature) = target.strip_prefix('<') else {
        return if target.is_empty() {
            Err("the target is missing".into())
        } else {
            Ok((internal(target), None))
        };
    };
    let parts = signature
        .strip_suffix('>')
        .and_then(|signature| signature.split_once(": "));

    let (class, member) = parts.ok_or("the target is neither a class nor `<CLASS: TYPE NAME>`")?;
    let (_, name) = member
        .split_once(' ')
        .ok_or("the target has no name behind its type")?;
    let name = name.split('(').next().unwrap_or(name);
    Ok((internal(class), Some(Arc::from(name))))
}

/// The internal name of a class, or of the elements of an array.
fn internal(name: &str) -> Arc<str> {
    Arc::from(name.trim_end_matches("[]").to_internal())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<LogEntry> {
        ReflectionLog::parse("refl.log", text)
            .expect("a log")
            .entries
    }

    #[test]
    fn both_forms_of_a_line_are_read() {
        let [long, short] =
            &parsed("Class.forName;p.A;p.Main$In;load;12\nClass.forName;p.A;p.Main$In.load;12;;\n")
                [..]
        else {
            panic!("not two lines");
        };
        assert_eq!(
            (&*long.class, &*long.caller, &*long.method, long.line),
            ("p/A", "p/Main$In", "load", 12)
        );
        assert_eq!(
            LogEntry {
                place: long.place,
                ..short.clone()
            },
            *long
        );
    }

    #[test]
    fn members_are_named_by_signatures() {
        let entries = parsed(
            "# a run\nMethod.invoke;<p.A: void f(int,p.B)>;M.m;3;isAccessible=false;\n\nField.set*;<p.A: p.B b>;M.m;4\n",
        );
        let members: Vec<Option<&str>> = entries
            .iter()
            .map(|entry| entry.member.as_deref())
            .collect();
        assert_eq!(members, [Some("f"), Some("b")]);
    }

    #[test]
    fn lines_that_are_not_well_formed_are_errors_with_a_place() {
        for (line, message) in [
            ("Class.forName", "a line is"),
            ("Class.forNam;p.A;M.m;1", "no kind"),
            ("Class.forName;p.A;M.m", "line number"),
            ("Class.forName;p.A;M;m;x", "line number"),
            ("Class.forName;;M.m;1", "target is missing"),
            ("Method.invoke;<p.A>;M.m;1", "neither a class"),
            ("Class.forName;p.A;m;1", "CLASS.METHOD"),
        ] {
            let errors =
                ReflectionLog::parse("refl.log", &format!("# first\n{line}\n")).expect_err(line);
            assert!(
                errors[0].message.contains(message),
                "{line}: {}",
                errors[0].message
            );
            assert_eq!((errors.len(), errors[0].span.line), (1, 2), "{line}");
        }
        let errors =
            ReflectionLog::parse("refl.log", "Class.forNam;p.A;M.m;1").expect_err("a kind");
        assert_eq!(
            errors[0].help.as_deref(),
            Some("did you mean `Class.forName`?")
        );
    }
}
