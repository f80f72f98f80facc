//! A method body with its sites, as the class file has it.

use std::collections::BTreeSet;

use java_types::Access;
use jvm::classfile::{
    ClassFile, Code, ConstructorCall, LineEntry, NewObject, ObjectUses, Result, line_at,
};
use jvm::inserted;

use super::site::read_site;
use super::{Body, Lambdas, Site, SiteKind};
use crate::weave::handlers::handlers;
use crate::weave::pairing::Scope;

/// The class whose bodies are read.
pub(super) struct ReadClass<'a, 'c> {
    /// The class.
    pub(super) class: &'a ClassFile<'c>,
    /// Its name, with slashes.
    pub(super) name: &'a str,
    /// Its lambdas.
    pub(super) lambdas: Lambdas,
    /// True if the plan has a row for whatever is written.
    pub(super) complete: bool,
}

pub(super) fn read_body(read: &ReadClass<'_, '_>, number: usize, code: &Code<'_>) -> Result<Body> {
    let ReadClass {
        class,
        name: owner,
        lambdas,
        ..
    } = read;
    let member = &class.methods[number];
    let (name, descriptor) = (
        member.name(&class.pool)?.into_owned(),
        member.descriptor(&class.pool)?.into_owned(),
    );
    let uses = code.object_uses(&class.pool, name == "<init>")?;
    let creations = &uses.constructor_calls;

    let scope = if lambdas.is_body(&name, &descriptor) {
        Scope::Lambdas
    } else if name == "<init>" {
        Scope::Constructor {
            descriptor: descriptor.clone(),
            initializes: calls_super(class, owner, code, creations)?,
        }
    } else {
        Scope::Method(format!("{name}{descriptor}"))
    };

    let lines = code.lines(&class.pool)?;
    let this_from = creations
        .iter()
        .find(|call| call.receiver == NewObject::This)
        .map(|call| call.pc);
    let mut body = Body {
        number,
        access: member.access,
        scope,
        this_from,
        first_line: line_at(&lines, 0).map(u32::from),
        sites: Vec::new(),
        handlers: Vec::new(),
        is_added: false,
        is_made: false,
        stands_for: None,
        turns: turns(code)?,
        name,
        descriptor,
    };

    body.is_made = body.access.has(Access::SYNTHETIC)
        || inserted::is_implicit_method(class, &body.name, &body.descriptor);
    // A constructor that the compiler adds for other classes calls the one that it stands for.
    if let Some(call) = body.this_from.filter(|_| body.is_made) {
        let delegate = class.pool.invoked(&code.instruction(call)?)?;
        body.stands_for = delegate
            .filter(|member| member.owner == *owner)
            .map(|member| member.descriptor.into_owned());
    }

    if !inserted::is_silent_method(class, body.access, &body.name, &body.descriptor) {
        body.sites = read_sites(read, code, &uses, &lines)?;
        body.handlers = handlers(class, code, &lines)?;
    }
    Ok(body)
}

/// Says whether a constructor calls one of its superclass, rather than another of its own class.
fn calls_super(
    class: &ClassFile<'_>,
    owner: &str,
    code: &Code<'_>,
    calls: &[ConstructorCall],
) -> Result<bool> {
    let Some(call) = calls.iter().find(|call| call.receiver == NewObject::This) else {
        return Ok(false);
    };
    let invoked = class.pool.invoked(&code.instruction(call.pc)?)?;
    Ok(invoked.is_some_and(|member| member.owner != owner))
}

fn turns(code: &Code<'_>) -> Result<BTreeSet<u32>> {
    let mut turns: BTreeSet<u32> = code
        .exceptions
        .iter()
        .map(|row| u32::from(row.handler))
        .collect();
    for instruction in code.instructions() {
        let instruction = instruction?;
        let targets = instruction.targets()?;
        if !targets.is_empty() || instruction.ends_block() {
            turns.insert(instruction.pc);
        }
        turns.extend(targets);
    }
    Ok(turns)
}

fn read_sites(
    read: &ReadClass<'_, '_>,
    code: &Code<'_>,
    uses: &ObjectUses,
    lines: &[LineEntry],
) -> Result<Vec<Site>> {
    let ReadClass {
        class,
        name: owner,
        lambdas,
        complete,
    } = read;
    let (mut skipped, doubtful) = inserted::inserted_calls(class, code, *complete)?;
    skipped.extend(inserted::reads_of_constants(class, code)?);

    let mut sites = Vec::new();
    for instruction in code.instructions() {
        let instruction = instruction?;
        if skipped.contains(&instruction.pc) {
            continue;
        }
        if let Some((kind, callee)) =
            read_site(class, owner, &instruction, &uses.constructor_calls, lambdas)?
        {
            let pc = instruction.pc;
            // A creation stands at its `new`, and not at the call of the constructor.
            let placed_at = if let SiteKind::Creation { new, .. } = kind {
                new
            } else {
                pc
            };
            let line = line_at(lines, placed_at).map(u32::from);
            let may_be_inserted = uses.concatenations.contains(&pc) || doubtful.contains(&pc);
            sites.push(Site {
                pc,
                line,
                kind,
                named: callee.clone(),
                callee,
                may_be_inserted,
            });
        }
    }
    Ok(sites)
}
