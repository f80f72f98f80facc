//! Ordinals: how the plan and the weaver tell calls of one callee in one method apart.

use java_types::hierarchy::Hierarchy;
use jvm::classfile::{Code, Instruction, opcode};
use rustc_hash::FxHashMap;

use crate::callee::callee;
use crate::class::DeclaredClass;
use crate::dynamic::{Dynamic, dynamic};

/// The number of each call among those of its callee in a method, by pc: calls of named methods, and
/// those that method references stand for. O(size of the code).
pub(crate) fn ordinals(
    class: &DeclaredClass,
    member: usize,
    code: &Code<'_>,
    hierarchy: &Hierarchy,
) -> FxHashMap<u32, u32> {
    let mut next: FxHashMap<[String; 3], u32> = FxHashMap::default();
    let mut ordinals = FxHashMap::default();
    for instruction in code.instructions().flatten() {
        let Some(callee) = named(class, member, &instruction, hierarchy) else {
            continue;
        };
        let ordinal = next.entry(callee).or_default();
        ordinals.insert(instruction.pc, *ordinal);
        *ordinal += 1;
    }

    ordinals
}

fn named(
    class: &DeclaredClass,
    member: usize,
    instruction: &Instruction<'_>,
    hierarchy: &Hierarchy,
) -> Option<[String; 3]> {
    let member = if instruction.opcode() == opcode::INVOKEDYNAMIC {
        referred(class, member, instruction)?
    } else {
        callee(class, instruction, hierarchy).ok()??
    };
    Some([
        member.owner.into_owned(),
        member.name.into_owned(),
        member.descriptor.into_owned(),
    ])
}

/// The method that a method reference names; none for a lambda.
fn referred<'c>(
    class: &'c DeclaredClass,
    member: usize,
    instruction: &Instruction<'_>,
) -> Option<jvm::classfile::MemberRef<'c>> {
    if class.functions.has_lambda(member, instruction.pc) {
        return None;
    }
    let call = class.file.pool.dynamic_call(instruction).ok()??;
    let (name, descriptor) = (&call.signature.name, &call.signature.descriptor);
    match dynamic(&class.file, &class.rows, call.bootstrap, name, descriptor).ok()? {
        Dynamic::Function(function) => {
            let handle = class
                .file
                .pool
                .method_handle(function.implementation)
                .ok()?;
            Some(handle.member)
        }
        _ => None,
    }
}
