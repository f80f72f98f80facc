//! The methods of class files as sequences of items.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use jvm::classfile::{
    BootstrapMethod, ClassFile, ClassFileError, Code, Instruction, LineEntry, NewObject,
    ReferenceKind, line_at, opcode,
};
use rayon::prelude::*;
use thiserror::Error;

use crate::item::{Item, Origin};

/// Why a class file cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It is no sound class file.
    #[error("{}: {error}", path.display())]
    Format {
        /// Which.
        path: PathBuf,
        /// Why.
        error: ClassFileError,
    },
}

/// The code that a functional object of a class file runs.
#[derive(Debug, Clone)]
pub(crate) enum Implementation {
    /// A method that javac made for a lambda, by name and descriptor.
    Synthetic(String),
    /// The member that a reference names: what running it amounts to.
    Direct(Vec<Item<Implementation>>),
}

/// An instruction of a class file.
pub(crate) type EmittedItem = Item<Implementation>;

/// A method of a class file.
#[derive(Debug)]
pub(crate) struct EmittedMethod {
    pub(crate) access: Access,
    /// In order of pc; `None` where the method has no code.
    pub(crate) items: Option<Vec<EmittedItem>>,
}

/// A class file.
#[derive(Debug)]
pub(crate) struct EmittedClass {
    pub(crate) access: Access,
    /// How many copies of enclosing instances it holds as captured variables: see
    /// [`crate::Kind::CapturedInstance`].
    pub(crate) captured_instances: usize,
    /// By name and descriptor.
    pub(crate) methods: BTreeMap<String, EmittedMethod>,
}

/// The class files that javac made of a program, by the internal names of the classes.
#[derive(Debug, Default)]
pub struct ClassFiles {
    pub(crate) classes: BTreeMap<String, EmittedClass>,
}

impl ClassFiles {
    /// Reads class files, in parallel. Of two that declare one class the later one counts.
    ///
    /// # Errors
    /// [`ReadError`] for the first file that cannot be read.
    pub fn read(paths: &[impl AsRef<Path> + Sync]) -> Result<Self, ReadError> {
        let read: Result<Vec<_>, ReadError> = paths
            .par_iter()
            .map(|path| read_one(path.as_ref()))
            .collect();
        Ok(ClassFiles {
            classes: read?.into_iter().collect(),
        })
    }

    /// Reads one class file more; of two that declare one class the first one counts, as for a
    /// class path.
    ///
    /// # Errors
    /// It is no sound class file.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), ClassFileError> {
        let (name, class) = of_bytes(bytes)?;
        self.classes.entry(name).or_insert(class);
        Ok(())
    }

    /// Returns whether there is a class with this internal name.
    pub fn has(&self, class: &str) -> bool {
        self.classes.contains_key(class)
    }

    /// The method with this name and descriptor.
    pub(crate) fn method(&self, class: &str, name: &str) -> Option<&EmittedMethod> {
        self.classes.get(class)?.methods.get(name)
    }

    /// Returns whether a class holds copies of enclosing instances as captured variables.
    pub(crate) fn captures_instances(&self, class: &str) -> bool {
        self.classes
            .get(class)
            .is_some_and(|class| class.captured_instances > 0)
    }

    /// The name and descriptor in the class file of a method that the lowered program calls `name`:
    /// those of constructors have parameters for captured instances, too.
    pub(crate) fn emitted_name(&self, class: &str, name: &str) -> String {
        let found = self
            .classes
            .get(class)
            .filter(|class| class.captured_instances > 0)
            .and_then(|class| {
                let mut constructors = class.methods.keys().filter(|own| own.starts_with("<init>"));
                constructors.find(|own| {
                    without_last(own, class.captured_instances).as_deref() == Some(name)
                })
            });
        found.map_or_else(|| name.to_owned(), String::clone)
    }
}

/// How the fields for captured instances begin.
pub(crate) const CAPTURED_INSTANCE: &str = "val$this$";

