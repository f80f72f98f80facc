//! A declared class in the form that class files have.

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::{
    Member, Nesting, TypeDecl, TypeDeclId, TypeDeclKind, TypeParameter, TypeRef,
};
use java_types::Access;
use java_types::class_info::{
    ClassInfo, EnclosingMethodInfo, FieldInfo, InnerClassInfo, MethodInfo, RecordComponentInfo,
};

use crate::finding::Finding;
use crate::names::Place;
use crate::scope::{Entry, Scope};
use crate::types::Value;
use crate::types::{
    Class, ClassData, ClassId, Field, Method, MethodSource, Ty, Types, method_decl,
};

/// Returns what the class file of a declaration says, code apart. Of local classes the constructors
/// lack captured variables; of anonymous ones there is none.
pub(crate) fn declared_class(types: &Types, unit: usize, decl: TypeDeclId) -> ClassInfo {
    let id = types.source_class(unit, decl);
    let class = types.class(id);
    let data = types.class_data(id);
    let tree = &types.names.sources.units[unit].type_decls[decl];
    let header = types.header(id);
    let superclass = header.superclass.unwrap_or(types.known().object);

    ClassInfo {
        name: class.name.clone(),
        access: file_access(data.access),
        super_name: types.internal_name(superclass),
        interfaces: header
            .interfaces
            .iter()
            .filter_map(|&ty| types.internal_name(ty))
            .collect(),
        signature: types.class_signature(&class),
        methods: methods(types, id, tree)
            .iter()
            .map(|method| method_info(types, method))
            .collect(),
        fields: fields(types, id, tree, &data),
        inner_classes: inner_classes(types, unit, decl),
        enclosing_method: enclosing_method(types, unit, decl),
        record_components: (tree.kind == TypeDeclKind::Record)
            .then(|| record_components(types, id, tree, unit)),
        permitted_subclasses: permitted(types, unit, &class, tree),
        source: true,
    }
}

/// Flags of the class file of a class with these declared flags (JVMS 4.1).
pub(crate) fn file_access(declared: Access) -> Access {
    let kept = Access::PUBLIC.0
        | Access::FINAL.0
        | Access::INTERFACE.0
        | Access::ABSTRACT.0
        | Access::SYNTHETIC.0
        | Access::ANNOTATION.0
        | Access::ENUM.0;
    let public = if declared.has(Access::PROTECTED) {
        Access::PUBLIC
    } else {
        Access(0)
    };

    let call_super = if declared.is_interface() {
        Access(0)
    } else {
        Access::SUPER
    };
    Access(declared.0 & kept) | public | call_super
}

/// The methods of a class: implied constructors first, written ones in order, then the other
/// implied ones.
fn methods(types: &Types, class: ClassId, tree: &TypeDecl) -> Vec<Rc<Method>> {
    let names = types.declared_method_names(class);
    let mut methods: Vec<Rc<Method>> = names
        .iter()
        .flat_map(|name| types.declared_methods(class, name).to_vec())
        .collect();
    methods.sort_by_key(|method| match method.source {
        MethodSource::DefaultConstructor | MethodSource::CanonicalConstructor => (0, 0),
        MethodSource::Declared(member) | MethodSource::Library(member) => (1, member),
        MethodSource::Accessor(index) => (2, index),
        MethodSource::RecordMember(index) => (2, tree.components.len() + index),
        MethodSource::EnumValues => (2, 0),
        MethodSource::EnumValueOf => (2, 1),
    });
    methods
}

fn method_info(types: &Types, method: &Method) -> MethodInfo {
    MethodInfo {
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
        access: method.access,
        signature: types.method_signature(method),
        exceptions: method
            .throws
            .iter()
            .filter_map(|&ty| types.internal_name(ty))
            .collect(),
    }
}

