//! The form of bodies: blocks, targets, locals, parameters, results.

use java_types::descriptor::{MethodDescriptor, Primitive, Type};

use crate::{Block, BlockId, Body, LocalId, Method, Program, Terminator};

const STATIC: u16 = 0x0008;

/// One sentence for each fault of the form of `body`, `method`'s own.
pub(super) fn verify(program: &Program, method: &Method, body: &Body) -> Vec<String> {
    let mut faults = out_of_range(program, body);
    if faults.is_empty() {
        faults.extend(unreachable(body));
        faults.extend(
            body.blocks
                .iter_enumerated()
                .filter_map(|(id, block)| repeated_target(id, block)),
        );
        faults.extend(
            body.blocks
                .iter_enumerated()
                .flat_map(|(id, block)| untyped(body, id, block)),
        );
        faults.extend(against_descriptor(method, body));
    }

    faults
}

fn out_of_range(program: &Program, body: &Body) -> Vec<String> {
    let mut faults = Vec::new();
    if body.blocks.is_empty() {
        faults.push("has no block".to_owned());
    }

    let block_count = body.blocks.len();
    for (id, block) in body.blocks.iter_enumerated() {
        for target in body
            .successors(id)
            .into_iter()
            .filter(|target| target.index() >= block_count)
        {
            faults.push(format!("{id} leads to {target}, which does not exist"));
        }
        for local in locals_of(program, block).filter(|local| local.index() >= body.locals.len()) {
            faults.push(format!("{id} names {local}, which does not exist"));
        }
    }

    faults
}

fn locals_of<'a>(program: &'a Program, block: &'a Block) -> impl Iterator<Item = LocalId> + 'a {
    let statements = block.statements.iter();
    let used = statements.flat_map(|statement| {
        program
            .operands(&statement.kind)
            .into_iter()
            .chain(program.target(&statement.kind))
    });
    used.chain(block.terminator.operand())
        .chain(block.handlers.iter().map(|handler| handler.exception))
}

fn unreachable(body: &Body) -> Vec<String> {
    let entry = BlockId::new(0);
    let mut reached = vec![false; body.blocks.len()];
    let mut faults = Vec::new();
    let mut work = vec![entry];
    reached[entry.index()] = true;

    while let Some(id) = work.pop() {
        for successor in body.successors(id) {
            if successor == entry {
                faults.push(format!("{id} leads to the entry"));
            }
            if !std::mem::replace(&mut reached[successor.index()], true) {
                work.push(successor);
            }
        }
    }

    faults.extend(
        body.blocks
            .indices()
            .filter(|id| !reached[id.index()])
            .map(|id| format!("nothing leads to {id}")),
    );

    faults
}

fn repeated_target(id: BlockId, block: &Block) -> Option<String> {
    let Terminator::Switch { targets, .. } = &block.terminator else {
        return None;
    };
    let repeated = targets
        .iter()
        .enumerate()
        .find(|(position, target)| targets[..*position].contains(target))?;
    Some(format!("the switch of {id} names {} twice", repeated.1))
}

fn untyped(body: &Body, id: BlockId, block: &Block) -> Vec<String> {
    let mut faults = Vec::new();
    let exceptions = block.handlers.iter().map(|handler| handler.exception);
    for exception in exceptions.filter(|&exception| !body.locals[exception].ty.is_reference()) {
        faults.push(format!(
            "{exception} holds an exception in {id} but is no reference"
        ));
    }
    if let Terminator::Branch { condition, .. } = block.terminator
        && body.locals[condition].ty != Type::Primitive(Primitive::Boolean)
    {
        faults.push(format!("{condition} decides {id} but is not boolean"));
    }
    faults
}

fn against_descriptor(method: &Method, body: &Body) -> Vec<String> {
    let Ok(descriptor) = MethodDescriptor::parse(&method.descriptor) else {
        return vec!["has a malformed descriptor".to_owned()];
    };
    let mut faults = Vec::new();
    let receivers = usize::from(method.access & STATIC == 0);
    let expected = receivers + descriptor.parameters.len();

    if !body
        .parameters
        .iter()
        .copied()
        .eq((0..expected).map(LocalId::new))
    {
        faults.push(format!(
            "its parameters are not its first {expected} locals"
        ));
    } else if let Some(wrong) = wrong_parameter(body, receivers, &descriptor) {
        faults.push(format!("{wrong} has not the type of its parameter"));
    }
    let returns = body
        .blocks
        .iter()
        .filter_map(|block| match block.terminator {
            Terminator::Return(value) => Some(value.is_some()),
            _ => None,
        });

    if returns
        .into_iter()
        .any(|value| value != descriptor.result.is_some())
    {
        faults.push("a return does not fit its descriptor".to_owned());
    }
    faults
}

fn wrong_parameter(
    body: &Body,
    receivers: usize,
    descriptor: &MethodDescriptor,
) -> Option<LocalId> {
    let is_wrong = |&parameter: &LocalId| {
        let ty = &body.locals[parameter].ty;
        match parameter.index().checked_sub(receivers) {
            Some(position) => *ty != descriptor.parameters[position],
            None => !ty.is_reference(),
        }
    };
    body.parameters.iter().copied().find(is_wrong)
}
