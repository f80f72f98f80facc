//! Arguments that calls of the library may use: arrays, collections and other objects.
//!
//! ```java
//! text.getChars(0, 3, letters, 0);        // touches `letters`, before the call and behind it
//! new BufferedReader(stream)              // touches `stream`, and so does each call on the reader
//! list.addAll(others)                     // reads `others`
//! ```
//!
//! The arguments are stored in local variables above those of the method, and loaded again.

use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use jvm::classfile::{ClassFileError, ConstantPool, Instruction, Result, opcode};

use super::calls::FACTORY;
use super::code::{LIBRARY, Piece, TOUCHES};
use super::method::Method;
use super::program::Program;
use crate::library::{is_monitor, is_of_runtime};
use crate::models::Elements;

/// The types of arguments that the library may read.
const READ: [&str; 3] = [
    "java/util/Collection",
    "java/util/Map",
    "java/lang/Iterable",
];

/// Types whose methods keep any object that they are given, or compare it, and do nothing else with it.
const KEEPING: [&str; 6] = [
    "java/util/Collection",
    "java/util/Map",
    "java/util/Optional",
    "java/util/concurrent/atomic/AtomicReference",
    "java/util/concurrent/CompletableFuture",
    "java/lang/ThreadLocal",
];

/// Methods that keep the first object that they are given, and so do those that give it back: a type, or all below it, and
/// names.
const HOLDING: [(&str, &[&str]); 2] = [
    ("java/lang/ref/Reference", &["<init>"]),
    (
        "java/lang/Thread",
        &["setContextClassLoader", "setUncaughtExceptionHandler"],
    ),
];

/// Calls look for classes and resources in one.
const LOADER: &str = "java/lang/ClassLoader";

/// Types that hold what they are given, and do not look at where it was.
const COPIES: [&str; 2] = ["java/util/Collection", "java/util/Map"];

/// The one of them that keeps what its constructor is given, for the keys that it has not.
const DEFAULTS: &str = "java/util/Properties";

/// Methods of collections that read their last argument, and do nothing else with it.
const READING: [&str; 6] = [
    "<init>",
    "addAll",
    "putAll",
    "containsAll",
    "removeAll",
    "retainAll",
];

/// Types of which any object may be.
const ANY: [&str; 3] = [
    "java/lang/Object",
    "java/lang/Comparable",
    "java/io/Serializable",
];

/// Types whose methods ask any object for its text, or compare it.
const ASKING: [&str; 8] = [
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/io/PrintStream",
    "java/io/PrintWriter",
    "java/util/Formatter",
    "java/util/Objects",
    "java/lang/Object",
];

/// Methods that read the arrays that they are given, and do nothing else with them: a type, or all below it, and names.
const PEEKING: [(&str, &[&str]); 13] = [
    (
        "java/lang/String",
        &[
            "",
            "<init>",
            "valueOf",
            "copyValueOf",
            "format",
            "formatted",
            "join",
        ],
    ),
    ("java/lang/StringBuilder", &["append", "insert"]),
    ("java/lang/StringBuffer", &["append", "insert"]),
    ("java/io/Writer", &["write"]),
    ("java/io/OutputStream", &["write"]),
    ("java/io/DataOutput", &["write"]),
    (
        "java/io/PrintStream",
        &["print", "println", "printf", "format"],
    ),
    (
        "java/io/PrintWriter",
        &["print", "println", "printf", "format"],
    ),
    ("java/util/Formatter", &["format"]),
    ("java/security/MessageDigest", &["update"]),
    ("java/util/zip/Checksum", &["update"]),
    ("java/util/Objects", &["hash"]),
    ("java/util/List", &["of"]),
];

/// The ways in which a call takes an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Reads it.
    Reads,
    /// Keeps it, or compares it.
    Keeps,
    /// Asks for its text, or compares it.
    Asks,
    /// May use it until it returns.
    Uses,
    /// Reads its elements.
    Peeks,
    /// Reads its elements from the first to the second of the numbers behind it, and may write them as well.
    Range {
        /// It writes them.
        writes: bool,
    },
}

