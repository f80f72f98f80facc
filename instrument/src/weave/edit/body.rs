//! The edits of one body.

use jvm::classfile::{ClassFile, Result, Snippet, opcode};

use super::calls::calls;
use super::open_body::OpenBody;
use super::redirector::Redirector;
use crate::weave::access::Access;
use crate::weave::assemble::Assembler;
use crate::weave::edits::BodyEdits;
use crate::weave::execution::Hooks;
use crate::weave::handlers::HandlerHook;
use crate::weave::sites::Body;
use crate::weave::tripwires;

/// Makes the edits of a body.
///
/// # Errors
/// The class is damaged, or would become too large.
pub fn edit_body(
    class: &mut ClassFile<'_>,
    redirector: &mut Redirector<'_>,
    body: &Body,
    edits: &BodyEdits,
) -> Result<()> {
    let Some(mut open) = OpenBody::open(class, body)? else {
        return Ok(());
    };
    // The stack cannot be followed through calls that are redirected and take what is not inserted
    // yet.
    let delegation = delegation(&open, edits)?;
    redirect_calls(&mut open, redirector, edits)?;

    let at = redirector.place(body.first_line);
    insert_starts(&mut open, edits, &at)?;
    add_hooks(&mut open, redirector, edits, delegation)?;
    add_accesses(&mut open, redirector, edits)?;
    open.close()
}

/// Returns the pc at which a constructor with hooks calls `super(..)` or `this(..)`, if it is
/// found.
fn delegation(open: &OpenBody<'_, '_>, edits: &BodyEdits) -> Result<Option<u32>> {
    if open.body.name == "<init>" && !edits.is_without_hooks() {
        open.code.delegation(&open.class.pool)
    } else {
        Ok(None)
    }
}

fn redirect_calls(
    open: &mut OpenBody<'_, '_>,
    redirector: &mut Redirector<'_>,
    edits: &BodyEdits,
) -> Result<()> {
    let body = open.body;
    let is_redirected = |site: &_| redirector.redirects(site);
    for (site, call) in calls(&open.code, &open.class.pool, body, edits, is_redirected)? {
        redirector.redirect(open, &body.sites[site], call)?;
    }
    Ok(())
}

/// Inserts the start of the program and the tripwire, at entry.
fn insert_starts(open: &mut OpenBody<'_, '_>, edits: &BodyEdits, at: &str) -> Result<()> {
    for (owner, method) in &edits.starts {
        let start = start(open.class, owner, method, at)?;
        open.insertions.at_entry(start);
    }
    if let Some(text) = &edits.tripwire {
        let hit = start(open.class, tripwires::CLASS, tripwires::METHOD, text)?;
        open.insertions.at_entry(hit);
    }
    Ok(())
}

/// Returns the code that calls a static method with a text.
fn start(class: &mut ClassFile<'_>, owner: &str, method: &str, text: &str) -> Result<Snippet> {
    let mut code = Assembler::new();
    code.push_string(text, &mut class.pool)?;
    let method = class
        .pool
        .add_method(owner, method, "(Ljava/lang/String;)V", false)?;
    code.with_index(opcode::INVOKESTATIC, method, 1, 0);
    let stack = code.deepest();
    Ok(Snippet {
        bytes: code.into_bytes(),
        stack,
        locals: 0,
    })
}

/// Adds the notifications at entry, at exits and in catch blocks.
fn add_hooks(
    open: &mut OpenBody<'_, '_>,
    redirector: &Redirector<'_>,
    edits: &BodyEdits,
    delegation: Option<u32>,
) -> Result<()> {
    if edits.is_without_hooks() {
        return Ok(());
    }

    let body = open.body;
    let lines = edits.handlers.iter();
    let lines = lines.map(|(handler, _)| body.handlers[*handler].line);
    let places: Vec<String> = lines.map(|line| redirector.place(line)).collect();
    let handlers = edits.handlers.iter().zip(&places);
    let handlers = handlers.map(|((handler, told), at)| HandlerHook {
        handler: &body.handlers[*handler],
        told,
        at,
    });

    let hooks = Hooks {
        body,
        told: &edits.execution,
        at: &redirector.place(body.first_line),
        handlers: &handlers.collect::<Vec<_>>(),
        delegation,
    };
    hooks.add(open.class, &mut open.code, &mut open.insertions)
}

/// Adds the notifications at accesses. Their locals stand behind those of the body and of its
/// hooks.
fn add_accesses(
    open: &mut OpenBody<'_, '_>,
    redirector: &Redirector<'_>,
    edits: &BodyEdits,
) -> Result<()> {
    for (number, told) in &edits.sites {
        let site = &open.body.sites[*number];
        if !redirector.redirects(site) {
            let access = Access {
                site,
                told,
                at: &redirector.place(site.line),
                caller: &redirector.sites.class,
                free: open.code.max_locals,
            };
            access.add(open.class, &mut open.insertions)?;
        }
    }
    Ok(())
}
