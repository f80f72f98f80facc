//! The bootstrap rows that make functional objects, and the lambda bodies that these run.

use std::collections::BTreeSet;

use java_types::Access;
use jvm::classfile::{ClassFile, DynamicCall, MemberRef, MethodHandle, Result};

use super::callee::MethodName;

/// The bootstrap rows that make lambdas, and the bodies of these.
pub struct Lambdas {
    /// The lambda bodies.
    bodies: BTreeSet<MethodName>,
    /// For each row of `BootstrapMethods` that makes a functional object, the handle of what it
    /// calls.
    handles: Vec<Option<u16>>,
}

const METAFACTORY: &str = "java/lang/invoke/LambdaMetafactory";

impl Lambdas {
    /// Reads those of a class.
    ///
    /// # Errors
    /// The class file is damaged.
    pub fn of(class: &ClassFile<'_>) -> Result<Self> {
        let mut lambdas = Lambdas {
            bodies: BTreeSet::new(),
            handles: Vec::new(),
        };

        for row in class.bootstrap_methods()? {
            let factory = class.pool.method_handle(row.method)?;
            let makes_functions = factory.member.owner == METAFACTORY;
            let handle = row.arguments.get(1).copied().filter(|_| makes_functions);
            lambdas.handles.push(handle);
            if let Some(handle) = handle {
                let target = class.pool.method_handle(handle)?;
                if is_lambda_body(class, &target)? {
                    lambdas.bodies.insert(MethodName::of(&target.member));
                }
            }
        }
        Ok(lambdas)
    }

    pub(super) fn is_body(&self, name: &str, descriptor: &str) -> bool {
        self.bodies.contains(&MethodName {
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
        })
    }

    /// The lambda body that the functional object of a dynamic call runs, if it makes such an
    /// object.
    ///
    /// # Errors
    /// The class file is damaged.
    pub fn run_by(
        &self,
        class: &ClassFile<'_>,
        call: &DynamicCall<'_>,
    ) -> Result<Option<MethodName>> {
        let Some(handle) = self
            .handles
            .get(usize::from(call.bootstrap))
            .copied()
            .flatten()
        else {
            return Ok(None);
        };
        let target = class.pool.method_handle(handle)?;
        Ok(is_lambda_body(class, &target)?.then(|| MethodName::of(&target.member)))
    }

    /// Gives the method that a method reference calls; `None` where the row makes a lambda, or no
    /// functional object.
    pub(super) fn referenced<'p>(
        &self,
        class: &'p ClassFile<'_>,
        call: &DynamicCall<'_>,
    ) -> Result<Option<MethodHandle<'p>>> {
        let Some(handle) = self
            .handles
            .get(usize::from(call.bootstrap))
            .copied()
            .flatten()
        else {
            return Ok(None);
        };
        let target = class.pool.method_handle(handle)?;
        Ok(if is_lambda_body(class, &target)? {
            None
        } else {
            Some(target)
        })
    }
}

/// A lambda body is a synthetic method of the class itself.
fn is_lambda_body(class: &ClassFile<'_>, target: &MethodHandle<'_>) -> Result<bool> {
    let own = target.member.owner == class.name()?;
    Ok(own && access_of(class, &target.member).is_some_and(|access| access.has(Access::SYNTHETIC)))
}

/// The flags of a method that the class declares.
pub(super) fn access_of(class: &ClassFile<'_>, member: &MemberRef<'_>) -> Option<Access> {
    let is_it = |m: &&jvm::classfile::Member<'_>| {
        m.name(&class.pool).is_ok_and(|name| name == member.name)
            && m.descriptor(&class.pool)
                .is_ok_and(|descriptor| descriptor == member.descriptor)
    };
    class.methods.iter().find(is_it).map(|m| m.access)
}
