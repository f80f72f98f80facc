//! Java expressions and statements in properties.
//!
//! A piece of Java is parsed as a [`Fragment`], whose tree is lowered to [`date::code::Expr`] and
//! [`date::code::Stmt`]; whatever has no counterpart there stays an opaque term.

mod declarations;
mod excerpt;
mod literal;
mod lower;
mod names;
mod qualifiers;
mod scope;

use std::ops::Range;

use date::code::{Body, Code, NameUse};
use java_syntax::fragment::{Form, Fragment, Refusal};
use text::{Diagnostic, Source};

pub(crate) use declarations::{
    Declaration, Member, class_members, declarations, declarations_among, statement_ranges,
};
pub use excerpt::Excerpt;
use lower::Lowering;
pub use scope::Scope;

/// A fault in a piece of Java.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeError {
    /// Bytes of the excerpt's text.
    pub range: Range<usize>,
    /// Stable code of the finding.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// The advice.
    pub help: Option<String>,
}

impl From<Refusal> for CodeError {
    fn from(refusal: Refusal) -> Self {
        CodeError::syntax(refusal.range, refusal.message)
    }
}

impl CodeError {
    fn syntax(range: Range<usize>, what: &str) -> Self {
        CodeError {
            range,
            code: "java-syntax",
            message: what.to_owned(),
            help: None,
        }
    }

    /// The finding in the file that the excerpt was taken from.
    pub fn diagnostic(self, excerpt: &Excerpt, source: &Source<'_>) -> Diagnostic {
        let error = source.error(excerpt.place(self.range), self.code, self.message);
        match self.help {
            Some(help) => error.with_help(help),
            None => error,
        }
    }
}

/// Parses a condition, filter or initial value. White space around it is dropped.
///
/// # Errors
/// Text that is not one Java expression, and `::x` without such a global variable, with the place.
pub fn expression(
    excerpt: &Excerpt,
    scope: &Scope<'_>,
    source: &Source<'_>,
) -> Result<Code, Diagnostic> {
    parsed(&excerpt.trimmed(), scope, source, Form::Expression)
}

/// Parses an action, `where` or entry code. White space around it is dropped, and a missing last
/// `;` is added.
///
/// # Errors
/// Text that is no sequence of Java statements, and `::x` without such a global variable, with the
/// place.
pub fn statements(
    excerpt: &Excerpt,
    scope: &Scope<'_>,
    source: &Source<'_>,
) -> Result<Code, Diagnostic> {
    let excerpt = excerpt.trimmed();
    if excerpt.text().ends_with([';', '}']) || excerpt.text().is_empty() {
        return parsed(&excerpt, scope, source, Form::Statements);
    }
    let mut completed = excerpt.clone();
    let end = excerpt.extent().end;
    completed.push(";", end..end);
    parsed(&completed, scope, source, Form::Statements)
        .or_else(|_| parsed(&excerpt, scope, source, Form::Statements))
}

/// Parses members of a class (LARVA's `METHODS`), which stay opaque: names in them are Java's.
///
/// # Errors
/// Text that is no sequence of Java class members, with the place.
pub fn members(excerpt: &Excerpt, source: &Source<'_>) -> Result<Code, Diagnostic> {
    let excerpt = excerpt.trimmed();
    let span = source.span(excerpt.extent());
    Fragment::parse(excerpt.text(), Form::Members)
        .map_err(|refusal| CodeError::from(refusal).diagnostic(&excerpt, source))?;
    let body = Body::Stmts(vec![date::code::Stmt::Opaque(excerpt.text().to_owned())]);
    Ok(Code {
        text: excerpt.text().to_owned(),
        span,
        body,
        names: Vec::new(),
    })
}

fn parsed(
    excerpt: &Excerpt,
    scope: &Scope<'_>,
    source: &Source<'_>,
    form: Form,
) -> Result<Code, Diagnostic> {
    let (body, names) =
        lowered(excerpt.text(), scope, form).map_err(|error| error.diagnostic(excerpt, source))?;
    Ok(Code {
        text: excerpt.text().to_owned(),
        span: source.span(excerpt.extent()),
        body,
        names,
    })
}

fn lowered(
    original: &str,
    scope: &Scope<'_>,
    form: Form,
) -> Result<(Body, Vec<NameUse>), CodeError> {
    let java = qualifiers::unqualify(original, scope)?;
    let fragment = Fragment::parse(&java.text, form)?;
    let root = fragment.root();
    let names = names::resolve(root, scope, &java.names)?;
    let lowering = Lowering::new(original, &names);
    let body = match form {
        Form::Expression => Body::Expr(lowering.parenthesized(root)),
        Form::Statements | Form::Members => Body::Stmts(lowering.block(root)?),
    };
    Ok((body, names.uses()))
}