fn fields(types: &Types, class: ClassId, tree: &TypeDecl, data: &ClassData) -> Vec<FieldInfo> {
    let constants = tree.constants.iter().map(|constant| &constant.name.text);
    let vars = data
        .source()
        .map(|(unit, _)| &types.names.sources.units[unit].vars);
    let components = vars
        .into_iter()
        .flat_map(|vars| tree.components.iter().map(|&var| &vars[var].name.text));
    let declared = tree.members.iter().filter_map(|member| match member {
        Member::Field(field) => Some(&field.name.text),
        _ => None,
    });

    let names = constants.chain(components).chain(declared);
    let written = names
        .filter_map(|name| types.declared_field(class, name))
        .map(|field| field_info(types, &field));
    let outer = data
        .outer
        .filter(|_| data.has_outer_instance)
        .map(|outer| outer_field(types, class, outer));

    written.chain(outer).collect()
}

fn field_info(types: &Types, field: &Field) -> FieldInfo {
    FieldInfo {
        name: field.name.clone(),
        descriptor: descriptor(types, field.ty),
        access: field.access,
        signature: types.type_signature(field.ty),
        constant: types
            .field_constant(field)
            .as_ref()
            .map(Value::to_class_file),
    }
}

fn descriptor(types: &Types, ty: Ty) -> Arc<str> {
    types
        .erased(ty)
        .map_or_else(|| "Ljava/lang/Object;".into(), |ty| ty.to_string().into())
}

/// `this$n`, n being the number of instances around that of the outer class.
fn outer_field(types: &Types, class: ClassId, outer: ClassId) -> FieldInfo {
    let mut depth = 0;
    let mut around = types.class_data(outer);
    while let Some(next) = around.outer.filter(|_| around.has_outer_instance) {
        depth += 1;
        around = types.class_data(next);
    }

    let mut name: Arc<str> = format!("this${depth}").into();
    while types.declared_field(class, &name).is_some() {
        name = format!("{name}$").into();
    }

    FieldInfo {
        name,
        descriptor: format!("L{};", types.class_name(outer)).into(),
        access: Access::FINAL | Access::SYNTHETIC,
        signature: None,
        constant: None,
    }
}

/// The rows for the class itself, if it is nested, and for its member classes.
fn inner_classes(types: &Types, unit: usize, decl: TypeDeclId) -> Vec<InnerClassInfo> {
    let tree = &types.names.sources.units[unit].type_decls[decl];
    let itself = (tree.nesting != Nesting::TopLevel).then_some(decl);
    let members = tree.members.iter().filter_map(|member| match member {
        Member::Type(member) => Some(*member),
        _ => None,
    });
    itself
        .into_iter()
        .chain(members)
        .map(|decl| inner_class(types, unit, decl))
        .collect()
}

fn inner_class(types: &Types, unit: usize, decl: TypeDeclId) -> InnerClassInfo {
    let tree = &types.names.sources.units[unit].type_decls[decl];
    let id = types.source_class(unit, decl);
    let outer = match tree.nesting {
        Nesting::Member(outer) => Some(types.names.sources.types[unit].names[outer].clone()),
        _ => None,
    };
    InnerClassInfo {
        name: types.class_name(id),
        outer,
        simple_name: (!tree.name.text.is_empty()).then(|| tree.name.text.clone()),
        access: types.class_data(id).access,
    }
}

fn enclosing_method(types: &Types, unit: usize, decl: TypeDeclId) -> Option<EnclosingMethodInfo> {
    let outer = match types.names.sources.units[unit].type_decls[decl].nesting {
        Nesting::Local(outer) | Nesting::Anonymous(outer) => types.source_class(unit, outer),
        Nesting::TopLevel | Nesting::Member(_) => return None,
    };
    let scope = &types.names.sources.types[unit].scopes[decl];
    let in_code = scope
        .entries()
        .take_while(|entry| !matches!(entry, Entry::Class(_)));
    let method = in_code.into_iter().find_map(|entry| match entry {
        Entry::Method(decl, member) => method_of(types, unit, *decl, *member),
        _ => None,
    });

    let method = method.map(|method| (method.name.clone(), method.descriptor.clone()));
    Some(EnclosingMethodInfo {
        class: types.class_name(outer),
        method,
    })
}

