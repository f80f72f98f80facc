//! Calls that come after an answer: `next()` after `hasNext()` has said yes.

use ir::{
    BlockId, Body, CallSite, CallSiteId, LocalId, MethodRef, Program, StatementKind, Terminator,
};

/// Questions of iterators and enumerations whether there is more to come.
const QUESTIONS: [&str; 4] = ["hasNext", "hasPrevious", "hasMoreElements", "hasMoreTokens"];

/// Returns whether a call follows only on a yes: its receiver has just been asked whether there is
/// more to come, and has said so. The branch on the answer is all that leads to the call. Neither
/// the receiver nor the answer is assigned on the way. O(body).
pub fn comes_after_yes(program: &Program, site: CallSiteId) -> bool {
    let call = &program.calls[site];
    let (Some(receiver), Some(body)) = (call.receiver, &program.methods[call.method].body) else {
        return false;
    };
    let Some((mut block, mut end)) = place(body, site) else {
        return false;
    };

    // A way back that meets no branch is no longer than the body.
    for _ in 0..body.blocks.len() {
        if assigns(program, body, block, end, receiver) {
            return false;
        }
        let Some(before) = only_predecessor(body, block) else {
            return false;
        };
        match &body.blocks[before].terminator {
            Terminator::Goto(_) => {}
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                return *then == block
                    && *otherwise != block
                    && is_asked(program, body, before, *condition, receiver);
            }
            _ => return false,
        }
        (block, end) = (before, body.blocks[before].statements.len());
    }

    false
}

fn place(body: &Body, site: CallSiteId) -> Option<(BlockId, usize)> {
    body.blocks.iter_enumerated().find_map(|(id, block)| {
        let is_site =
            |kind: &StatementKind| matches!(kind, StatementKind::Call(other) if *other == site);
        Some((
            id,
            block
                .statements
                .iter()
                .position(|statement| is_site(&statement.kind))?,
        ))
    })
}

/// Returns whether one of the first `end` statements of a block assigns a local.
fn assigns(program: &Program, body: &Body, block: BlockId, end: usize, local: LocalId) -> bool {
    body.blocks[block].statements[..end]
        .iter()
        .any(|statement| program.target(&statement.kind) == Some(local))
}

/// The only block that leads to another one, and only once; `None` for the entry, and for what
/// exceptions lead to.
fn only_predecessor(body: &Body, block: BlockId) -> Option<BlockId> {
    if block.index() == 0
        || body
            .blocks
            .iter()
            .flat_map(|other| &other.handlers)
            .any(|h| h.target == block)
    {
        return None;
    }
    let leads_here = |terminator: &Terminator| match terminator {
        Terminator::Goto(target) => usize::from(*target == block),
        Terminator::Branch {
            then, otherwise, ..
        } => usize::from(*then == block) + usize::from(*otherwise == block),
        Terminator::Switch { targets, .. } => {
            targets.iter().filter(|&&target| target == block).count()
        }
        Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unreachable => 0,
    };

    let mut before = body
        .blocks
        .iter_enumerated()
        .filter(|(_, other)| leads_here(&other.terminator) > 0);
    let (only, other) = before.next()?;
    (before.next().is_none() && leads_here(&other.terminator) == 1).then_some(only)
}

/// Returns whether `answer` is what the receiver has said last in a block, and is not assigned any
/// more.
fn is_asked(
    program: &Program,
    body: &Body,
    block: BlockId,
    answer: LocalId,
    receiver: LocalId,
) -> bool {
    let statements = body.blocks[block]
        .statements
        .iter()
        .rev()
        .map(|statement| &statement.kind);
    let mut last = statements.take_while(|kind| program.target(kind) != Some(receiver));
    let asked = last.find(|kind| program.target(kind) == Some(answer));
    let asks = |call: &CallSite| call.receiver == Some(receiver) && is_question(call);

    matches!(asked, Some(StatementKind::Call(site)) if asks(&program.calls[*site]))
}

/// Returns whether a call asks its receiver whether there is more to come. O(1).
pub fn is_question(call: &CallSite) -> bool {
    let named = call.target.named();
    let is_question = |callee: &MethodRef| QUESTIONS.contains(&&*callee.name);

    call.receiver.is_some()
        && call.arguments.is_empty()
        && !named.is_empty()
        && named.iter().all(is_question)
}