/// A call of the library.
struct Call {
    owner: String,
    name: String,
    descriptor: String,
    parameters: Vec<Type>,
    result: Option<Type>,
    is_static: bool,
    /// The class of its receiver may have another method.
    is_virtual: bool,
}

/// Tells of the arguments of a call of the library before it and behind it.
///
/// # Errors
/// The class is damaged or full.
pub fn weave(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    if is_clone(method, instruction)? {
        return clone(method, instruction);
    }
    let Some(call) = call(method, instruction)? else {
        return Ok(());
    };
    let uses: Vec<Option<Use>> = (0..call.parameters.len())
        .map(|number| use_of(method, &call, number))
        .collect();
    let Some(first) = uses.iter().position(Option::is_some) else {
        return Ok(());
    };
    let site = method.site(instruction.pc, 0)?;
    let made = made(method, instruction, &call)?;
    let object = Type::object();
    // From the top of the stack down to the first of these arguments, or to the receiver.
    let first = if call.is_virtual { 0 } else { first };
    let mut taken = vec![(&object, None); usize::from(call.is_virtual)];
    let arguments = call.parameters.iter().zip(uses);
    taken.extend(arguments.skip(first));
    let mut all = method.slots()?.all;
    let mut stored = Vec::new();
    for (ty, of) in taken {
        stored.push((ty, all, of));
        all = all
            .checked_add(ty.slots())
            .ok_or(ClassFileError::TooLong("list of local variables"))?;
    }
    let receiver = call.is_virtual.then(|| {
        let Call {
            owner,
            name,
            descriptor,
            ..
        } = &call;
        let number = method.table.call(owner, name, descriptor, false);
        (stored[0].1, number)
    });
    let pool = &mut method.class.pool;
    let mut before = Piece::new();
    let mut after = Piece::new();
    for (ty, slot, _) in stored.iter().rev() {
        before.store(ty, *slot);
    }
    for &(_, slot, of) in &stored {
        let Some(of) = of else {
            continue;
        };
        let (early, late) = match of {
            Use::Reads => ("reads", Some("hasRead")),
            Use::Peeks => ("peeks", Some("peeks")),
            Use::Keeps => ("asks", None),
            Use::Asks => ("asks", Some("asks")),
            Use::Uses => ("uses", Some("uses")),
            Use::Range { writes } => {
                range(&mut before, slot, writes, site, pool)?;
                continue;
            }
        };
        tell(&mut before, early, slot, receiver, site, pool)?;
        if let Some(late) = late {
            tell(&mut after, late, slot, receiver, site, pool)?;
        }
        // Of a text or an array that is read, nothing but a copy is kept.
        if let Some(made) = made.filter(|_| !matches!(of, Use::Asks | Use::Peeks)) {
            match made {
                Made::OnStack => after.dup(&object),
                Made::This => after.load(&object, 0),
            }
            after.load(&object, slot);
            let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)V";
            after.call((TOUCHES, "made", descriptor), (2, 0), pool)?;
        }
    }
    for (ty, slot, _) in &stored {
        before.load(ty, *slot);
    }
    method
        .insertions
        .before(instruction.pc, before.snippet(all));
    method.insertions.after(instruction.pc, after.snippet(all));
    Ok(())
}

/// Tells of the argument in a slot, with the slot of the receiver and the number of the method.
fn tell(
    piece: &mut Piece,
    name: &str,
    slot: u16,
    receiver: Option<(u16, u32)>,
    site: u32,
    pool: &mut ConstantPool<'_>,
) -> Result<()> {
    let object = Type::object();
    piece.load(&object, slot);
    match receiver {
        Some((slot, number)) => {
            piece.load(&object, slot);
            piece.int(number, pool)?;
        }
        None => {
            piece.null();
            piece.int(0, pool)?;
        }
    }
    piece.int(site, pool)?;
    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;II)V";
    piece.call((TOUCHES, name, descriptor), (4, 0), pool)
}

