//! Local and anonymous classes as javac completes them: constructors take the captured variables
//! last, those of anonymous classes what they pass on to the superclass, and the captured variables
//! have fields.

use std::sync::Arc;

use java_syntax::ast::{Nesting, TypeDeclId, VarId};
use java_types::Access;
use java_types::class_info::{ClassInfo, FieldInfo, MethodInfo};

use super::Attributor;
use crate::declare::declared_class;
use crate::types::{CONSTRUCTOR, Ty};

/// The parameters that the constructor of an anonymous class passes on to its superclass.
#[derive(Debug)]
pub(super) struct AnonymousSuper {
    /// Erased types of the written parameters of the superclass's constructor, a written outer
    /// instance before them.
    pub(super) formals: Vec<Ty>,
    /// True if the superclass's constructor takes any number of arguments.
    pub(super) varargs: bool,
}

impl Attributor<'_, '_> {
    /// The unit's local and anonymous classes, in order of position.
    pub(super) fn complete_classes(&mut self) -> Vec<Arc<ClassInfo>> {
        let decls = self.unit.type_decls.iter_enumerated();
        let nested = decls
            .filter(|(_, tree)| matches!(tree.nesting, Nesting::Local(_) | Nesting::Anonymous(_)));
        nested
            .map(|(decl, _)| Arc::new(self.completed_class(decl)))
            .collect()
    }

    fn completed_class(&self, decl: TypeDeclId) -> ClassInfo {
        let mut info = declared_class(self.types, self.index, decl);
        if let Some(superclass) = self.anonymous_supers.get(&decl) {
            info.methods
                .insert(0, self.anonymous_constructor(decl, superclass));
        }

        let captured = self.out.captures.get(&decl).map_or(&[][..], Vec::as_slice);
        let text: String = captured
            .iter()
            .map(|&var| self.erased_or_object(self.vars[var]).to_string())
            .collect();

        for constructor in info
            .methods
            .iter_mut()
            .filter(|method| &*method.name == CONSTRUCTOR)
        {
            constructor.descriptor = constructor
                .descriptor
                .replace(')', &format!("{text})"))
                .into();
        }

        for (position, &var) in captured.iter().enumerate() {
            if !captured[..position].contains(&var) {
                info.fields.push(self.captured_field(var));
            }
        }

        info
    }

    fn anonymous_constructor(&self, decl: TypeDeclId, superclass: &AnonymousSuper) -> MethodInfo {
        let mut formals = self
            .types
            .implied_formals(self.types.source_class(self.index, decl));
        formals.extend(&superclass.formals);
        MethodInfo {
            name: CONSTRUCTOR.into(),
            descriptor: self.types.method_descriptor(&formals, Ty::VOID),
            access: if superclass.varargs {
                Access::VARARGS
            } else {
                Access(0)
            },
            signature: None,
            exceptions: Vec::new(),
        }
    }

    fn captured_field(&self, var: VarId) -> FieldInfo {
        FieldInfo {
            name: format!("val${}", self.unit.vars[var].name.text).into(),
            descriptor: self.erased_or_object(self.vars[var]).to_string().into(),
            access: Access::FINAL | Access::SYNTHETIC,
            signature: None,
            constant: None,
        }
    }
}
