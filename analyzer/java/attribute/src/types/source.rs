//! Classes of the sources (JLS 8, 9): flags with implied ones, supertypes, members with implicit
//! ones.

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::{
    FieldDecl, Member, MethodDecl, Nesting, TypeDecl, TypeDeclId, TypeDeclKind, TypeRef, VarId,
};
use java_types::Access;

use super::class::VariableDeclaration;
use super::member_index::{CONSTRUCTOR, field_index, method_index};
use super::{
    ClassData, ClassId, Field, FieldSource, Header, Method, MethodSource, Origin, Ty, TyList,
    Types, Variable, VariableId,
};
use crate::names::{Place, implied_superclass};
use crate::scope::{Entry, Scope};

impl<'a> Types<'a> {
    /// The class of a declaration.
    pub(crate) fn source_class(&self, unit: usize, decl: TypeDeclId) -> ClassId {
        self.class_id(&self.names.sources.types[unit].names[decl])
    }

    pub(super) fn decl(&self, unit: usize, decl: TypeDeclId) -> &'a TypeDecl {
        &self.names.sources.units[unit].type_decls[decl]
    }

    pub(super) fn load_source(&self, unit: usize, id: TypeDeclId) -> ClassData {
        let decl = self.decl(unit, id);
        let outer = outer_decl(decl).map(|outer| self.source_class(unit, outer));
        let access = self.source_access(unit, id);
        let has_outer_instance = !access.is_static() && self.stands_in_instance(unit, id);
        let mut parameters = match (decl.nesting, outer) {
            (Nesting::Member(_), Some(outer)) if has_outer_instance => {
                self.class_data(outer).parameters.clone()
            }
            _ => Vec::new(),
        };

        let own = decl
            .type_parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| {
                let declaration = VariableDeclaration::SourceClass(unit, id, index);
                self.add_variable(Variable::new(parameter.name.text.clone(), declaration))
            });
        parameters.extend(own);

        ClassData {
            origin: Origin::Source(unit, id),
            access,
            outer,
            has_outer_instance,
            parameters,
            own_parameters: decl.type_parameters.len(),
            method_index: method_index(&self.names.sources.units[unit], decl),
            field_index: field_index(&self.names.sources.units[unit], decl),
        }
    }

    /// Returns whether there is an instance of the enclosing class where a member, local or
    /// anonymous class stands.
    fn stands_in_instance(&self, unit: usize, id: TypeDeclId) -> bool {
        let without = |entry: &Entry| matches!(entry, Entry::Static | Entry::Prologue);
        let in_code = |entry: &&Entry| !matches!(entry, Entry::Class(_));
        let scope = &self.names.sources.types[unit].scopes[id];
        scope.class().is_some() && !scope.entries().take_while(in_code).any(without)
    }

    /// Flags of a class as its row in `InnerClasses` has them, or, for a top-level one, the file.
    fn source_access(&self, unit: usize, id: TypeDeclId) -> Access {
        let decl = self.decl(unit, id);
        let mut access = Access(decl.modifiers.access) | kind_access(decl);
        match decl.nesting {
            Nesting::Member(outer) if is_interface(self.decl(unit, outer)) => {
                access = access | Access::PUBLIC | Access::STATIC;
            }
            Nesting::Member(_) | Nesting::Local(_) if decl.kind != TypeDeclKind::Class => {
                access = access | Access::STATIC;
            }
            _ => {}
        }
        if matches!(decl.nesting, Nesting::Anonymous(outer) if self.decl(unit, outer).constants.iter().any(|c| c.body == Some(id)))
        {
            return Access::ENUM | Access::FINAL;
        }

        let has_bodies = decl
            .constants
            .iter()
            .any(|constant| constant.body.is_some());
        match decl.kind {
            TypeDeclKind::Enum if has_bodies && self.declares_abstract(decl) => {
                access | Access::ABSTRACT
            }
            TypeDeclKind::Enum if !has_bodies => access | Access::FINAL,
            TypeDeclKind::Record => access | Access::FINAL,
            _ => access,
        }
    }

    fn declares_abstract(&self, decl: &TypeDecl) -> bool {
        decl.members
            .iter()
            .any(|m| matches!(m, Member::Method(m) if Access(m.modifiers.access).is_abstract()))
    }

    pub(super) fn source_header(&self, unit: usize, id: TypeDeclId) -> Header {
        let decl = self.decl(unit, id);
        let scope = self.names.header_scope(unit, id);
        let place = Place {
            unit,
            scope: &scope,
        };
        let ty = |ty: &TypeRef| self.written(place, ty).ty;
        let mut interfaces: Vec<Ty> = decl.implements.iter().map(ty).collect();

        if decl.kind == TypeDeclKind::Annotation {
            interfaces.push(self.known().annotation);
        }

        let superclass = match decl.kind {
            TypeDeclKind::Interface | TypeDeclKind::Annotation => None,
            TypeDeclKind::Enum => {
                let this = self.this_type(self.source_class(unit, id));
                Some(self.class_type(self.known_class(self.known().enumeration), &[this]))
            }
            TypeDeclKind::Record | TypeDeclKind::Class => {
                let written = decl.extends.as_ref().map(ty);
                written.or_else(|| {
                    implied_superclass(decl)
                        .map(|name| self.class_type(self.class_id(&name.into()), &[]))
                })
            }
        };

        let header = Header {
            superclass,
            interfaces,
        };

        if matches!(decl.nesting, Nesting::Anonymous(_)) {
            self.anonymous_header(header)
        } else {
            header
        }
    }

    /// The supertype of an anonymous class is a class or an interface (JLS 15.9.5).
    pub(crate) fn anonymous_header(&self, header: Header) -> Header {
        match header.superclass {
            Some(ty)
                if self
                    .class_of(ty)
                    .is_some_and(|class| self.class_data(class).is_interface()) =>
            {
                Header {
                    superclass: Some(self.known().object),
                    interfaces: vec![ty],
                }
            }
            _ => header,
        }
    }

    pub(super) fn source_bounds(&self, declaration: VariableDeclaration) -> TyList {
        let (unit, scope, parameter) = match declaration {
            VariableDeclaration::SourceClass(unit, decl, index) => (
                unit,
                self.names.header_scope(unit, decl),
                self.decl(unit, decl).type_parameters.get(index),
            ),
            VariableDeclaration::SourceMethod(unit, decl, member, index) => {
                let parameter = method_decl(self.decl(unit, decl), member)
                    .type_parameters
                    .get(index);
                (unit, self.member_scope(unit, decl, member), parameter)
            }
            VariableDeclaration::LibraryClass(_) | VariableDeclaration::Method => {
                return Rc::new([]);
            }
        };

        let place = Place {
            unit,
            scope: &scope,
        };
        parameter
            .map(|p| {
                p.bounds
                    .iter()
                    .map(|bound| self.written(place, bound).ty)
                    .collect()
            })
            .unwrap_or_default()
    }

    /// The scope of the header of a method or field.
    fn member_scope(&self, unit: usize, decl: TypeDeclId, member: usize) -> Scope {
        self.names.sources.types[unit]
            .body_scope(decl)
            .with(Entry::Method(decl, member))
    }

    /// The type parameters of a method of the sources.
    pub(super) fn source_method_parameters(
        &self,
        unit: usize,
        decl: TypeDeclId,
        member: usize,
    ) -> Vec<VariableId> {
        let key = (unit, decl, member);
        if let Some(known) = self.method_parameters.borrow().get(&key) {
            return known.clone();
        }

        let written = &method_decl(self.decl(unit, decl), member).type_parameters;
        let variables: Vec<VariableId> = written
            .iter()
            .enumerate()
            .map(|(index, parameter)| {
                let declaration = VariableDeclaration::SourceMethod(unit, decl, member, index);
                self.add_variable(Variable::new(parameter.name.text.clone(), declaration))
            })
            .collect();
        self.method_parameters
            .borrow_mut()
            .insert(key, variables.clone());

        variables
    }

    pub(super) fn source_method(
        &self,
        class: ClassId,
        unit: usize,
        id: TypeDeclId,
        source: MethodSource,
    ) -> Method {
        match source {
            MethodSource::Declared(member) => self.declared_method(class, unit, id, member),
            MethodSource::Library(_) => {
                unreachable!("a class of the sources has no methods of class files")
            }
            implicit => self.implicit_method(class, unit, id, implicit),
        }
    }

    fn declared_method(
        &self,
        class: ClassId,
        unit: usize,
        id: TypeDeclId,
        member: usize,
    ) -> Method {
        let decl = self.decl(unit, id);
        let method = method_decl(decl, member);
        let scope = self.member_scope(unit, id, member);
        let place = Place {
            unit,
            scope: &scope,
        };
        let result = method
            .result
            .as_ref()
            .map_or(Ty::VOID, |ty| self.written(place, ty).ty);

        let variables = if method.compact {
            &decl.components
        } else {
            &method.parameters
        };
        let access = Access(method.modifiers.access) | implied_method_access(decl, method);
        let access = access | varargs(method.varargs || method.compact && decl.varargs);

        self.source_declaration(SourceMethod {
            class,
            name: method_name(method),
            access,
            source: MethodSource::Declared(member),
            parameters: self.source_method_parameters(unit, id, member),
            formals: self.variable_formals(place, variables),
            result,
            throws: method
                .throws
                .iter()
                .map(|ty| self.written(place, ty).ty)
                .collect(),
        })
    }

    fn variable_formals(&self, place: Place, variables: &[VarId]) -> Vec<Ty> {
        let vars = &self.names.sources.units[place.unit].vars;
        let ty = |&var: &VarId| {
            vars[var]
                .ty
                .as_ref()
                .map_or(Ty::UNKNOWN, |ty| self.written(place, ty).ty)
        };
        variables.iter().map(ty).collect()
    }

    fn implicit_method(
        &self,
        class: ClassId,
        unit: usize,
        id: TypeDeclId,
        source: MethodSource,
    ) -> Method {
        let decl = self.decl(unit, id);
        let scope = self.names.sources.types[unit].body_scope(id);
        let place = Place {
            unit,
            scope: &scope,
        };
        let this = self.this_type(class);
        let static_public = Access::PUBLIC | Access::STATIC;
        let visible = Access(self.class_data(class).access.0 & VISIBILITY);
        let components = || self.variable_formals(place, &decl.components);

        let (name, access, formals, result): (Arc<str>, Access, Vec<Ty>, Ty) = match source {
            MethodSource::EnumValues => {
                ("values".into(), static_public, vec![], self.array_of(this))
            }
            MethodSource::EnumValueOf => (
                "valueOf".into(),
                static_public,
                vec![self.known().string],
                this,
            ),
            MethodSource::Accessor(index) => {
                let name = self.names.sources.units[unit].vars[decl.components[index]]
                    .name
                    .text
                    .clone();
                (name, Access::PUBLIC, vec![], components()[index])
            }
            MethodSource::RecordMember(index) => self.record_member(index),
            MethodSource::CanonicalConstructor => (
                CONSTRUCTOR.into(),
                visible | varargs(decl.varargs),
                components(),
                Ty::VOID,
            ),
            _ if decl.kind == TypeDeclKind::Enum => {
                (CONSTRUCTOR.into(), Access::PRIVATE, vec![], Ty::VOID)
            }
            _ => (CONSTRUCTOR.into(), visible, vec![], Ty::VOID),
        };

        self.source_declaration(SourceMethod {
            class,
            name,
            access,
            source,
            parameters: Vec::new(),
            formals,
            result,
            throws: Vec::new(),
        })
    }

    fn record_member(&self, index: usize) -> (Arc<str>, Access, Vec<Ty>, Ty) {
        let access = Access::PUBLIC | Access::FINAL;
        match index {
            0 => ("toString".into(), access, vec![], self.known().string),
            1 => ("hashCode".into(), access, vec![], Ty::INT),
            _ => (
                "equals".into(),
                access,
                vec![self.known().object],
                Ty::BOOLEAN,
            ),
        }
    }

    fn source_declaration(&self, method: SourceMethod) -> Method {
        let SourceMethod {
            class,
            name,
            access,
            source,
            parameters,
            formals,
            result,
            throws,
        } = method;

        let descriptor = match &*name {
            CONSTRUCTOR => {
                let mut all = self.implied_formals(class);
                all.extend(&formals);
                self.method_descriptor(&all, Ty::VOID)
            }
            _ => self.method_descriptor(&formals, result),
        };
        let formals = formals.into();

        Method {
            class,
            name,
            access,
            source,
            parameters,
            formals,
            result,
            throws,
            descriptor,
            signature_polymorphic: false,
        }
    }

    /// Returns what javac passes to constructors before the written arguments: the outer instance,
    /// an enum's name and ordinal.
    pub(crate) fn implied_formals(&self, class: ClassId) -> Vec<Ty> {
        let data = self.class_data(class);
        if data.access.has(Access::ENUM) {
            return vec![self.known().string, Ty::INT];
        }
        let outer = data.outer.filter(|_| data.has_outer_instance);
        outer
            .map(|outer| self.this_type(outer))
            .into_iter()
            .collect()
    }

    pub(super) fn source_field(
        &self,
        class: ClassId,
        unit: usize,
        id: TypeDeclId,
        source: FieldSource,
    ) -> Option<Field> {
        let decl = self.decl(unit, id);
        let scope = self.names.sources.types[unit].body_scope(id);
        let place = Place {
            unit,
            scope: &scope,
        };
        let constant = Access::PUBLIC | Access::STATIC | Access::FINAL;
        let (name, access, ty) = match source {
            FieldSource::Declared(member) => {
                let Some(Member::Field(FieldDecl {
                    modifiers,
                    ty,
                    name,
                    ..
                })) = decl.members.get(member)
                else {
                    return None;
                };
                let implied = if is_interface(decl) {
                    constant
                } else {
                    Access(0)
                };
                (
                    name,
                    Access(modifiers.access) | implied,
                    self.written(place, ty).ty,
                )
            }
            FieldSource::EnumConstant(index) => (
                &decl.constants.get(index)?.name,
                constant | Access::ENUM,
                self.this_type(class),
            ),
            FieldSource::Component(index) => {
                let component = *decl.components.get(index)?;
                let name = &self.names.sources.units[unit].vars[component].name;
                (
                    name,
                    Access::PRIVATE | Access::FINAL,
                    self.variable_formals(place, &[component])[0],
                )
            }
            FieldSource::Library(_) => return None,
        };

        Some(Field {
            class,
            name: name.text.clone(),
            access,
            ty,
            source,
        })
    }
}

