//! Numbers of classes and fields, given before anything is lowered so that all units can be lowered
//! at once.

use std::sync::Arc;

use index_vec::IndexVec;
use ir::{Class, ClassId, Field, FieldId, FileId, Program};
use java_attribute::Attribution;
use java_syntax::ast::{Member, TypeDeclId, TypeDeclKind, Unit};
use java_types::Access;
use java_types::Library;
use java_types::class_info::ClassInfo;
use java_types::descriptor::Type;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::fields::{VALUES, captured_field, lexical_outer, outer_field};

/// The classes and fields of all units.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    pub(crate) classes: IndexVec<ClassId, Class>,
    pub(crate) fields: IndexVec<FieldId, Field>,
    /// By file and declaration.
    by_declaration: IndexVec<FileId, IndexVec<TypeDeclId, ClassId>>,
    /// By class name and field name.
    by_name: FxHashMap<Arc<str>, FxHashMap<Arc<str>, FieldId>>,
    /// Names of fields that hold objects.
    objects: FxHashSet<Arc<str>>,
    /// True if the class library has `java.lang.MatchException` (since Java 21).
    pub(crate) has_match_exception: bool,
    /// True if the files that are added hold the code of properties.
    are_of_properties: bool,
}

impl Numbering {
    /// No classes yet; `library` has those beside the sources.
    pub(crate) fn new(library: &dyn Library) -> Self {
        Numbering {
            has_match_exception: library.class("java/lang/MatchException").is_some(),
            ..Numbering::default()
        }
    }

    /// The classes and fields of a program; the code of properties is added to them.
    /// O(classes + fields).
    pub(crate) fn after(program: &Program, library: &dyn Library) -> Self {
        let mut numbering = Numbering {
            classes: program.classes.clone(),
            fields: program.fields.clone(),
            by_declaration: program.files.iter().map(|_| IndexVec::new()).collect(),
            are_of_properties: true,
            ..Numbering::new(library)
        };

        for (id, field) in program.fields.iter_enumerated() {
            if field.ty.is_reference() {
                numbering.objects.insert(field.name.clone());
            }
            let class = program.classes[field.class].name.clone();
            let by_name = numbering.by_name.entry(class).or_default();
            by_name.entry(field.name.clone()).or_insert(id);
        }

        numbering
    }

    /// Adds the classes of the next file in order of position, with their fields. `infos` are their
    /// declarations.
    pub(crate) fn add_unit(
        &mut self,
        tree: &Unit,
        facts: &Attribution,
        infos: &IndexVec<TypeDeclId, Arc<ClassInfo>>,
    ) {
        let file = FileId::new(self.by_declaration.len());
        let mut ids = IndexVec::new();
        for (declaration, decl) in tree.type_decls.iter_enumerated() {
            let class = Class {
                name: facts.type_names[declaration].clone(),
                file,
                span: decl.name.span,
                info: infos[declaration].clone(),
                methods: Vec::new(),
                fields: Vec::new(),
                annotations: decl.modifiers.annotations.clone(),
                is_of_properties: self.are_of_properties,
            };
            let id = self.classes.push(class);
            ids.push(id);
            self.add_fields(id, tree, facts, declaration);
        }

        self.by_declaration.push(ids);
    }

    /// Enum constants, record components, declared fields in order of text, then those that javac
    /// adds.
    fn add_fields(
        &mut self,
        class: ClassId,
        tree: &Unit,
        facts: &Attribution,
        declaration: TypeDeclId,
    ) {
        let decl = &tree.type_decls[declaration];
        for constant in &decl.constants {
            self.add_declared(class, &constant.name.text);
        }

        for &component in &decl.components {
            self.add_declared(class, &tree.vars[component].name.text);
        }

        for member in &decl.members {
            if let Member::Field(field) = member {
                self.add_declared(class, &field.name.text);
            }
        }

        // The fields of javac: the outer instance, captured variables, the constants of an enum.
        let added = Access::FINAL | Access::SYNTHETIC;
        if facts.outer_instances.contains(&declaration)
            && let Some(outer) = lexical_outer(tree, declaration)
        {
            let ty = Type::class(facts.type_names[outer].clone());
            self.add_field(class, outer_field(tree, facts, declaration), ty, added);
        }

        for &var in facts.captures.get(&declaration).into_iter().flatten() {
            let ty = facts
                .vars
                .get(var)
                .cloned()
                .flatten()
                .unwrap_or_else(Type::object);
            self.add_field(class, captured_field(tree, var), ty, added);
        }

        if decl.kind == TypeDeclKind::Enum {
            let ty = Type::array(Type::class(facts.type_names[declaration].clone()));
            self.add_field(
                class,
                Arc::from(VALUES),
                ty,
                added | Access::PRIVATE | Access::STATIC,
            );
        }
    }

    /// Adds a field that the class's declaration has.
    fn add_declared(&mut self, class: ClassId, name: &Arc<str>) {
        let info = self.classes[class].info.clone();
        let declared = info.field(name);
        let ty = declared
            .and_then(|field| Type::parse(&field.descriptor).ok())
            .unwrap_or_else(Type::object);
        self.add_field(
            class,
            name.clone(),
            ty,
            declared.map_or(Access::default(), |field| field.access),
        );
    }

    fn add_field(&mut self, class: ClassId, name: Arc<str>, ty: Type, access: Access) {
        let by_name = self
            .by_name
            .entry(self.classes[class].name.clone())
            .or_default();
        if let std::collections::hash_map::Entry::Vacant(free) = by_name.entry(name.clone()) {
            if ty.is_reference() {
                self.objects.insert(name.clone());
            }
            let id = self.fields.push(Field {
                class,
                name,
                ty,
                access: access.0,
            });
            free.insert(id);
            self.classes[class].fields.push(id);
        }
    }

    /// Returns whether any class has a field of this name that holds objects.
    pub(crate) fn has_objects_named(&self, name: &str) -> bool {
        self.objects.contains(name)
    }

    /// The number of a declaration.
    pub(crate) fn class_of(&self, file: FileId, declaration: TypeDeclId) -> ClassId {
        self.by_declaration[file][declaration]
    }

    /// Returns what is declared of a class.
    pub(crate) fn info(&self, class: ClassId) -> &ClassInfo {
        &self.classes[class].info
    }

    /// A field by the class that declares it and its name; `None` for classes of libraries.
    pub(crate) fn field(&self, class: &str, name: &str) -> Option<FieldId> {
        self.by_name.get(class)?.get(name).copied()
    }

    /// Erased type of a field.
    pub(crate) fn field_type(&self, field: FieldId) -> &Type {
        &self.fields[field].ty
    }
}
