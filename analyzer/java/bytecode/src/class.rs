//! Declared classes: the members of a class file, its code still undecoded.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{Enclosing, MethodKind};
use java_types::Access;
use java_types::class_info::{ClassInfo, MethodInfo};
use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{BootstrapMethod, ClassFile};

use crate::annotations::{Annotation, annotations};
use crate::error::{BytecodeError, Fault, Result};
use crate::functions::{self, Functions};

/// A class file of which the members are known. Its methods are lowered by [`crate::lower()`], each
/// alone.
#[derive(Debug)]
pub struct DeclaredClass {
    /// Path of the class file as it was given.
    pub(crate) path: String,
    pub(crate) file: ClassFile<'static>,
    pub(crate) rows: Vec<BootstrapMethod>,
    pub(crate) functions: Functions,
    info: Arc<ClassInfo>,
    source: Option<String>,
    methods: Vec<DeclaredMethod>,
}

/// A method of a class file, or the body of a method reference in one.
#[derive(Debug, Clone)]
pub struct DeclaredMethod {
    /// Name; that of a synthetic body has a `#`.
    pub name: Arc<str>,
    /// Erased descriptor.
    pub descriptor: Arc<str>,
    /// Access flags of JVMS 4.6.
    pub access: Access,
    /// The kind of the method.
    pub kind: MethodKind,
    /// How the plan names it as an enclosing method.
    pub enclosing: Enclosing,
    pub(crate) code: CodeOf,
}

/// Where the code of a method comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeOf {
    /// It has none: it is abstract or native.
    Nothing,
    /// The method of this number of the class file.
    Member(usize),
    /// It runs what the dynamic call at a pc of a method of the class file makes a function of.
    Reference { member: usize, pc: u32 },
}

/// Reads the members of a class file. `path` is for messages, and names the file of its code where
/// the class file names no source. O(size of the file); code is only looked at for dynamic calls,
/// where the class makes function objects.
///
/// # Errors
/// [`BytecodeError`] where the bytes are no class file, or what it says of its members is damaged.
pub fn declare(path: &str, bytes: &[u8]) -> std::result::Result<DeclaredClass, BytecodeError> {
    let file = ClassFile::parse(bytes)
        .map_err(|error| Fault::from(error).of(path, None, None))?
        .into_owned();
    let name = file.name().ok().map(|name| Arc::from(&*name));
    declared(path, file).map_err(|fault| fault.of(path, name, None))
}

fn declared(path: &str, file: ClassFile<'static>) -> Result<DeclaredClass> {
    // It is a class of the program, as those that sources declare.
    let info = Arc::new(ClassInfo {
        source: true,
        ..jvm::class_info(&file)?
    });
    check(&info)?;
    // Damaged rows fail the dynamic calls that need them, later.
    let rows = file.bootstrap_methods().unwrap_or_default();
    let functions = functions::find(&file, &rows, &info);
    let source = file.source_file()?.map(|source| source.into_owned());
    let methods = methods(&info, &functions);

    Ok(DeclaredClass {
        path: path.to_owned(),
        file,
        rows,
        functions,
        info,
        source,
        methods,
    })
}

/// Refuses what no virtual machine loads (JVMS 4.3, 4.6), and what the program could not say.
fn check(info: &ClassInfo) -> Result<()> {
    if info.name.is_empty() || info.name.starts_with('[') {
        return Err(Fault::new("the class has no class name"));
    }

    let mut known = BTreeSet::new();
    for method in &info.methods {
        MethodDescriptor::parse(&method.descriptor)?;
        if !known.insert((&method.name, &method.descriptor)) {
            let (name, descriptor) = (&method.name, &method.descriptor);
            return Err(Fault::new(format!(
                "the class has two methods `{name}{descriptor}`"
            )));
        }
    }
    for field in &info.fields {
        Type::parse(&field.descriptor)?;
    }

    Ok(())
}

/// The methods in the order of the file, each with the bodies of its method references behind it.
fn methods(info: &ClassInfo, functions: &Functions) -> Vec<DeclaredMethod> {
    let mut all = Vec::with_capacity(info.methods.len());
    let mut synthetic = 0;
    for (member, method) in info.methods.iter().enumerate() {
        let has_code = !method.access.has(Access::ABSTRACT) && !method.access.has(Access::NATIVE);
        let enclosing = functions.enclosing(info, member);
        let kind = kind(info, member, functions);
        all.push(DeclaredMethod {
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
            access: method.access,
            kind,
            enclosing: enclosing.clone(),
            code: if has_code {
                CodeOf::Member(member)
            } else {
                CodeOf::Nothing
            },
        });

        for (pc, descriptor) in functions.bodies_of(member) {
            all.push(DeclaredMethod {
                name: Arc::from(format!("reference#{synthetic}")),
                descriptor: Arc::from(descriptor.to_string()),
                access: Access::PRIVATE | Access::STATIC | Access::SYNTHETIC,
                kind: MethodKind::MethodReference,
                enclosing: enclosing.clone(),
                code: CodeOf::Reference { member, pc },
            });
            synthetic += 1;
        }
    }

    without_repeated_names(all)
}

