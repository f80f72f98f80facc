//! From the text of an aspect to its dependent advice and its dependencies.
//!
//! ```text
//! dependency   = "dependency" "{" "strong" refs ";" ["weak" refs ";"] "}"
//!              | "dependency" "{" refs ";" state+ "}"
//! refs         = ref ("," ref)*           ref  = NAME ["(" (NAME | "*") ("," (NAME | "*"))* ")"]
//! state        = ("initial" | "final")* NAME [":" edge ("," edge)*] ";"           edge = NAME "->" NAME
//! ```

use crate::mop::syntax::parse::cursor::Cursor;
use crate::mop::syntax::parse::event::advice;
use crate::mop::syntax::parse::file::statement;
use crate::mop::syntax::parse::named_pointcut;
use crate::mop::syntax::{Event, Name, NamedPointcut, Pointcut, PointcutKind, Preamble};
use text::{Diagnostic, Source};

/// An aspect.
pub(super) struct Aspect {
    pub preamble: Preamble,
    pub name: Name,
    /// The dependent advice.
    pub advice: Vec<Event>,
    /// The pointcuts that dependent advice uses, and those which these use.
    pub pointcuts: Vec<NamedPointcut>,
    pub dependencies: Vec<Dependency>,
}

/// A dependency declaration.
pub(super) struct Dependency {
    /// The symbols: those that are listed, or the strong and then the weak ones.
    pub symbols: Vec<Symbol>,
    pub says: Says,
}

/// The statements of a dependency about its symbols.
pub(super) enum Says {
    /// The first so many have to execute.
    Strong(usize),
    /// A machine of these states.
    Machine(Vec<State>),
}

/// An advice with the variables that stand for its formals.
pub(super) struct Symbol {
    pub advice: Name,
    /// `None` for what the advice itself calls them; in it `None` for `*`.
    pub variables: Option<Vec<Option<Name>>>,
}

/// A state of a machine.
pub(super) struct State {
    pub name: Name,
    pub is_initial: bool,
    pub is_final: bool,
    pub edges: Vec<(Name, Name)>,
}

pub(super) fn parse(source: &Source<'_>) -> Result<Aspect, Diagnostic> {
    let mut cursor = Cursor::new(source);
    let mut preamble = Preamble::default();
    while statement(&mut cursor, &mut preamble)? {}

    while cursor.accept_word("aspect").is_none() {
        if cursor.at_end() || cursor.next_is("{") {
            return Err(cursor.expected("an aspect"));
        }
        cursor.skip()?;
    }

    let name = cursor.word("the name of the aspect")?;
    while !cursor.next_is("{") {
        if cursor.at_end() {
            return Err(cursor.expected("the body of the aspect"));
        }
        cursor.skip()?;
    }

    let content = cursor.block("{")?;
    let mut inner = cursor.within(content);
    let mut aspect = Aspect {
        preamble,
        name,
        advice: Vec::new(),
        pointcuts: Vec::new(),
        dependencies: Vec::new(),
    };
    let mut declared = Vec::new();

    while !inner.at_end() {
        if inner.accept_word("dependent").is_some() {
            aspect.advice.push(advice(&mut inner)?);
        } else if inner.accept_word("dependency").is_some() {
            let content = inner.block("{")?;
            aspect
                .dependencies
                .push(dependency(&mut inner.within(content))?);
        } else {
            let start = inner.clone();
            if inner.accept_word("pointcut").is_none() {
                inner.skip()?;
            } else if let Some(name) = inner.peek_word() {
                declared.push((name, start));
            }
        }
    }

    aspect.pointcuts = used(&aspect.advice, &declared)?;
    if aspect.dependencies.is_empty() {
        Err(inner.expected("a `dependency { .. }`"))
    } else {
        Ok(aspect)
    }
}

