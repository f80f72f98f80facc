//! The receiver of a redirected call.

use java_types::descriptor::Type;
use java_types::hierarchy::{Hierarchy, Resolved};
use java_types::{Access, Spelling};
use jvm::classfile::{ReferenceKind, opcode};

use crate::weave::sites::{Accessing, Callee, ClassSites, Site, SiteKind};

/// Returns the type of the receiver as the redirecting method declares it. A protected member of a
/// superclass in another package may be used on objects of the calling class only (JVMS 4.10.1.8).
pub fn receiver(site: &Site, class: &ClassSites, hierarchy: &Hierarchy) -> Option<Type> {
    if is_static(site) {
        return None;
    }

    let owner = Type::of_class_constant(&site.callee.owner).unwrap_or_else(|_| Type::object());
    Some(if is_protected_elsewhere(site, class, hierarchy) {
        Type::Class(class.class.clone())
    } else {
        owner
    })
}

fn is_static(site: &Site) -> bool {
    matches!(
        site.kind,
        SiteKind::Call {
            opcode: opcode::INVOKESTATIC,
            ..
        } | SiteKind::Creation { .. }
            | SiteKind::Access(Accessing {
                is_static: true,
                ..
            })
            | SiteKind::Reference {
                kind: ReferenceKind::InvokeStatic | ReferenceKind::NewInvokeSpecial,
                ..
            }
    )
}

fn is_protected_elsewhere(site: &Site, class: &ClassSites, hierarchy: &Hierarchy) -> bool {
    if site.callee.owner.starts_with('[') {
        return false;
    }
    let Some(Declared { access, class: of }) = declared(site, hierarchy) else {
        return false;
    };
    access.has(Access::PROTECTED)
        && of.package() != class.class.package()
        && hierarchy.is_subclass(&class.class, &of).may()
}

/// The declaration of a member.
struct Declared {
    access: Access,
    class: std::sync::Arc<str>,
}

/// Finds the declaration of the member that a site uses.
fn declared(site: &Site, hierarchy: &Hierarchy) -> Option<Declared> {
    let Callee {
        owner,
        name,
        descriptor,
        ..
    } = &site.callee;

    if let SiteKind::Access(_) = site.kind {
        let field = hierarchy.resolve_field(owner, name, Some(descriptor));
        return field.found().map(|field| Declared {
            access: field.info().access,
            class: field.class.name.clone(),
        });
    }
    match hierarchy.resolve_method(owner, name, descriptor) {
        Resolved::Found(method) => Some(Declared {
            access: method.info().access,
            class: method.class.name.clone(),
        }),
        _ => None,
    }
}
