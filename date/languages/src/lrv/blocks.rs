//! The script, its contexts and their variables.

use std::ops::Range;

use super::cursor::Cursor;
use super::invariants::{self, Invariant};
use super::methods;
use super::sections::{OutOfLine, Section, Sections, once, several};
use super::{Beside, deviations, events, properties};
use crate::draft::{DraftContext, DraftParameter, DraftSpecification, DraftVariable, Word};
use crate::java::{self, Excerpt};
use date::model::Identity;
use text::Diagnostic;

const SCRIPT: [Section; 3] = [once("IMPORTS"), once("GLOBAL"), once("METHODS")];
const CONTEXT: [Section; 5] = [
    once("INVARIANTS"),
    once("VARIABLES"),
    once("EVENTS"),
    several("PROPERTY"),
    several("FOREACH"),
];

/// The whole script.
pub(super) fn script(
    cursor: &mut Cursor<'_>,
    beside: Beside<'_>,
) -> Result<DraftSpecification, Diagnostic> {
    let (mut imports, mut methods, mut global) = (Vec::new(), None, None);
    let mut sections = Sections::new(&SCRIPT, OutOfLine::Stops);
    while let Some((section, word)) = sections.next(cursor)? {
        let block = cursor.block("{")?;
        let twice = match section {
            "IMPORTS" => {
                imports.extend(import_list(&mut cursor.within(block))?);
                false
            }
            "GLOBAL" => global.replace(block).is_some(),
            _ => methods
                .replace(methods::methods(&mut cursor.within(block), beside)?)
                .is_some(),
        };
        if twice {
            return Err(cursor.error(word.range, format!("there is a second `{section}`")));
        }
    }

    if !cursor.at_end() || global.is_none() {
        let help = format!("the sections are {}", sections.names());
        let what = if global.is_none() {
            "`GLOBAL`"
        } else {
            "the end of the script"
        };
        return Err(cursor.expected(what).with_help(help));
    }

    let mut script = Script {
        contexts: Vec::new(),
        invariants: Vec::new(),
    };
    let block = global.unwrap_or_default();
    script.context(cursor, block.clone(), DraftContext::new(None, block))?;
    invariants::check_all(cursor, &script.invariants, &mut script.contexts)?;
    let hears_references = !cursor.larva.follow_tool();

    Ok(DraftSpecification {
        imports,
        package: None,
        hears_references,
        methods: methods.flatten(),
        contexts: script.contexts,
    })
}

fn import_list(cursor: &mut Cursor<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut imports = Vec::new();
    while !cursor.at_end() {
        if cursor.accept_word("import").is_none() {
            return Err(cursor.expected("`import`"));
        }
        let name = cursor.until(&[';']);
        let text = cursor
            .slice(name.clone())
            .split_whitespace()
            .collect::<Vec<&str>>()
            .join(" ");
        imports.push(Word { text, range: name });
        cursor.expect(";")?;
    }

    Ok(imports)
}

/// The contexts that have been read so far.
struct Script {
    contexts: Vec<DraftContext>,
    invariants: Vec<Invariant>,
}

impl Script {
    /// Reads the text between the braces of `GLOBAL` or `FOREACH`. Properties come last: their
    /// transitions name invariants.
    fn context(
        &mut self,
        outer: &Cursor<'_>,
        block: Range<usize>,
        context: DraftContext,
    ) -> Result<(), Diagnostic> {
        let mut cursor = outer.within(block);
        let position = self.contexts.len();
        self.contexts.push(context);
        let mut sections = Sections::new(&CONTEXT, OutOfLine::Ignores);
        let mut properties = Vec::new();
        let mut inner = Vec::new();

        while let Some((section, _)) = sections.next(&mut cursor)? {
            match section {
                "INVARIANTS" => {
                    let block = cursor.block("{")?;
                    self.invariants
                        .extend(invariants::invariants(&mut cursor.within(block), position)?);
                }
                "VARIABLES" => {
                    let block = cursor.block("{")?;
                    variables(&mut cursor.within(block), &mut self.contexts[position])?;
                }
                "EVENTS" => {
                    let block = cursor.block("{")?;
                    let events =
                        events::events(&mut cursor.within(block), position, &self.contexts)?;
                    self.contexts[position].events.extend(events);
                    deviations::hide_events(&cursor, position, &mut self.contexts);
                }
                "PROPERTY" => {
                    let name = cursor.word("the name of the property")?;
                    properties.push((name, cursor.block("{")?));
                }
                _ => {
                    let header = cursor.block("(")?;
                    let parameters = parameters(&mut cursor.within(header.clone()))?;
                    let context = DraftContext {
                        parameters,
                        ..DraftContext::new(Some(position), header)
                    };
                    inner.push((cursor.block("{")?, context));
                }
            }
        }

        if !cursor.at_end() {
            let help = format!("the sections are {}", sections.names());
            return Err(cursor
                .expected("a section or the end of the context")
                .with_help(help));
        }

        for (name, block) in properties {
            let visible = invariants::visible(&self.invariants, position, &self.contexts);
            let property = properties::property(&mut cursor.within(block), name, &visible)?;
            self.contexts[position].properties.push(property);
        }

        deviations::warn_of_instances(&cursor, position, &self.contexts);
        inner
            .into_iter()
            .try_for_each(|(block, context)| self.context(&cursor, block, context))
    }
}

