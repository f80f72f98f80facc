//! The function objects that the methods of a class make, and what they run: a lambda body, which is
//! a method of the class, or a synthetic body that calls what a method reference names.

use std::collections::BTreeMap;
use std::sync::Arc;

use ir::Enclosing;
use java_types::Access;
use java_types::class_info::ClassInfo;
use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{BootstrapMethod, ClassFile, ReferenceKind, opcode};

use crate::dynamic::{Dynamic, Function, dynamic};

/// A dynamic call that makes a function object.
#[derive(Debug)]
struct Made {
    pc: u32,
    /// The method of the class that is the lambda's body.
    lambda: Option<usize>,
    /// True if the object runs that method itself, as captures and parameters need no conversion.
    is_direct: bool,
    /// Descriptor of the synthetic body: captured values, then the parameters of the interface's
    /// method.
    descriptor: MethodDescriptor,
}

/// The function objects of a class.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    /// By method, in order of pc.
    made: BTreeMap<usize, Vec<Made>>,
    /// The names of lambda bodies as enclosing methods.
    lambdas: BTreeMap<usize, Arc<str>>,
}

/// Finds them. What is damaged makes none. O(size of the code) where the class has dynamic calls.
pub(crate) fn find(class: &ClassFile<'_>, rows: &[BootstrapMethod], info: &ClassInfo) -> Functions {
    if rows.is_empty() {
        return Functions::default();
    }
    let members = 0..info.methods.len();
    let made = members.filter_map(|member| {
        let made = made_by(class, rows, info, member);
        (!made.is_empty()).then_some((member, made))
    });
    let mut functions = Functions {
        made: made.collect(),
        lambdas: BTreeMap::new(),
    };
    functions.name_lambdas(info);

    functions
}

fn made_by(
    class: &ClassFile<'_>,
    rows: &[BootstrapMethod],
    info: &ClassInfo,
    member: usize,
) -> Vec<Made> {
    let Ok(Some(code)) = class.code(member) else {
        return Vec::new();
    };
    let instructions = code.instructions().flatten();
    let dynamic_calls = instructions.filter(|i| i.opcode() == opcode::INVOKEDYNAMIC);
    let made = dynamic_calls.filter_map(|instruction| {
        let call = class.pool.dynamic_call(&instruction).ok()??;
        let (name, descriptor) = (&call.signature.name, &call.signature.descriptor);
        match dynamic(class, rows, call.bootstrap, name, descriptor).ok()? {
            Dynamic::Function(function) => made(class, info, instruction.pc, &function),
            _ => None,
        }
    });

    made.collect()
}

fn made(class: &ClassFile<'_>, info: &ClassInfo, pc: u32, function: &Function) -> Option<Made> {
    let handle = class.pool.method_handle(function.implementation).ok()?;
    let is_own = *handle.member.owner == *info.name;
    let is_it = |method: &java_types::class_info::MethodInfo| {
        *method.name == *handle.member.name && *method.descriptor == *handle.member.descriptor
    };
    let own = info.methods.iter().position(is_it).filter(|_| is_own);
    let lambda = own.filter(|&own| {
        let method = &info.methods[own];
        method.access.has(Access::SYNTHETIC)
            && !method.access.has(Access::BRIDGE)
            && !method.access.is_abstract()
            && !method.name.starts_with("access$")
            && !method.is_constructor()
    });
    let parameters = function
        .factory
        .parameters
        .iter()
        .chain(&function.erased.parameters);
    let descriptor = MethodDescriptor {
        parameters: parameters.cloned().collect(),
        result: function.erased.result.clone(),
    };
    let is_direct = lambda.is_some_and(|lambda| {
        let is_static = info.methods[lambda].access.is_static();
        let runs = MethodDescriptor::parse(&handle.member.descriptor);
        is_static == (handle.kind == ReferenceKind::InvokeStatic)
            && handle.kind != ReferenceKind::NewInvokeSpecial
            && runs.is_ok_and(|runs| fits(&descriptor, &runs, !is_static))
    });

    Some(Made {
        pc,
        lambda,
        is_direct,
        descriptor,
    })
}

