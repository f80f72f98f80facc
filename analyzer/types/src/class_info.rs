//! The facts of a class without its code, as plain data: read from a class file, or made from Java
//! sources by the front end.

use std::sync::Arc;

use crate::access::Access;
use crate::spelling::Spelling;

/// The ending of names of unseen supertypes. They stand for members and supertypes of a class which
/// no text shows; no name in Java has this ending.
pub const UNSEEN: &str = "-unseen";

/// Returns whether a name is that of such a supertype.
pub fn stands_for_unseen(name: &str) -> bool {
    name.ends_with(UNSEEN)
}

/// A class, interface, enum, record or annotation type. All class names are internal binary names
/// (`java/util/Map$Entry`).
#[derive(Debug, Clone, PartialEq)]
pub struct ClassInfo {
    /// Its name.
    pub name: Arc<str>,
    /// Flags of the class file; those of the declaration (`private`, `static`) are in
    /// [`ClassInfo::inner_classes`].
    pub access: Access,
    /// Superclass; `java/lang/Object` for interfaces, `None` for `java/lang/Object` itself.
    pub super_name: Option<Arc<str>>,
    /// Direct superinterfaces, in declaration order.
    pub interfaces: Vec<Arc<str>>,
    /// Generic signature (JVMS 4.7.9.1), if the class is generic or extends a parameterized type.
    pub signature: Option<Arc<str>>,
    /// Declared methods and constructors, in declaration order.
    pub methods: Vec<MethodInfo>,
    /// Declared fields, in declaration order.
    pub fields: Vec<FieldInfo>,
    /// Nested classes that the class declares or names, itself included if it is nested.
    pub inner_classes: Vec<InnerClassInfo>,
    /// The place where a local or anonymous class is declared.
    pub enclosing_method: Option<EnclosingMethodInfo>,
    /// Components of a record class; `None` where it is none.
    pub record_components: Option<Vec<RecordComponentInfo>>,
    /// The classes that a sealed class permits; `None` where it is not sealed.
    pub permitted_subclasses: Option<Vec<Arc<str>>>,
    /// True if the class is one of the analysed program: sources declare it, or its class file is read.
    pub source: bool,
}

/// A declared method or constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodInfo {
    /// Name; `<init>` for constructors.
    pub name: Arc<str>,
    /// Erased descriptor.
    pub descriptor: Arc<str>,
    /// Flags.
    pub access: Access,
    /// Generic signature, if it says more than the descriptor.
    pub signature: Option<Arc<str>>,
    /// Exceptions in the `throws` clause.
    pub exceptions: Vec<Arc<str>>,
}

/// A declared field.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldInfo {
    /// Name.
    pub name: Arc<str>,
    /// Descriptor of the erased type.
    pub descriptor: Arc<str>,
    /// Flags.
    pub access: Access,
    /// Generic signature, if it says more than the descriptor.
    pub signature: Option<Arc<str>>,
    /// The value of a constant variable (JLS 4.12.4).
    pub constant: Option<Constant>,
}

/// The value of a constant variable.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// `boolean`, `byte`, `char`, `short`, `int`, as in the class file.
    Int(i32),
    /// `long`.
    Long(i64),
    /// `float`.
    Float(f32),
    /// `double`.
    Double(f64),
    /// `String`.
    Str(Arc<str>),
    /// A `String` whose characters are not known: half a surrogate pair has no place in a Rust
    /// string, and the digits of some floating-point numbers differ from one compiler to the next.
    SomeStr,
}

/// One row of the table of nested classes (JVMS 4.7.6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InnerClassInfo {
    /// The nested class.
    pub name: Arc<str>,
    /// The class it is a member of; `None` for local and anonymous classes.
    pub outer: Option<Arc<str>>,
    /// Name as declared; `None` for anonymous classes.
    pub simple_name: Option<Arc<str>>,
    /// Flags as declared.
    pub access: Access,
}

/// The place where a local or anonymous class is declared (JVMS 4.7.7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnclosingMethodInfo {
    /// The class.
    pub class: Arc<str>,
    /// Name and descriptor of the method; `None` in initializers.
    pub method: Option<(Arc<str>, Arc<str>)>,
}

/// A component of a record class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordComponentInfo {
    /// Name.
    pub name: Arc<str>,
    /// Descriptor of the erased type.
    pub descriptor: Arc<str>,
    /// Generic signature, if it says more than the descriptor.
    pub signature: Option<Arc<str>>,
}

impl ClassInfo {
    /// Returns whether it is an interface or annotation type.
    pub fn is_interface(&self) -> bool {
        self.access.is_interface()
    }

    /// The package, with `/`; empty for the unnamed one.
    pub fn package(&self) -> &str {
        self.name.package()
    }

    /// The declared method with this name and descriptor. O(methods).
    pub fn method(&self, name: &str, descriptor: &str) -> Option<&MethodInfo> {
        self.methods
            .iter()
            .find(|m| &*m.name == name && &*m.descriptor == descriptor)
    }

    /// The declared methods called `name`, in declaration order.
    pub fn methods_named(&self, name: &str) -> impl Iterator<Item = &MethodInfo> {
        self.methods.iter().filter(move |m| &*m.name == name)
    }

    /// The declared field called `name`. O(fields).
    pub fn field(&self, name: &str) -> Option<&FieldInfo> {
        self.fields.iter().find(|f| &*f.name == name)
    }

    /// The row of [`ClassInfo::inner_classes`] about the class itself; `None` for a top-level
    /// class.
    pub fn nesting(&self) -> Option<&InnerClassInfo> {
        self.inner_classes.iter().find(|row| row.name == self.name)
    }

    /// The member classes that the class declares, in the order of the table.
    pub fn member_classes(&self) -> impl Iterator<Item = &InnerClassInfo> {
        self.inner_classes
            .iter()
            .filter(|row| row.outer.as_ref() == Some(&self.name))
    }

    /// Superclass and superinterfaces, in this order.
    pub fn direct_supertypes(&self) -> impl Iterator<Item = &Arc<str>> {
        self.super_name.iter().chain(&self.interfaces)
    }
}

impl MethodInfo {
    /// Returns whether it is a constructor.
    pub fn is_constructor(&self) -> bool {
        &*self.name == "<init>"
    }
}
