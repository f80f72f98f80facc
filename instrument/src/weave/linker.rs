//! The class that links hidden calls with their methods, where no class beside can make them.

use std::borrow::Cow;

use java_types::Access;
use java_types::descriptor::Type;
use jvm::classfile::{ClassFile, ClassFileError, Code, NewMethod, opcode};

use super::assemble::Assembler;
use super::companion::empty_class;

/// The class in [`super::HIDDEN_JAR`] that links dynamic calls.
pub const LINKER: &str = "residua/hidden/Linker";
/// Its method, a bootstrap method (`java.lang.invoke`).
pub const LINK: &str = "link";
/// The descriptor of that method.
pub const LINK_DESCRIPTOR: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
                                          Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/CallSite;";

/// First major version whose classes may have dynamic calls (Java 7).
pub const DYNAMIC_CALLS: u16 = 51;

/// Makes the class: `new ConstantCallSite(method.asFixedArity().asType(type))`.
///
/// # Errors
/// None that a class of this size could have.
pub fn linker() -> Result<Vec<u8>, ClassFileError> {
    let bytes = empty_class(LINKER, DYNAMIC_CALLS, Access::PUBLIC, "java/lang/Object")?;
    let mut class = ClassFile::parse(&bytes)?;
    let pool = &mut class.pool;
    let site = pool.add_class("java/lang/invoke/ConstantCallSite")?;
    let handle = "java/lang/invoke/MethodHandle";
    let fixed = pool.add_method(
        handle,
        "asFixedArity",
        "()Ljava/lang/invoke/MethodHandle;",
        false,
    )?;
    let typed = "(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;";
    let typed = pool.add_method(handle, "asType", typed, false)?;
    let made = "(Ljava/lang/invoke/MethodHandle;)V";
    let made = pool.add_method("java/lang/invoke/ConstantCallSite", "<init>", made, false)?;

    let object = Type::object();
    let mut code = Assembler::new();
    code.with_index(opcode::NEW, site, 0, 1);
    code.emit(&[opcode::DUP], 0, 1);
    code.load(&object, 3);
    code.with_index(opcode::INVOKEVIRTUAL, fixed, 1, 1);
    code.load(&object, 2);
    code.with_index(opcode::INVOKEVIRTUAL, typed, 2, 1);
    code.with_index(opcode::INVOKESPECIAL, made, 2, 0);
    code.return_value(Some(&object));

    let code = Code {
        max_stack: code.deepest(),
        max_locals: 4,
        bytes: Cow::Owned(code.into_bytes()),
        exceptions: Vec::new(),
        attributes: Vec::new(),
    };
    let access = Access::PUBLIC | Access::STATIC;
    class.append_method(&NewMethod {
        access,
        name: LINK,
        descriptor: LINK_DESCRIPTOR,
        code,
    })?;
    class.to_bytes()
}
