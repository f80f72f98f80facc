//! Dynamic calls and constants by their bootstrap methods (JVMS 4.7.23, 5.4.3.6).

use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{
    BootstrapMethod, ClassFile, ConstantPool, MethodHandle, PoolEntry, ReferenceKind,
};

use crate::error::{Fault, Result};

/// Nesting of dynamic constants that is followed.
const MAX_DEPTH: usize = 16;

/// A function object that `LambdaMetafactory` makes.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    /// Name of the interface's method.
    pub(crate) name: String,
    /// The captured values and the interface.
    pub(crate) factory: MethodDescriptor,
    /// Erased descriptor of the interface's method.
    pub(crate) erased: MethodDescriptor,
    /// Its descriptor once the interface's type arguments are put in.
    pub(crate) instantiated: MethodDescriptor,
    /// `MethodHandle` entry of what it runs.
    pub(crate) implementation: u16,
    /// Internal names of further interfaces.
    pub(crate) markers: Vec<String>,
    /// True if it is to be serializable.
    pub(crate) serializable: bool,
}

/// A dynamic call, as far as its bootstrap method is known.
#[derive(Debug, Clone)]
pub(crate) enum Dynamic {
    /// `LambdaMetafactory.metafactory` or `altMetafactory`.
    Function(Box<Function>),
    /// `StringConcatFactory`: what is strung together, in order.
    Concatenation { parts: Vec<Part> },
    /// `ObjectMethods.bootstrap`: the `MethodHandle` entries of the getters.
    RecordMember { getters: Vec<u16> },
    /// `SwitchBootstraps.typeSwitch` or `enumSwitch`.
    Switch {
        /// Constants that are compared by `equals`.
        texts: Vec<String>,
        /// Internal names of the enums whose constants are asked for.
        enums: Vec<String>,
    },
    /// Any other.
    Other,
}

/// A part of a concatenation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part {
    /// The next argument of the call.
    Argument,
    /// A text that the call site has.
    Text(String),
    /// A constant that is none: its text is not known here.
    Constant,
}

/// The row of `BootstrapMethods` of a dynamic call or constant.
pub(crate) fn row(rows: &[BootstrapMethod], bootstrap: u16) -> Result<&BootstrapMethod> {
    rows.get(usize::from(bootstrap))
        .ok_or_else(|| Fault::new("there is no such bootstrap method"))
}

/// The call behind the `InvokeDynamic` entry of a call site. Static arguments that a known
/// bootstrap method would refuse make it [`Dynamic::Other`].
///
/// # Errors
/// Where the constant pool is damaged.
pub(crate) fn dynamic(
    class: &ClassFile<'_>,
    rows: &[BootstrapMethod],
    bootstrap: u16,
    name: &str,
    descriptor: &str,
) -> Result<Dynamic> {
    let row = row(rows, bootstrap)?;
    let pool = &class.pool;
    let handle = pool.method_handle(row.method)?;
    if handle.kind != ReferenceKind::InvokeStatic {
        return Ok(Dynamic::Other);
    }

    let factory = MethodDescriptor::parse(descriptor)?;
    Ok(match (&*handle.member.owner, &*handle.member.name) {
        ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
            function(pool, row, name, factory).map_or(Dynamic::Other, |function| {
                Dynamic::Function(Box::new(function))
            })
        }
        ("java/lang/invoke/StringConcatFactory", "makeConcat" | "makeConcatWithConstants")
            if !has_dynamic_constant(pool, row) =>
        {
            concatenation(pool, row, factory.parameters.len())
        }
        ("java/lang/runtime/ObjectMethods", "bootstrap") => record_member(pool, row, name),
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
            let is_of_enum = &*handle.member.name == "enumSwitch";
            switch(
                class,
                rows,
                row,
                factory.parameters.first().filter(|_| is_of_enum),
            )
        }
        _ => Dynamic::Other,
    })
}

/// The parts of a concatenation of so many arguments. In a recipe U+0001 stands for an argument and
/// U+0002 for a constant (`StringConcatFactory.makeConcatWithConstants`).
fn concatenation(pool: &ConstantPool<'_>, row: &BootstrapMethod, arguments: usize) -> Dynamic {
    let mut constants = row.arguments.iter();
    let Some(&recipe) = constants.next() else {
        return Dynamic::Concatenation {
            parts: vec![Part::Argument; arguments],
        };
    };
    let Some(recipe) = string(pool, recipe) else {
        return Dynamic::Other;
    };

    let mut parts = Vec::new();
    let mut text = String::new();
    for character in recipe.chars() {
        let part = match character {
            '\u{1}' => Part::Argument,
            '\u{2}' => match constants.next() {
                Some(&constant) => string(pool, constant).map_or(Part::Constant, Part::Text),
                None => return Dynamic::Other,
            },
            _ => {
                text.push(character);
                continue;
            }
        };
        parts.extend((!text.is_empty()).then(|| Part::Text(std::mem::take(&mut text))));
        parts.push(part);
    }
    parts.extend((!text.is_empty()).then_some(Part::Text(text)));

    let taken = parts.iter().filter(|part| **part == Part::Argument);
    if taken.count() == arguments {
        Dynamic::Concatenation { parts }
    } else {
        Dynamic::Other
    }
}

