//! The method that a call instruction names.

use java_types::hierarchy::Hierarchy;
use jvm::classfile::{Instruction, MemberRef, Result, opcode};

use crate::class::DeclaredClass;

/// The callee of a call; `None` for any other instruction.
///
/// `invokespecial` of a method of a superclass begins its search at the direct superclass, whichever
/// superclass it names (JVMS 6.5.invokespecial). The callee names the direct one, unless both surely
/// lead to one method.
///
/// # Errors
/// Where the constant pool is damaged.
pub(crate) fn callee<'c>(
    class: &'c DeclaredClass,
    instruction: &Instruction<'_>,
    hierarchy: &Hierarchy,
) -> Result<Option<MemberRef<'c>>> {
    let Some(named) = class.file.pool.invoked(instruction)? else {
        return Ok(None);
    };
    let is_super = instruction.opcode() == opcode::INVOKESPECIAL
        && named.name != "<init>"
        && !named.interface
        && *named.owner != *class.info().name;
    let above =
        class.info().super_name.as_deref().filter(|above| {
            is_super && *named.owner != **above && !is_same(&named, above, hierarchy)
        });

    Ok(Some(match above {
        Some(above) => MemberRef {
            owner: above.into(),
            ..named
        },
        None => named,
    }))
}

/// Returns whether a member is surely the same when another class is named.
fn is_same(named: &MemberRef<'_>, other: &str, hierarchy: &Hierarchy) -> bool {
    let declaring = |owner: &str| {
        let resolved = hierarchy.resolve_method(owner, &named.name, &named.descriptor);
        resolved.found().map(|method| method.class.name.clone())
    };
    declaring(other).is_some_and(|class| declaring(&named.owner) == Some(class))
}
