//! Serialized functional objects.
//!
//! A serialized method reference names the method that it calls, and the class that made it checks
//! that name when the object is read back (`java.lang.invoke.SerializedLambda`). A redirected
//! reference names a redirecting method. So the method that reads objects back begins by putting
//! the original name in its place, and what it makes then is redirected as well.

use std::fmt::Write;

use java_types::descriptor::Type;
use jvm::classfile::{
    BootstrapMethod, ClassFile, ClassFileError, Insertions, Instruction, ReferenceKind, Result,
    Snippet, opcode,
};

use super::assemble::Assembler;
use super::sites::Callee;

/// The method that compilers give to classes with serializable functional objects.
pub const DESERIALIZER: &str = "$deserializeLambda$";

/// The class of the runtime library that knows the originals.
const REFERENCES: &str = "residua/runtime/SerializedReferences";

/// A method reference that has been redirected.
#[derive(Debug, Clone)]
pub struct RedirectedReference {
    /// Its row of `BootstrapMethods` before.
    pub original: u16,
    /// Its row now.
    pub row: usize,
    /// The kind of call of the method that it named.
    pub kind: ReferenceKind,
    /// The method that it named.
    pub callee: Callee,
    /// Name of the redirecting method.
    pub method: String,
}

/// Makes a class read back what its redirected references have become.
///
/// # Errors
/// The class is damaged, or would become too large.
pub fn edit(
    class: &mut ClassFile<'_>,
    bootstrap: &mut [BootstrapMethod],
    references: &[RedirectedReference],
) -> Result<()> {
    let Some(number) = deserializer(class)? else {
        return Ok(());
    };
    let Some(code) = class.code(number)? else {
        return Ok(());
    };
    let mut code = code.into_owned();
    let calls: Vec<u32> = code
        .instructions()
        .collect::<Result<Vec<_>>>()?
        .iter()
        .filter(|i| is_dynamic(i))
        .map(|i| i.pc)
        .collect();

    let mut restored = Vec::new();
    for pc in calls {
        let Some(call) = class.pool.dynamic_call(&code.instruction(pc)?)? else {
            continue;
        };
        let row = bootstrap.get(usize::from(call.bootstrap)).cloned();
        let is_it = |reference: &&RedirectedReference| {
            bootstrap.get(usize::from(reference.original)).cloned() == row
        };
        let Some(reference) = references.iter().find(is_it) else {
            continue;
        };
        let (name, descriptor) = (
            call.signature.name.into_owned(),
            call.signature.descriptor.into_owned(),
        );
        let row = u16::try_from(reference.row)
            .map_err(|_| ClassFileError::TooLong("BootstrapMethods"))?;
        let signature = class.pool.add_name_and_type(&name, &descriptor)?;
        let [high, low] = class.pool.add_invoke_dynamic(row, signature)?.to_be_bytes();
        let at = pc as usize + 1;
        code.bytes.to_mut()[at..at + 2].copy_from_slice(&[high, low]);
        let same = references.iter().filter(|other| {
            bootstrap[usize::from(other.original)] == bootstrap[usize::from(reference.original)]
        });
        restored.extend(same);
    }

    if restored.is_empty() {
        return Ok(());
    }

    let mut insertions = Insertions::new();
    insertions.at_entry(restore(class, &restored)?);
    let major = class.major;
    let code = insertions.apply(&code, major, &mut class.pool)?;
    class.set_code(number, &code)
}

fn deserializer(class: &ClassFile<'_>) -> Result<Option<usize>> {
    for (number, method) in class.methods.iter().enumerate() {
        if method.name(&class.pool)? == DESERIALIZER {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

fn is_dynamic(instruction: &Instruction<'_>) -> bool {
    instruction.opcode() == opcode::INVOKEDYNAMIC
}

/// `lambda = SerializedReferences.original(lambda, Class, TABLE)`.
fn restore(class: &mut ClassFile<'_>, references: &[&RedirectedReference]) -> Result<Snippet> {
    let mut table = String::new();
    for RedirectedReference {
        kind,
        callee,
        method,
        ..
    } in references
    {
        let Callee {
            owner,
            name,
            descriptor,
            ..
        } = callee;
        let _ = writeln!(
            table,
            "{method} {} {owner} {name} {descriptor}",
            *kind as u8
        );
    }

    let own = class.name()?.into_owned();
    let mut code = Assembler::new();
    let lambda = Type::class("java/lang/invoke/SerializedLambda");
    code.load(&lambda, 0);
    let own = class.pool.add_class(&own)?;
    code.with_index(opcode::LDC_W, own, 0, 1);
    code.push_string(&table, &mut class.pool)?;
    let descriptor = "(Ljava/lang/invoke/SerializedLambda;Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/invoke/SerializedLambda;";
    let original = class
        .pool
        .add_method(REFERENCES, "original", descriptor, false)?;
    code.with_index(opcode::INVOKESTATIC, original, 3, 1);
    code.store(&lambda, 0);

    Ok(Snippet {
        stack: code.deepest(),
        locals: 1,
        bytes: code.into_bytes(),
    })
}