/// A constructor's name and descriptor without its last parameters.
fn without_last(constructor: &str, count: usize) -> Option<String> {
    let descriptor = MethodDescriptor::parse(constructor.strip_prefix("<init>")?).ok()?;
    let kept = descriptor.parameters.len().checked_sub(count)?;
    let parameters: String = descriptor.parameters[..kept]
        .iter()
        .map(Type::to_string)
        .collect();
    Some(format!("<init>({parameters})V"))
}

fn read_one(path: &Path) -> Result<(String, EmittedClass), ReadError> {
    let bytes = std::fs::read(path).map_err(|error| ReadError::File {
        path: path.to_owned(),
        error,
    })?;
    of_bytes(&bytes).map_err(|error| ReadError::Format {
        path: path.to_owned(),
        error,
    })
}

fn of_bytes(bytes: &[u8]) -> Result<(String, EmittedClass), ClassFileError> {
    let class = ClassFile::parse(bytes)?;
    let bootstraps = class.bootstrap_methods()?;
    let mut methods = BTreeMap::new();

    for member in &class.methods {
        let name = format!(
            "{}{}",
            member.name(&class.pool)?,
            member.descriptor(&class.pool)?
        );
        let code = member.code(&class.pool)?;
        let items = code
            .map(|code| items(&class, &bootstraps, &code))
            .transpose()?;
        methods.insert(
            name,
            EmittedMethod {
                access: member.access,
                items,
            },
        );
    }

    let mut captured_instances = 0;
    for field in &class.fields {
        captured_instances += usize::from(field.name(&class.pool)?.starts_with(CAPTURED_INSTANCE));
    }

    Ok((
        class.name()?.into_owned(),
        EmittedClass {
            access: class.access,
            captured_instances,
            methods,
        },
    ))
}

fn items(
    class: &ClassFile<'_>,
    bootstraps: &[BootstrapMethod],
    code: &Code<'_>,
) -> Result<Vec<EmittedItem>, ClassFileError> {
    let lines = code.lines(&class.pool)?;
    let mut found = Vec::new();
    let mut invocations = 0;
    for instruction in code.instructions() {
        let instruction = instruction?;
        let member = member_item(class, &instruction, &lines)?;
        let at = |item: EmittedItem| (instruction.pc, item);
        found.extend(member.map(|item| at(item.numbered(Some(invocations)))));
        invocations += u32::from(is_invocation(instruction.opcode()));
        found.extend(allocations(class, &instruction)?.into_iter().map(at));
        found.extend(functional(class, bootstraps, &instruction)?.map(at));
    }

    // The flow of objects is costly, and most bodies have no builder.
    if found.iter().any(|(_, item)| item.makes_builder()) {
        let concatenating = concatenating(class, code)?;
        for (_, item) in found
            .iter_mut()
            .filter(|(pc, _)| concatenating.contains(pc))
        {
            item.optional = true;
        }
    }
    Ok(found.into_iter().map(|(_, item)| item).collect())
}

/// The instructions that make and call the builders of concatenations, by pc, as compilers write
/// them before Java 9. Written ones look alike.
fn concatenating(class: &ClassFile<'_>, code: &Code<'_>) -> Result<BTreeSet<u32>, ClassFileError> {
    // In a constructor the flow also follows `this`, which is no builder.
    let uses = code.object_uses(&class.pool, false)?;
    let calls = uses.constructor_calls.iter();
    let made = calls.filter_map(|call| match call.receiver {
        NewObject::Created(new) if uses.concatenations.contains(&call.pc) => Some(new),
        _ => None,
    });
    let made: BTreeSet<u32> = made.collect();
    Ok(&made | &uses.concatenations)
}

/// Returns whether this is one of the five instructions that call.
fn is_invocation(number: u8) -> bool {
    (opcode::INVOKEVIRTUAL..=opcode::INVOKEDYNAMIC).contains(&number)
}