/// `type name (',' type name)*`.
fn parameters(cursor: &mut Cursor<'_>) -> Result<Vec<DraftParameter>, Diagnostic> {
    let mut parameters = Vec::new();
    loop {
        let ty = cursor.ty().ok_or_else(|| cursor.expected("a type"))?;
        let name = cursor.word("the name of a parameter")?;
        if !parameters.is_empty() {
            deviations::refuse_qualified(cursor, &ty)?;
        }
        clauses(cursor, &ty, &name)?;
        parameters.push(DraftParameter {
            name,
            ty: ty.text,
            identity: Identity::Equals,
        });
        if cursor.at_end() {
            return Ok(parameters);
        }
        cursor.expect(",")?;
    }
}

/// `equateUsing method` and `stringUsing method`.
fn clauses(cursor: &mut Cursor<'_>, ty: &Word, name: &Word) -> Result<(), Diagnostic> {
    if let Some(word) = cursor.accept_word("equateUsing") {
        let method = cursor.word("a method")?;
        let (ty, name) = (&ty.text, &name.text);
        let instead = format!(
            "keys are compared by `equals`: let `{ty}` have the `equals` and `hashCode` of `{}`, or make what it compares the \
             key, as in `FOREACH (String id)` with `where {{ id = {name}1.id(); }}`",
            method.text
        );
        return Err(cursor.unsupported(
            word.range.start..method.range.end,
            "`equateUsing`",
            &instead,
        ));
    }
    if let Some(word) = cursor.accept_word("stringUsing") {
        let method = cursor.word("a method")?;
        let message = "`stringUsing` has no effect".to_owned();
        let help = "reports name an instance by the classes and hashes of its keys";
        cursor.larva.warn(
            word.range.start..method.range.end,
            "lrv-no-effect",
            message,
            help,
        );
    }

    Ok(())
}

/// Declarations of Java; `Clock` and `Channel` are types of their own, whose initial values mean
/// nothing.
fn variables(cursor: &mut Cursor<'_>, context: &mut DraftContext) -> Result<(), Diagnostic> {
    let block = cursor.until(&[]);
    let text = cursor.slice(block.clone());
    let place = |range: Range<usize>| block.start + range.start..block.start + range.end;
    let declarations = java::declarations(text)
        .map_err(|error| cursor.error(place(error.range), error.message))?;

    for declaration in declarations {
        let modifiers = declaration.modifiers.map(&place);
        if let Some(modifiers) = modifiers.filter(|range| !is_access(cursor.slice(range.clone()))) {
            let construct = format!("the modifier `{}`", cursor.slice(modifiers.clone()));
            let instead = "a variable that all instances share is declared in GLOBAL";
            return Err(cursor.unsupported(modifiers, &construct, instead));
        }
        let name = Word {
            text: text[declaration.name.clone()].to_owned(),
            range: place(declaration.name),
        };
        if cursor.larva.follow_tool() && deviations::is_declared(&name, context) {
            let message = format!("`{}` is declared again", name.text);
            cursor.larva.differs(
                name.range,
                "lrv-second-variable",
                message,
                "drops it",
                "it is an error here",
            );
            continue;
        }
        match declaration.ty.as_str() {
            "Clock" => context.clocks.push(name),
            "Channel" => context.channels.push(name),
            _ => {
                let initial = declaration
                    .initial
                    .map(|range| initial(&cursor.java(place(range)), &declaration.ty));
                context.variables.push(DraftVariable {
                    name,
                    ty: declaration.ty,
                    initial,
                });
            }
        }
    }

    Ok(())
}

/// An initial value as an expression: `{1, 2}` is one only where an array is declared.
fn initial(value: &Excerpt, ty: &str) -> Excerpt {
    if !value.text().starts_with('{') {
        return value.clone();
    }
    let start = value.extent().start;
    let mut array = Excerpt::empty(start);
    array.push(&format!("new {ty} "), start..start);
    array.push(value.text(), value.extent());
    array
}

/// Modifiers that mean nothing to a monitor.
fn is_access(modifiers: &str) -> bool {
    let words = [
        "public",
        "protected",
        "private",
        "final",
        "volatile",
        "transient",
    ];
    modifiers
        .split_whitespace()
        .all(|word| words.contains(&word))
}