/// The text of a string constant; none for other constants.
fn string(pool: &ConstantPool<'_>, index: u16) -> Option<String> {
    match pool.entry(index) {
        Ok(PoolEntry::String { utf8 }) => pool.text(utf8).ok().map(String::from),
        _ => None,
    }
}

/// Returns whether an argument is computed by a bootstrap method of its own.
fn has_dynamic_constant(pool: &ConstantPool<'_>, row: &BootstrapMethod) -> bool {
    row.arguments
        .iter()
        .any(|&index| matches!(pool.entry(index), Ok(PoolEntry::Dynamic { .. })))
}

fn function(
    pool: &ConstantPool<'_>,
    row: &BootstrapMethod,
    name: &str,
    factory: MethodDescriptor,
) -> Option<Function> {
    let method_type = |position: usize| match pool.entry(*row.arguments.get(position)?).ok()? {
        PoolEntry::MethodType { descriptor } => {
            MethodDescriptor::parse(&pool.text(descriptor).ok()?).ok()
        }
        _ => None,
    };
    factory.result.as_ref()?.class_name()?;
    let (markers, serializable) = alternatives(pool, row);

    let function = Function {
        name: name.to_owned(),
        erased: method_type(0)?,
        instantiated: method_type(2)?,
        implementation: *row.arguments.get(1)?,
        factory,
        markers,
        serializable,
    };
    pool.method_handle(function.implementation).ok()?;
    let is_sound = function.erased.parameters.len() == function.instantiated.parameters.len();

    is_sound.then_some(function)
}

/// The further interfaces that `altMetafactory` is asked for, and whether the object is to be
/// serializable.
fn alternatives(pool: &ConstantPool<'_>, row: &BootstrapMethod) -> (Vec<String>, bool) {
    const SERIALIZABLE: i32 = 1;
    const MARKERS: i32 = 2;
    let integer = |position: usize| match pool.entry(*row.arguments.get(position)?).ok()? {
        PoolEntry::Integer(value) => Some(value),
        _ => None,
    };
    let flags = integer(3).unwrap_or(0);
    if flags & MARKERS == 0 {
        return (Vec::new(), flags & SERIALIZABLE != 0);
    }

    let count = integer(4).and_then(|count| usize::try_from(count).ok());
    let classes = row.arguments.iter().skip(5).take(count.unwrap_or(0));
    let markers = classes.filter_map(|&index| pool.class_name(index).ok());
    (
        markers.map(|name| name.into_owned()).collect(),
        flags & SERIALIZABLE != 0,
    )
}

fn record_member(pool: &ConstantPool<'_>, row: &BootstrapMethod, name: &str) -> Dynamic {
    let getters: Vec<u16> = row.arguments.iter().skip(2).copied().collect();
    let reads = |&getter: &u16| {
        pool.method_handle(getter)
            .is_ok_and(|handle: MethodHandle<'_>| handle.kind == ReferenceKind::GetField)
    };
    let is_known = matches!(name, "equals" | "hashCode" | "toString");

    if is_known && getters.iter().all(reads) {
        Dynamic::RecordMember { getters }
    } else {
        Dynamic::Other
    }
}

fn switch(
    class: &ClassFile<'_>,
    rows: &[BootstrapMethod],
    row: &BootstrapMethod,
    switched: Option<&Type>,
) -> Dynamic {
    let mut texts = Vec::new();
    let mut enums: Vec<String> = switched
        .and_then(|ty| ty.class_name())
        .map(|name| name.to_string())
        .into_iter()
        .collect();
    for &label in &row.arguments {
        match class.pool.entry(label) {
            Ok(PoolEntry::String { utf8 }) => texts.extend(class.pool.text(utf8).map(String::from)),
            Ok(PoolEntry::Class { .. } | PoolEntry::Integer(_)) => {}
            Ok(PoolEntry::Dynamic { bootstrap, .. }) => {
                if !described(class, rows, bootstrap, &mut enums, MAX_DEPTH) {
                    return Dynamic::Other;
                }
            }
            _ => return Dynamic::Other,
        }
    }

    Dynamic::Switch { texts, enums }
}

/// Collects the classes that descriptions of constants name. Gives whether the constant is made
/// by `java.lang.constant` alone, which runs no code of a program.
fn described(
    class: &ClassFile<'_>,
    rows: &[BootstrapMethod],
    bootstrap: u16,
    names: &mut Vec<String>,
    depth: usize,
) -> bool {
    let (Some(row), Some(depth)) = (rows.get(usize::from(bootstrap)), depth.checked_sub(1)) else {
        return false;
    };
    let pool = &class.pool;
    let is_harmless = |index: u16| {
        pool.method_handle(index).is_ok_and(|handle| {
            let owner = &*handle.member.owner;
            owner.starts_with("java/lang/constant/")
                || owner == "java/lang/Enum$EnumDesc"
                || owner == "java/lang/invoke/ConstantBootstraps"
        })
    };
    if !is_harmless(row.method) {
        return false;
    }

    row.arguments.iter().all(|&index| match pool.entry(index) {
        Ok(PoolEntry::MethodHandle { .. }) => is_harmless(index),
        Ok(PoolEntry::Dynamic { bootstrap, .. }) => described(class, rows, bootstrap, names, depth),
        Ok(PoolEntry::String { utf8 }) => {
            names.extend(pool.text(utf8).map(|text| text.replace('.', "/")));
            true
        }
        Ok(_) => true,
        Err(_) => false,
    })
}
