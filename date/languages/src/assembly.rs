//! From a draft to a specification: resolves names, types event variables, parses Java, expands
//! `*`. The rules, and the findings when they are broken, are those of all formats.

mod automaton;
mod declarations;
mod events;
mod variables;

use index_vec::IndexVec;

use super::draft::{DraftSpecification, Word};
use crate::java::{self, Excerpt, Scope};
use date::code::Code;
use date::ids::{ContextId, EventId};
use date::model::{Context, Event, ImportPlaces, Specification};
use text::{Diagnostic, Source, nearest};

/// Makes a specification of what a reader found.
///
/// # Errors
/// All broken rules that were found: duplicate and unknown names, Java that does not parse,
/// variables of several types, properties without exactly one initial state.
pub(super) fn assemble(
    draft: &DraftSpecification,
    source: &Source<'_>,
) -> Result<Specification, Vec<Diagnostic>> {
    let mut assembly = Assembly {
        source,
        draft,
        contexts: IndexVec::new(),
        events: IndexVec::new(),
        variables: Vec::new(),
        findings: Vec::new(),
    };
    assembly.check_imports();
    assembly.declare_contexts();
    assembly.check_names();
    assembly.declare_events();
    assembly.type_variables();
    assembly.parse_initial_values();
    assembly.parse_event_code();
    assembly.resolve_creation();

    let properties = assembly.properties();
    let methods = draft
        .methods
        .as_ref()
        .map(|methods| java::members(methods, source));
    let methods = methods.and_then(|methods| assembly.kept(methods));

    if assembly.findings.is_empty() {
        Ok(Specification {
            name: stem(source.file).to_owned(),
            file: source.file.to_owned(),
            imports: draft
                .imports
                .iter()
                .map(|import| import.text.clone())
                .collect(),
            import_places: ImportPlaces(
                draft
                    .imports
                    .iter()
                    .map(|i| source.span(i.range.clone()))
                    .collect(),
            ),
            package: draft.package.clone(),
            hears_references: draft.hears_references,
            contexts: assembly.contexts,
            events: assembly.events,
            properties,
            methods,
        })
    } else {
        Err(assembly.findings)
    }
}

/// The file name without folders and last extension.
fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

struct Assembly<'a> {
    source: &'a Source<'a>,
    draft: &'a DraftSpecification,
    contexts: IndexVec<ContextId, Context>,
    events: IndexVec<EventId, Event>,
    /// The event variables that code in each context sees, in context order.
    variables: Vec<Vec<String>>,
    findings: Vec<Diagnostic>,
}

impl Assembly<'_> {
    /// The value, or `None` after noting the finding.
    fn kept<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|finding| self.findings.push(finding)).ok()
    }

    fn report(&mut self, word: &Word, code: &str, message: String) {
        self.findings
            .push(self.source.error(word.range.clone(), code, message));
    }

    /// An unknown name, with the nearest known one, or else all known ones. The code says what is
    /// unknown: `unknown-state`.
    fn report_unknown(&mut self, word: &Word, code: &str, known: &[&str]) {
        let what = code.trim_start_matches("unknown-");
        let error = self.source.error(
            word.range.clone(),
            code,
            format!("there is no {what} `{}` here", word.text),
        );
        let help = match nearest(&word.text, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => format!("no {what} is declared here"),
            None => format!("known here: {}", known.join(", ")),
        };
        self.findings.push(error.with_help(help));
    }

    /// The context and its ancestors, innermost first.
    fn chain(&self, context: ContextId) -> Vec<ContextId> {
        std::iter::successors(Some(context), |&id| self.contexts[id].parent).collect()
    }

    fn scope(&self, context: ContextId) -> Scope<'_> {
        let variables = self
            .variables
            .get(context.index())
            .cloned()
            .unwrap_or_default();
        Scope::new(&self.contexts, context, variables).hiding_threads(self.hides_threads())
    }

    /// Returns whether the file may see another class `Thread` than that of Java: a package goes
    /// before `java.lang`, and so does what is imported by name (JLS 6.4.1).
    fn hides_threads(&self) -> bool {
        let imports = self.draft.imports.iter().map(|import| &*import.text);
        self.draft.package.is_some()
            || imports
                .filter(|import| *import != "java.lang.Thread")
                .any(|import| import.rsplit('.').next() == Some("Thread"))
    }

    fn expression(&mut self, excerpt: &Excerpt, context: ContextId) -> Option<Code> {
        let parsed = java::expression(excerpt, &self.scope(context), self.source);
        self.kept(parsed)
    }

    fn statements(&mut self, excerpt: &Excerpt, context: ContextId) -> Option<Code> {
        let parsed = java::statements(excerpt, &self.scope(context), self.source);
        self.kept(parsed)
    }

    /// The event called `name` that code in `context` sees.
    fn visible_event(&self, name: &str, context: ContextId) -> Option<EventId> {
        let named = |id: ContextId| {
            self.events
                .iter_enumerated()
                .find(move |(_, e)| e.context == id && e.name == name)
        };
        self.chain(context)
            .into_iter()
            .find_map(named)
            .map(|(id, _)| id)
    }

    /// The event called `word`; unknown ones are reported.
    fn event(&mut self, word: &Word, context: ContextId) -> Option<EventId> {
        let found = self.visible_event(&word.text, context);
        if found.is_none() {
            let chain = self.chain(context);
            let known: Vec<String> = self
                .events
                .iter()
                .filter(|e| chain.contains(&e.context))
                .map(|e| e.name.clone())
                .collect();
            self.report_unknown(
                word,
                "unknown-event",
                &known.iter().map(String::as_str).collect::<Vec<&str>>(),
            );
        }

        found
    }
}