/// Tells of a part of the array in a slot. The slots behind it have the two ends.
fn range(
    piece: &mut Piece,
    slot: u16,
    writes: bool,
    site: u32,
    pool: &mut ConstantPool<'_>,
) -> Result<()> {
    let int = Type::Primitive(Primitive::Int);
    piece.load(&Type::object(), slot);
    piece.load(&int, slot + 1);
    piece.load(&int, slot + 2);
    piece.int(writes.into(), pool)?;
    piece.int(site, pool)?;
    piece.call(
        (LIBRARY, "range", "(Ljava/lang/Object;IIZI)V"),
        (5, 0),
        pool,
    )
}

/// The call of the library that an instruction is; none if it is another one.
fn call(method: &Method<'_, '_>, instruction: &Instruction<'_>) -> Result<Option<Call>> {
    let (owner, name, descriptor) = if instruction.opcode() == opcode::INVOKEDYNAMIC {
        let Some(call) = method.class.pool.dynamic_call(instruction)? else {
            return Ok(None);
        };
        let rows = method.class.bootstrap_methods()?;
        let Some(row) = rows.get(usize::from(call.bootstrap)) else {
            return Ok(None);
        };
        // A function keeps what it captures, and does nothing with it.
        let factory = method.class.pool.method_handle(row.method)?.member;
        if factory.owner == FACTORY {
            return Ok(None);
        }
        let descriptor = call.signature.descriptor.to_string();
        (ASKING[0].to_owned(), String::new(), descriptor)
    } else {
        let Some(member) = method.class.pool.invoked(instruction)? else {
            return Ok(None);
        };
        let (owner, name) = (member.owner.to_string(), member.name.to_string());
        let descriptor = member.descriptor.to_string();
        let program = method.program;
        let is_library = match &*name {
            "<init>" => !program.hierarchy.is_source(&owner),
            _ => program.library_type(&owner, &name, &descriptor).is_some(),
        };
        if !is_library || is_monitor(&owner) || is_of_runtime(&owner) {
            return Ok(None);
        }
        (owner, name, descriptor)
    };
    let signature = MethodDescriptor::parse(&descriptor)
        .map_err(|_| ClassFileError::Malformed("descriptor"))?;
    Ok(Some(Call {
        owner,
        name,
        descriptor,
        parameters: signature.parameters,
        result: signature.result,
        is_static: instruction.opcode() == opcode::INVOKESTATIC,
        is_virtual: matches!(
            instruction.opcode(),
            opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE
        ),
    }))
}

/// The way in which a call takes an argument; none if that cannot matter, or if the table of effects says it.
fn use_of(method: &Method<'_, '_>, call: &Call, number: usize) -> Option<Use> {
    let ty = &call.parameters[number];
    if !ty.is_reference() {
        return None;
    }
    let program = method.program;
    let is_first = !call.parameters[..number].iter().any(Type::is_reference);
    let is_copy = call.owner == "java/lang/System" && call.name == "arraycopy";
    if is_copy {
        return None;
    }
    let elements = program.models.elements(&call.owner, &call.name);
    if let Some(elements) = elements.filter(|_| is_first) {
        let writes = elements == Elements::Changes;
        return has_range(elements, &call.parameters).then_some(Use::Range { writes });
    }
    let Some(name) = ty.class_name() else {
        return Some(if is_named(program, &PEEKING, call) {
            Use::Peeks
        } else {
            Use::Uses
        });
    };
    let is_held = is_first && is_named(program, &HOLDING, call);
    if is_held || program.hierarchy.is_source(name) || !program.models.may_use(name) {
        return None;
    }
    let is_last = number + 1 == call.parameters.len();
    let is_collection = READ.iter().any(|above| program.is_below(name, above));
    let is_reading = call.owner.starts_with("java/util/") && READING.contains(&&*call.name);
    Some(if is_last && is_collection && is_reading {
        Use::Reads
    } else if program.is_below(name, LOADER) {
        Use::Asks
    } else if !ANY.contains(&&**name) {
        Use::Uses
    } else if ASKING.contains(&&*call.owner) {
        Use::Asks
    } else if KEEPING
        .iter()
        .any(|above| program.is_below(&call.owner, above))
    {
        Use::Keeps
    } else {
        Use::Uses
    })
}