/// Class files may have methods with the names of synthetic bodies: those get others.
fn without_repeated_names(mut methods: Vec<DeclaredMethod>) -> Vec<DeclaredMethod> {
    let mut known: BTreeSet<(Arc<str>, Arc<str>)> = methods
        .iter()
        .filter(|method| !matches!(method.code, CodeOf::Reference { .. }))
        .map(|method| (method.name.clone(), method.descriptor.clone()))
        .collect();
    for method in &mut methods {
        if matches!(method.code, CodeOf::Reference { .. }) {
            while !known.insert((method.name.clone(), method.descriptor.clone())) {
                method.name = Arc::from(format!("{}#", method.name));
            }
        }
    }

    methods
}

fn kind(info: &ClassInfo, member: usize, functions: &Functions) -> MethodKind {
    let method = &info.methods[member];
    if &*method.name == "<clinit>" {
        MethodKind::StaticInitializer
    } else if functions.is_lambda(member) {
        MethodKind::Lambda
    } else if is_implicit(info, member) {
        MethodKind::Implicit
    } else {
        MethodKind::Declared
    }
}

/// Returns whether the language implies a method: bridges, and what every enum has.
pub(crate) fn is_implicit(info: &ClassInfo, member: usize) -> bool {
    let method = &info.methods[member];
    let takes = |text: &str| method.descriptor.starts_with(text);
    let of_enum = match &*method.name {
        "values" | "$values" => takes("()["),
        "valueOf" => takes("(Ljava/lang/String;)L"),
        _ => false,
    };
    method.access.has(Access::BRIDGE)
        || &*method.name == "$deserializeLambda$"
        || info.access.has(Access::ENUM) && method.access.is_static() && of_enum
}

impl DeclaredClass {
    /// Its declaration, without code.
    pub fn info(&self) -> &Arc<ClassInfo> {
        &self.info
    }

    /// The file of its code: the source file in the folder of the package, or the class file where
    /// it names no source.
    pub fn file(&self) -> String {
        match &self.source {
            Some(source) if self.info.package().is_empty() => source.clone(),
            Some(source) => format!("{}/{source}", self.info.package()),
            None => self.path.clone(),
        }
    }

    /// The methods, bodies of method references behind the methods that make them: the order of
    /// their ids.
    pub fn methods(&self) -> &[DeclaredMethod] {
        &self.methods
    }

    /// The number among [`DeclaredClass::methods`] of what a function object runs that the dynamic
    /// call at a pc of a method of the class file makes.
    pub(crate) fn function_body(&self, member: usize, pc: u32) -> Option<usize> {
        let wanted = match self.functions.lambda_at(member, pc) {
            Some(lambda) => CodeOf::Member(lambda),
            None => CodeOf::Reference { member, pc },
        };
        self.methods.iter().position(|method| method.code == wanted)
    }

    /// The annotations of the class itself.
    pub(crate) fn own_annotations(&self) -> Vec<Annotation> {
        annotations(&self.file.attributes, &self.file.pool)
    }

    /// The annotations of a method and its parameters; none for a synthetic body.
    pub(crate) fn annotations_of(&self, method: &DeclaredMethod) -> Vec<Annotation> {
        let is_it = |member: &&MethodInfo| {
            member.name == method.name && member.descriptor == method.descriptor
        };
        let number = self.info.methods.iter().position(|member| is_it(&member));
        let member = number.and_then(|number| self.file.methods.get(number));
        member.map_or_else(Vec::new, |member| {
            annotations(&member.attributes, &self.file.pool)
        })
    }

    /// The annotations of the class and of its members, in order.
    pub(crate) fn all_annotations(&self) -> Vec<Annotation> {
        let members = self.file.fields.iter().chain(&self.file.methods);
        let mut all = self.own_annotations();
        for member in members {
            all.extend(annotations(&member.attributes, &self.file.pool));
        }
        all
    }

    /// The fault in a method, with everything that a message needs.
    pub(crate) fn error(&self, method: usize, fault: Fault) -> BytecodeError {
        let method = self
            .methods
            .get(method)
            .map(|method| format!("{}{}", method.name, method.descriptor));
        fault.of(&self.path, Some(self.info.name.clone()), method)
    }
}

impl DeclaredMethod {
    /// Returns whether the method has a body: it is neither abstract nor native.
    pub fn has_body(&self) -> bool {
        self.code != CodeOf::Nothing
    }
}