fn method_of(types: &Types, unit: usize, decl: TypeDeclId, member: usize) -> Option<Rc<Method>> {
    let tree = method_decl(&types.names.sources.units[unit].type_decls[decl], member);
    let name = if tree.result.is_none() {
        "<init>".into()
    } else {
        tree.name.text.clone()
    };
    types.method_of(types.source_class(unit, decl), member, &name)
}

fn record_components(
    types: &Types,
    class: ClassId,
    tree: &TypeDecl,
    unit: usize,
) -> Vec<RecordComponentInfo> {
    let vars = &types.names.sources.units[unit].vars;
    let fields = tree
        .components
        .iter()
        .filter_map(|&var| types.declared_field(class, &vars[var].name.text));
    let component = |field: Rc<Field>| RecordComponentInfo {
        name: field.name.clone(),
        descriptor: descriptor(types, field.ty),
        signature: types.type_signature(field.ty),
    };
    fields.map(component).collect()
}

/// Returns what a sealed type permits: as written, else its direct subtypes in the unit (JLS
/// 8.1.6); an enum, the bodies of its constants (JLS 8.9).
fn permitted(types: &Types, unit: usize, class: &Class, tree: &TypeDecl) -> Option<Vec<Arc<str>>> {
    let names = &types.names.sources.types[unit].names;
    if tree.kind == TypeDeclKind::Enum {
        let bodies: Vec<_> = tree
            .constants
            .iter()
            .filter_map(|constant| Some(names[constant.body?].clone()))
            .collect();
        return Some(bodies).filter(|bodies| !bodies.is_empty());
    }
    if !tree.modifiers.sealed {
        return None;
    }
    if tree.permits.is_empty() {
        let is_direct = |name: &&Arc<str>| types.names.supertypes(name).contains(&class.name);
        return Some(names.iter().filter(is_direct).cloned().collect());
    }

    let (_, decl) = types.declaration(class.id)?;
    let scope = types.names.header_scope(unit, decl);
    let place = Place {
        unit,
        scope: &scope,
    };

    Some(
        tree.permits
            .iter()
            .filter_map(|ty| types.internal_name(types.written(place, ty).ty))
            .collect(),
    )
}

/// The types in headers of classes and members that are nowhere to be found, in order of position.
pub(super) fn unresolved_in_headers(types: &Types, unit: usize) -> Vec<Finding> {
    let tree = &types.names.sources.units[unit];
    let mut findings: Vec<Finding> = Vec::new();
    for (id, decl) in tree.type_decls.iter_enumerated() {
        let mut check = |scope: &Scope, ty: &TypeRef| {
            let place = Place { unit, scope };
            findings.extend(
                types
                    .written(place, ty)
                    .unresolved
                    .into_iter()
                    .map(|u| types.unresolved(unit, u)),
            );
        };
        let header = types.names.header_scope(unit, id);
        let supertypes = decl
            .extends
            .iter()
            .chain(&decl.implements)
            .chain(&decl.permits);
        supertypes
            .chain(bounds(&decl.type_parameters))
            .for_each(|ty| check(&header, ty));
        let body = types.names.sources.types[unit].body_scope(id);
        decl.components
            .iter()
            .filter_map(|&var| tree.vars[var].ty.as_ref())
            .for_each(|ty| check(&body, ty));
        for (index, member) in decl.members.iter().enumerate() {
            match member {
                Member::Field(field) => check(&body, &field.ty),
                Member::Method(method) => {
                    let scope = body.with(Entry::Method(id, index));
                    let formals = method
                        .parameters
                        .iter()
                        .filter_map(|&var| tree.vars[var].ty.as_ref());
                    let written = formals.chain(&method.result).chain(&method.throws);
                    written
                        .chain(bounds(&method.type_parameters))
                        .for_each(|ty| check(&scope, ty));
                }
                Member::Initializer { .. } | Member::Type(_) => {}
            }
        }
    }

    findings.sort();
    findings
}

fn bounds(parameters: &[TypeParameter]) -> impl Iterator<Item = &TypeRef> {
    parameters.iter().flat_map(|parameter| &parameter.bounds)
}