/// A call or field access.
fn member_item(
    class: &ClassFile<'_>,
    instruction: &Instruction<'_>,
    lines: &[LineEntry],
) -> Result<Option<EmittedItem>, ClassFileError> {
    let line = line_at(lines, instruction.pc).map(u32::from);
    if let Some(member) = class.pool.invoked(instruction)? {
        let callee = format!("{}.{}{}", member.owner, member.name, member.descriptor);
        return Ok(Some(Item::call(callee).on_line(line)));
    }

    let number = instruction.opcode();
    let index = instruction
        .pool_index()
        .filter(|_| (opcode::GETSTATIC..=opcode::PUTFIELD).contains(&number));
    let Some(index) = index else { return Ok(None) };
    let member = class.pool.member(index)?;
    let mnemonic = opcode::opcode(number).map_or("", |opcode| opcode.name);

    Ok(Some(
        Item::field(mnemonic, &member.owner, &member.name, &member.descriptor).on_line(line),
    ))
}

/// The objects and arrays that an instruction makes: one for each dimension of a `multianewarray`.
fn allocations(
    class: &ClassFile<'_>,
    instruction: &Instruction<'_>,
) -> Result<Vec<EmittedItem>, ClassFileError> {
    let operands = &instruction.bytes()[1..];
    let class_constant = || {
        let name = class
            .pool
            .class_name(instruction.pool_index().unwrap_or_default())?;
        Ok(Type::of_class_constant(&name).map_or_else(|_| name.into_owned(), |ty| ty.to_string()))
    };
    let types = match (instruction.opcode(), operands) {
        (opcode::NEW, _) => vec![class_constant()?],
        (opcode::ANEWARRAY, _) => vec![format!("[{}", class_constant()?)],
        (opcode::NEWARRAY, &[code]) => vec![format!(
            "[{}",
            primitive(code).map_or('?', Primitive::descriptor)
        )],
        (opcode::MULTIANEWARRAY, &[_, _, dimensions]) => {
            let ty = class_constant()?;
            (0..usize::from(dimensions))
                .filter_map(|inner| ty.get(inner..).map(str::to_owned))
                .collect()
        }
        _ => Vec::new(),
    };

    Ok(types.iter().map(|ty| Item::allocation(ty)).collect())
}

/// The type code of a `newarray` (JVMS table 6.5.newarray-A).
fn primitive(code: u8) -> Option<Primitive> {
    use Primitive::*;
    let all = [Boolean, Char, Float, Double, Byte, Short, Int, Long];
    all.get(usize::from(code).checked_sub(4)?).copied()
}

/// The functional object that a dynamic call makes.
fn functional(
    class: &ClassFile<'_>,
    bootstraps: &[BootstrapMethod],
    instruction: &Instruction<'_>,
) -> Result<Option<EmittedItem>, ClassFileError> {
    let Some(call) = class.pool.dynamic_call(instruction)? else {
        return Ok(None);
    };
    let malformed = ClassFileError::Malformed("BootstrapMethods");
    let row = bootstraps
        .get(usize::from(call.bootstrap))
        .ok_or(malformed)?;
    let factory = class
        .pool
        .method_handle(row.method)?
        .member
        .owner
        .into_owned();

    match row.arguments.get(1) {
        Some(&handle) if factory == "java/lang/invoke/LambdaMetafactory" => {
            Ok(Some(Item::functional(implementation(class, handle)?)))
        }
        _ => Ok(None),
    }
}

fn implementation(class: &ClassFile<'_>, handle: u16) -> Result<Implementation, ClassFileError> {
    let handle = class.pool.method_handle(handle)?;
    let member = handle.member;
    if member.name.starts_with("lambda$") && member.owner == class.name()? {
        return Ok(Implementation::Synthetic(format!(
            "{}{}",
            member.name, member.descriptor
        )));
    }

    let made = (handle.kind == ReferenceKind::NewInvokeSpecial)
        .then(|| Item::allocation(&Type::class(&*member.owner).to_string()));
    let call = Item::call(format!(
        "{}.{}{}",
        member.owner, member.name, member.descriptor
    ));

    Ok(Implementation::Direct(
        made.into_iter()
            .chain([call.from(Origin::Reference)])
            .collect(),
    ))
}