/// Returns whether arguments of one method can be passed to another one as they are.
fn fits(given: &MethodDescriptor, taken: &MethodDescriptor, has_receiver: bool) -> bool {
    let receivers = usize::from(has_receiver);
    let (receiver, rest) = given
        .parameters
        .split_at(receivers.min(given.parameters.len()));
    let is_alike = |a: &Type, b: &Type| a == b || a.is_reference() && b.is_reference();
    let results = match (&given.result, &taken.result) {
        (None, _) => true,
        (Some(wanted), Some(own)) => is_alike(wanted, own),
        (Some(_), None) => false,
    };

    results
        && receiver.len() == receivers
        && receiver.iter().all(Type::is_reference)
        && rest.len() == taken.parameters.len()
        && rest
            .iter()
            .zip(&taken.parameters)
            .all(|(a, b)| is_alike(a, b))
}

impl Functions {
    /// Numbers the lambdas of each method in order of pc, then those of lambdas.
    fn name_lambdas(&mut self, info: &ClassInfo) {
        let named: Vec<usize> = self.targets().collect();
        let outer = (0..info.methods.len()).filter(|member| !named.contains(member));
        let mut work: Vec<(usize, String)> =
            outer.map(|member| (member, base(info, member))).collect();
        let mut initializers = 0;
        work.reverse();

        while let Some((member, around)) = work.pop() {
            let mut next = 0;
            for lambda in self.lambdas_of(member) {
                if self.lambdas.contains_key(&lambda) {
                    continue;
                }
                // Several constructors have it: it stands in an initializer.
                let is_shared = &*info.methods[member].name == "<init>" && self.makers(lambda) > 1;
                let name = if is_shared {
                    format!("<init>/lambda#{}", post_increment(&mut initializers))
                } else {
                    format!("{around}/lambda#{}", post_increment(&mut next))
                };
                self.lambdas.insert(lambda, Arc::from(&*name));
                work.push((lambda, name));
            }
        }

        // Lambdas that only make each other are never run.
        for lambda in named {
            let name = || Arc::from(base(info, lambda));
            self.lambdas.entry(lambda).or_insert_with(name);
        }
    }

    fn targets(&self) -> impl Iterator<Item = usize> + '_ {
        self.made.values().flatten().filter_map(|made| made.lambda)
    }

    fn lambdas_of(&self, member: usize) -> Vec<usize> {
        let made = self.made.get(&member).into_iter().flatten();
        made.filter_map(|made| made.lambda).collect()
    }

    /// The number of methods that make a function of a lambda body.
    fn makers(&self, lambda: usize) -> usize {
        let makes = |made: &&Vec<Made>| made.iter().any(|made| made.lambda == Some(lambda));
        self.made.values().filter(makes).count()
    }

    /// Returns whether a method is the body of a lambda expression.
    pub(crate) fn is_lambda(&self, member: usize) -> bool {
        self.lambdas.contains_key(&member)
    }

    /// How the plan names a method.
    pub(crate) fn enclosing(&self, info: &ClassInfo, member: usize) -> Enclosing {
        let lambda = self.lambdas.get(&member).cloned();
        Enclosing {
            class: info.name.clone(),
            method: lambda.unwrap_or_else(|| Arc::from(base(info, member))),
        }
    }

    /// The synthetic bodies that a method needs: pc and descriptor.
    pub(crate) fn bodies_of(
        &self,
        member: usize,
    ) -> impl Iterator<Item = (u32, &MethodDescriptor)> + '_ {
        let made = self.made.get(&member).into_iter().flatten();
        made.filter(|made| !made.is_direct)
            .map(|made| (made.pc, &made.descriptor))
    }

    /// Returns whether the function object made at a pc is a lambda expression's.
    pub(crate) fn has_lambda(&self, member: usize, pc: u32) -> bool {
        let made = self.made.get(&member).into_iter().flatten();
        made.into_iter()
            .any(|made| made.pc == pc && made.lambda.is_some())
    }

    /// The method that the function object made at a pc runs itself.
    pub(crate) fn lambda_at(&self, member: usize, pc: u32) -> Option<usize> {
        let made = self.made.get(&member)?;
        let found = made.iter().find(|made| made.pc == pc && made.is_direct)?;
        found.lambda
    }
}

fn post_increment(number: &mut u32) -> u32 {
    *number += 1;
    *number - 1
}

/// Name and descriptor of a method.
fn base(info: &ClassInfo, member: usize) -> String {
    let method = &info.methods[member];
    format!("{}{}", method.name, method.descriptor)
}
