//! Classes of class files: from generic signatures (JVMS 4.7.9.1), or descriptors where there are
//! none, to types.

use std::rc::Rc;
use std::sync::Arc;

use java_types::Access;
use java_types::class_info::{ClassInfo, FieldInfo, MethodInfo};
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::signature::{
    ClassSignature, ClassType, GenericType, MethodSignature, TypeArgument, TypeParameter,
};
use rustc_hash::FxHashMap;

use super::class::VariableDeclaration;
use super::kind::{ClassId, Kind, Ty, TyList, VariableId, Wildcard};
use super::member_index::CONSTRUCTOR;
use super::{ClassData, Field, FieldSource, Header, Method, MethodSource, Origin, Types, Variable};
use crate::names::declared_access_of;

/// The type variables that a signature may name.
#[derive(Clone, Copy)]
struct Names<'s> {
    /// Type variables of the method.
    method: &'s [VariableId],
    /// Type variables of the class and of the classes around its instances.
    class: &'s [VariableId],
}

impl Types<'_> {
    pub(super) fn load_library(&self, id: ClassId, info: &Arc<ClassInfo>) -> ClassData {
        let access = declared_access_of(info);
        let outer = info.nesting().and_then(|row| row.outer.as_ref());
        let outer = outer
            .filter(|outer| outer.len() < info.name.len())
            .map(|outer| self.class_id(outer));
        let has_outer_instance = outer.is_some() && !access.is_static() && !access.is_interface();
        let mut parameters = match outer {
            Some(outer) if has_outer_instance => self.class_data(outer).parameters.clone(),
            _ => Vec::new(),
        };

        let signature = class_signature(info);
        let own = signature
            .as_ref()
            .map(|s| &s.type_parameters[..])
            .unwrap_or_default();
        let declaration = VariableDeclaration::LibraryClass(id);
        parameters.extend(
            own.iter()
                .map(|p| self.add_variable(Variable::new(p.name.clone(), declaration))),
        );

        ClassData {
            origin: Origin::Library(info.clone()),
            access,
            outer,
            has_outer_instance,
            parameters,
            own_parameters: own.len(),
            method_index: library_methods(info),
            field_index: library_fields(info),
        }
    }

    pub(super) fn library_header(&self, class: ClassId, info: &ClassInfo) -> Header {
        let data = self.class_data(class);
        let names = Names {
            method: &[],
            class: &data.parameters,
        };
        let raw = |name: &Arc<str>| self.class_type(self.class_id(name), &[]);
        let (superclass, interfaces) = match class_signature(info) {
            Some(signature) => (
                Some(self.signature_class(&signature.superclass, names)),
                signature
                    .interfaces
                    .iter()
                    .map(|interface| self.signature_class(interface, names))
                    .collect(),
            ),
            None => (
                info.super_name.as_ref().map(raw),
                info.interfaces.iter().map(raw).collect(),
            ),
        };

        Header {
            superclass: superclass.filter(|_| !info.is_interface() && info.super_name.is_some()),
            interfaces,
        }
    }

    /// The bounds of a type parameter of a class file.
    pub(super) fn library_bounds(&self, class: ClassId, name: &str) -> TyList {
        let data = self.class_data(class);
        let Origin::Library(info) = &data.origin else {
            return Rc::new([]);
        };
        let names = Names {
            method: &[],
            class: &data.parameters,
        };
        let signature = class_signature(info);
        let parameter = signature
            .iter()
            .flat_map(|s| &s.type_parameters)
            .find(|p| *p.name == *name);

        parameter
            .map(|parameter| self.parameter_bounds(parameter, names))
            .unwrap_or_default()
    }

    fn parameter_bounds(&self, parameter: &TypeParameter, names: Names) -> TyList {
        let bounds = parameter
            .class_bound
            .iter()
            .chain(&parameter.interface_bounds);
        bounds
            .map(|bound| self.signature_type(bound, names))
            .collect()
    }

    pub(super) fn library_method(&self, class: ClassId, info: &MethodInfo, index: usize) -> Method {
        let data = self.class_data(class);
        let signature = info
            .signature
            .as_deref()
            .and_then(|text| MethodSignature::parse(text).ok());
        let written = signature
            .as_ref()
            .map(|s| &s.type_parameters[..])
            .unwrap_or_default();
        let library = VariableDeclaration::Method;

        let parameters: Vec<VariableId> = written
            .iter()
            .map(|p| self.add_variable(Variable::new(p.name.clone(), library)))
            .collect();
        let names = Names {
            method: &parameters,
            class: &data.parameters,
        };

        for (&variable, parameter) in parameters.iter().zip(written) {
            let bounds = self.parameter_bounds(parameter, names);
            let _ = self.variable(variable).bounds.set(bounds);
        }

        let skipped = usize::from(&*info.name == CONSTRUCTOR && data.has_outer_instance);
        let (formals, result) = self.library_types(info, signature.as_ref(), names, skipped);
        let raw = |name: &Arc<str>| self.class_type(self.class_id(name), &[]);
        let throws = match &signature {
            Some(s) if !s.throws.is_empty() => s
                .throws
                .iter()
                .map(|ty| self.signature_type(ty, names))
                .collect(),
            _ => info.exceptions.iter().map(raw).collect(),
        };

        Method {
            class,
            name: info.name.clone(),
            access: info.access,
            source: MethodSource::Library(index),
            signature_polymorphic: self.is_signature_polymorphic(class, info),
            descriptor: info.descriptor.clone(),
            parameters,
            formals: formals.into(),
            result,
            throws,
        }
    }

    /// Types of the written parameters, and the result. Signatures leave out what the compiler
    /// adds; descriptors do not.
    fn library_types(
        &self,
        info: &MethodInfo,
        signature: Option<&MethodSignature>,
        names: Names,
        skipped: usize,
    ) -> (Vec<Ty>, Ty) {
        let erased = MethodDescriptor::parse(&info.descriptor).unwrap_or(NO_DESCRIPTOR);
        match signature {
            Some(signature) => {
                let extra = if signature.parameters.len() == erased.parameters.len() {
                    skipped
                } else {
                    0
                };
                let formals = signature
                    .parameters
                    .iter()
                    .skip(extra)
                    .map(|ty| self.signature_type(ty, names))
                    .collect();
                let result = signature
                    .result
                    .as_ref()
                    .map_or(Ty::VOID, |ty| self.signature_type(ty, names));
                (formals, result)
            }
            None => {
                let formals = erased
                    .parameters
                    .iter()
                    .skip(skipped)
                    .map(|ty| self.of_erased(ty))
                    .collect();
                (
                    formals,
                    erased
                        .result
                        .as_ref()
                        .map_or(Ty::VOID, |ty| self.of_erased(ty)),
                )
            }
        }
    }

    /// JLS 15.12.3: native methods of `MethodHandle` and `VarHandle` with one parameter of type
    /// `Object[]`.
    fn is_signature_polymorphic(&self, class: ClassId, info: &MethodInfo) -> bool {
        let known = self.known();
        let in_handle = [known.method_handle, known.var_handle]
            .map(|ty| self.known_class(ty))
            .contains(&class);
        in_handle
            && info.access.has(Access::NATIVE | Access::VARARGS)
            && info.descriptor.starts_with("([Ljava/lang/Object;)")
    }

    pub(super) fn library_field(&self, class: ClassId, info: &FieldInfo, index: usize) -> Field {
        let data = self.class_data(class);
        let names = Names {
            method: &[],
            class: &data.parameters,
        };
        let generic = info
            .signature
            .as_deref()
            .and_then(|text| GenericType::parse_field(text).ok());
        let ty = match (generic, Type::parse(&info.descriptor)) {
            (Some(generic), _) => self.signature_type(&generic, names),
            (None, Ok(erased)) => self.of_erased(&erased),
            (None, Err(_)) => Ty::UNKNOWN,
        };

        Field {
            class,
            name: info.name.clone(),
            access: info.access,
            ty,
            source: FieldSource::Library(index),
        }
    }

    /// The type of a descriptor; generic classes are raw.
    pub(crate) fn of_erased(&self, ty: &Type) -> Ty {
        match ty {
            Type::Primitive(primitive) => from_primitive(*primitive),
            Type::Class(name) => self.class_type(self.class_id(name), &[]),
            Type::Array(component) => self.array_of(self.of_erased(component)),
        }
    }

    fn signature_type(&self, ty: &GenericType, names: Names) -> Ty {
        match ty {
            GenericType::Primitive(primitive) => from_primitive(*primitive),
            GenericType::Class(class) => self.signature_class(class, names),
            GenericType::Variable(name) => self.signature_variable(name, names),
            GenericType::Array(component) => self.array_of(self.signature_type(component, names)),
        }
    }

    /// A variable that nothing around declares belongs to a method around a local class: nothing is
    /// known of it.
    fn signature_variable(&self, name: &str, names: Names) -> Ty {
        let variables = names.method.iter().chain(names.class.iter().rev());
        let found = variables
            .copied()
            .find(|&variable| *self.variable(variable).name == *name);
        found.map_or(Ty::UNKNOWN, |variable| {
            self.intern(Kind::Variable(variable))
        })
    }

    fn signature_class(&self, class: &ClassType, names: Names) -> Ty {
        let arguments = class.parts.iter().flat_map(|part| &part.arguments);
        let arguments: TyList = arguments
            .map(|argument| self.signature_argument(argument, names))
            .collect();
        self.intern(Kind::Class(self.class_id(&class.binary_name()), arguments))
    }

    fn signature_argument(&self, argument: &TypeArgument, names: Names) -> Ty {
        let wildcard = match argument {
            TypeArgument::Exact(ty) => return self.signature_type(ty, names),
            TypeArgument::Unbounded => Wildcard::Unbounded,
            TypeArgument::Extends(bound) => Wildcard::Extends(self.signature_type(bound, names)),
            TypeArgument::Super(bound) => Wildcard::Super(self.signature_type(bound, names)),
        };
        self.wildcard(wildcard)
    }
}