/// The named pointcuts that advice uses, in the order in which they are declared. Nobody looks at
/// others, which may say what is not read.
fn used(
    advice: &[Event],
    declared: &[(Name, Cursor<'_>)],
) -> Result<Vec<NamedPointcut>, Diagnostic> {
    let mut pointcuts: Vec<Option<NamedPointcut>> = declared.iter().map(|_| None).collect();
    let mut wanted = Vec::new();
    advice
        .iter()
        .for_each(|advice| add_names(&advice.pointcut, &mut wanted));

    while let Some(name) = wanted.pop() {
        for (at, (_, start)) in declared
            .iter()
            .enumerate()
            .filter(|(_, (declared, _))| *declared == name)
        {
            if pointcuts[at].is_none() {
                let pointcut = named_pointcut(&mut start.clone())?;
                add_names(&pointcut.pointcut, &mut wanted);
                pointcuts[at] = Some(pointcut);
            }
        }
    }

    Ok(pointcuts.into_iter().flatten().collect())
}

/// Adds the names of the pointcuts that one uses.
fn add_names(pointcut: &Pointcut, names: &mut Vec<Name>) {
    if let PointcutKind::Named { name, .. } = &pointcut.kind {
        names.push(name.clone());
    }
    pointcut
        .parts()
        .iter()
        .for_each(|part| add_names(part, names));
}

fn dependency(cursor: &mut Cursor<'_>) -> Result<Dependency, Diagnostic> {
    if cursor.accept_word("strong").is_some() {
        let mut symbols = symbols(cursor)?;
        let strong = symbols.len();
        if cursor.accept_word("weak").is_some() {
            symbols.extend(self::symbols(cursor)?);
        }
        return if cursor.at_end() {
            Ok(Dependency {
                symbols,
                says: Says::Strong(strong),
            })
        } else {
            Err(cursor.expected("`weak` or `}`"))
        };
    }

    let symbols = symbols(cursor)?;
    let mut states = vec![state(cursor)?];
    while !cursor.at_end() {
        states.push(state(cursor)?);
    }

    Ok(Dependency {
        symbols,
        says: Says::Machine(states),
    })
}

/// References up to `;`.
fn symbols(cursor: &mut Cursor<'_>) -> Result<Vec<Symbol>, Diagnostic> {
    let mut symbols = Vec::new();
    loop {
        let advice = cursor.word("the name of an advice")?;
        let variable = |cursor: &mut Cursor<'_>| {
            if cursor.accept("*") {
                Ok(None)
            } else {
                cursor.word("a variable or `*`").map(Some)
            }
        };
        let variables = if cursor.next_is("(") {
            Some(cursor.list(variable)?)
        } else {
            None
        };
        symbols.push(Symbol { advice, variables });
        if cursor.accept(";") {
            return Ok(symbols);
        }
        if !cursor.accept(",") {
            return Err(cursor.expected("`,` or `;`"));
        }
    }
}

fn state(cursor: &mut Cursor<'_>) -> Result<State, Diagnostic> {
    let (mut is_initial, mut is_final) = (false, false);
    loop {
        let word = cursor.word("a state")?;
        match word.text.as_str() {
            "initial" => is_initial = true,
            "final" => is_final = true,
            _ => {
                return Ok(State {
                    name: word,
                    is_initial,
                    is_final,
                    edges: edges(cursor)?,
                });
            }
        }
    }
}

fn edges(cursor: &mut Cursor<'_>) -> Result<Vec<(Name, Name)>, Diagnostic> {
    let mut edges = Vec::new();
    if cursor.accept(";") {
        return Ok(edges);
    }
    if !cursor.accept(":") {
        return Err(cursor.expected("`:` or `;`"));
    }

    loop {
        let symbol = cursor.word("the name of an advice")?;
        cursor.expect("->")?;
        edges.push((symbol, cursor.word("a state")?));
        if cursor.accept(";") {
            return Ok(edges);
        }
        if !cursor.accept(",") {
            return Err(cursor.expected("`,` or `;`"));
        }
    }
}