/// The access modifiers.
const VISIBILITY: u16 = 0x0007;

/// A method before its descriptor is known.
struct SourceMethod {
    class: ClassId,
    name: Arc<str>,
    access: Access,
    source: MethodSource,
    parameters: Vec<VariableId>,
    formals: Vec<Ty>,
    result: Ty,
    throws: Vec<Ty>,
}

fn outer_decl(decl: &TypeDecl) -> Option<TypeDeclId> {
    match decl.nesting {
        Nesting::TopLevel => None,
        Nesting::Member(outer) | Nesting::Local(outer) | Nesting::Anonymous(outer) => Some(outer),
    }
}

/// Returns whether the declaration is an interface or annotation type.
pub(crate) fn is_interface(decl: &TypeDecl) -> bool {
    matches!(
        decl.kind,
        TypeDeclKind::Interface | TypeDeclKind::Annotation
    )
}

fn kind_access(decl: &TypeDecl) -> Access {
    match decl.kind {
        TypeDeclKind::Class | TypeDeclKind::Record => Access(0),
        TypeDeclKind::Interface => Access::INTERFACE | Access::ABSTRACT,
        TypeDeclKind::Annotation => Access::INTERFACE | Access::ABSTRACT | Access::ANNOTATION,
        TypeDeclKind::Enum => Access::ENUM,
    }
}

fn implied_method_access(decl: &TypeDecl, method: &MethodDecl) -> Access {
    let access = Access(method.modifiers.access);
    if method.result.is_none() {
        return if decl.kind == TypeDeclKind::Enum {
            Access::PRIVATE
        } else {
            Access(0)
        };
    }
    if !is_interface(decl) || access.is_private() {
        return Access(0);
    }

    let has_body = method.modifiers.is_default || access.is_static() || method.body.is_some();
    if has_body {
        Access::PUBLIC
    } else {
        Access::PUBLIC | Access::ABSTRACT
    }
}

fn method_name(method: &MethodDecl) -> Arc<str> {
    if method.result.is_none() {
        CONSTRUCTOR.into()
    } else {
        method.name.text.clone()
    }
}

/// The method at an index among the members, which names one.
pub(crate) fn method_decl(decl: &TypeDecl, member: usize) -> &MethodDecl {
    match &decl.members[member] {
        Member::Method(method) => method,
        other => unreachable!("member {member} is a method, not {other:?}"),
    }
}

/// The flag of methods of variable arity (JVMS 4.6).
fn varargs(is_varargs: bool) -> Access {
    if is_varargs {
        Access::VARARGS
    } else {
        Access(0)
    }
}