const NO_DESCRIPTOR: MethodDescriptor = MethodDescriptor {
    parameters: Vec::new(),
    result: None,
};

fn class_signature(info: &ClassInfo) -> Option<ClassSignature> {
    info.signature
        .as_deref()
        .and_then(|text| ClassSignature::parse(text).ok())
}

/// Methods by name, without those that the compiler made up.
fn library_methods(info: &ClassInfo) -> FxHashMap<Arc<str>, Vec<MethodSource>> {
    let mut index: FxHashMap<Arc<str>, Vec<MethodSource>> = FxHashMap::default();
    for (position, method) in info.methods.iter().enumerate() {
        if !method.access.has(Access::SYNTHETIC) {
            index
                .entry(method.name.clone())
                .or_default()
                .push(MethodSource::Library(position));
        }
    }
    index
}

fn library_fields(info: &ClassInfo) -> FxHashMap<Arc<str>, FieldSource> {
    let written = info
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| !field.access.has(Access::SYNTHETIC));
    written
        .map(|(position, field)| (field.name.clone(), FieldSource::Library(position)))
        .collect()
}

fn from_primitive(primitive: java_types::descriptor::Primitive) -> Ty {
    use java_types::descriptor::Primitive::*;
    match primitive {
        Boolean => Ty::BOOLEAN,
        Byte => Ty::BYTE,
        Char => Ty::CHAR,
        Short => Ty::SHORT,
        Int => Ty::INT,
        Long => Ty::LONG,
        Float => Ty::FLOAT,
        Double => Ty::DOUBLE,
    }
}