/// Returns whether a table of types and names has a call.
fn is_named(program: &Program, table: &[(&str, &[&str])], call: &Call) -> bool {
    table
        .iter()
        .any(|&(above, names)| names.contains(&&*call.name) && program.is_below(&call.owner, above))
}

/// Returns whether a call has an effect on a part of an array: `Arrays.fill(array, from, to, value)`.
pub fn is_range(program: &Program, owner: &str, name: &str, descriptor: &str) -> bool {
    let signature = MethodDescriptor::parse(descriptor);
    let elements = program.models.elements(owner, name);
    elements.is_some_and(|elements| {
        signature.is_ok_and(|signature| has_range(elements, &signature.parameters))
    })
}

/// What runs on several threads is no matter of the array alone.
fn has_range(elements: Elements, parameters: &[Type]) -> bool {
    let int = Type::Primitive(Primitive::Int);
    elements != Elements::ChangesOnSeveralThreads
        && matches!(parameters, [Type::Array(_), from, to, ..] if *from == int && *to == int)
}

/// Where an object is that a call has made of its arguments.
#[derive(Debug, Clone, Copy)]
enum Made {
    OnStack,
    /// The constructor of the superclass has made a part of `this`.
    This,
}

/// The object that may be made of the arguments of a call, behind it.
fn made(
    method: &Method<'_, '_>,
    instruction: &Instruction<'_>,
    call: &Call,
) -> Result<Option<Made>> {
    let models = &method.program.models;
    // A collection is a copy of what its constructor is given.
    let keeps = |ty: &str| {
        let is_copy = || {
            COPIES
                .iter()
                .any(|above| method.program.is_below(ty, above))
        };
        models.keeps(ty) && (ty == DEFAULTS || !is_copy())
    };
    if call.name == "<init>" {
        let is_above = || {
            let above = method.name == "<init>" && method.keeps_this;
            let delegation = above.then(|| method.code.delegation(&method.class.pool));
            Ok(delegation.transpose()?.flatten() == Some(instruction.pc))
        };
        return Ok(if !keeps(&call.owner) {
            None
        } else if method.fixed.made.contains(&instruction.pc) {
            Some(Made::OnStack)
        } else {
            is_above()?.then_some(Made::This)
        });
    }
    let result = call.result.as_ref().and_then(Type::class_name);
    let is_made = result.is_some_and(|ty| keeps(ty) || call.is_static && models.may_use(ty));
    Ok(is_made.then_some(Made::OnStack))
}

/// Returns whether an instruction copies an array.
fn is_clone(method: &Method<'_, '_>, instruction: &Instruction<'_>) -> Result<bool> {
    if instruction.opcode() != opcode::INVOKEVIRTUAL {
        return Ok(false);
    }
    let member = method.class.pool.invoked(instruction)?;
    Ok(member.is_some_and(|member| member.owner.starts_with('[') && member.name == "clone"))
}

/// Tells that the elements of the array on the stack are read.
fn clone(method: &mut Method<'_, '_>, instruction: &Instruction<'_>) -> Result<()> {
    let site = method.site(instruction.pc, 0)?;
    let slots = method.slots()?;
    let pool = &mut method.class.pool;
    let mut before = Piece::new();
    before.dup(&Type::object());
    before.int(site, pool)?;
    before.call((LIBRARY, "clones", "(Ljava/lang/Object;I)V"), (2, 0), pool)?;
    method
        .insertions
        .before(instruction.pc, before.snippet(slots.all));
    Ok(())
}
