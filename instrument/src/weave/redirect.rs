//! Calls redirected to a method of the same class that notifies the monitors and makes the call.
//! Accesses of fields are redirected, too, if a method would become too long otherwise.
//!
//! The method takes what the call takes, so evaluation order, stack maps and access rights stay as
//! they were. A constructor call becomes a call of a method that makes the object: the `new` stays
//! where it was, for the order in which classes are initialized, and its object is dropped.

mod call;
mod code;
mod endings;
mod signature;

use java_patterns::signature;
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{ClassFile, ClassFileError, NewMethod, Result};

use super::loops::IteratorRole;
use super::sites::{Callee, SiteKind};
use super::told::Told;
use signature::Signature;

/// The class of the runtime library that stands for the iterator of a loop.
const LOOP_ITERATOR: &str = "residua/runtime/LoopIterator";

/// The way in which a redirecting method gets the calling object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallerPassing {
    /// It does not need it.
    Not,
    /// As an argument after those of the call.
    Argument,
    /// Left by [`CALLER_SLOT`], where there is no room for one more argument.
    Left,
}

/// The additional argument of a redirecting method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extra {
    /// Nothing.
    Nothing,
    /// A number of no meaning, so that reflection that looks for methods without parameters does
    /// not call it.
    Mark,
    /// The place that is told: many sites share the method.
    Place,
}

/// The class of the runtime library that holds a calling object between two calls.
pub const CALLER_SLOT: &str = "residua/runtime/CallerSlot";

/// Most slots that arguments may take (JVMS 4.3.3).
pub const MOST_SLOTS: u16 = 255;

/// A redirected call.
#[derive(Debug, Clone)]
pub struct Redirection<'a> {
    /// The kind of the site.
    pub kind: SiteKind,
    /// The method or field that it calls.
    pub callee: &'a Callee,
    /// The same, as patterns name it: compilers may pass more arguments behind those that are
    /// written.
    pub named: &'a Callee,
    /// The type of the receiver, narrowed to the calling class where access to a protected member
    /// needs it; `None` for static methods and constructors.
    pub receiver: Option<Type>,
    /// The way in which the calling object comes to the method.
    pub caller: CallerPassing,
    /// The additional argument, behind all that the call takes.
    pub extra: Extra,
    /// The role of the call for an iterator that one loop alone knows.
    pub iterator: Option<IteratorRole>,
    /// Line of the call.
    pub line: Option<u32>,
    /// The constant of a dynamic call that is made in its place, for it to be no call that other
    /// tools see.
    pub linked: Option<u16>,
    /// The notifications at the call, in order.
    pub told: &'a [Told],
    /// The place that it tells, `FILE:LINE`.
    pub at: &'a str,
}

impl Redirection<'_> {
    /// Adds the method called `name` to the class; gives the constant of the class that names it.
    ///
    /// # Errors
    /// The class would become too large, or the callee's descriptor is malformed.
    pub fn add(&self, class: &mut ClassFile<'_>, name: &str) -> Result<u16> {
        let owner = class.name()?.into_owned();
        let descriptor = self.append(class, &owner, name, Access::PRIVATE)?;
        let interface = class.access.is_interface();
        class.pool.add_method(&owner, name, &descriptor, interface)
    }

    /// The number of slots that the arguments of the method take.
    ///
    /// # Errors
    /// The callee's descriptor is malformed.
    pub fn argument_slots(&self, caller: &str) -> Result<u16> {
        Ok(Signature::of(self, caller)?.end_slot())
    }

    /// The parameters and the result of a call, or of the access of a field.
    fn called(&self, descriptor: &str) -> Result<MethodDescriptor> {
        let SiteKind::Access(access) = self.kind else {
            return MethodDescriptor::parse(descriptor)
                .map_err(|_| ClassFileError::Malformed("method descriptor"));
        };
        let field =
            Type::parse(descriptor).map_err(|_| ClassFileError::Malformed("field descriptor"))?;

        Ok(signature(access.join, field))
    }

    /// The descriptor of the dynamic call that makes the call: it takes what the call takes, and
    /// gives the object that a constructor makes.
    ///
    /// # Errors
    /// The callee's descriptor is malformed.
    pub fn linked_descriptor(&self, caller: &str) -> Result<String> {
        let Signature {
            receiver,
            parameters,
            returned,
            ..
        } = Signature::of(self, caller)?;
        let made = self
            .makes_object()
            .then(|| Type::class(self.callee.owner.clone()));
        let parameters = receiver.into_iter().chain(parameters).collect();

        Ok(MethodDescriptor {
            parameters,
            result: made.or(returned),
        }
        .to_string())
    }

    /// Adds the method to another class of the same package, which may use all that the class
    /// itself may use but its private and inherited protected members; gives the constant of
    /// `class` that names it.
    ///
    /// # Errors
    /// As [`Redirection::add`].
    pub fn add_beside(
        &self,
        class: &mut ClassFile<'_>,
        beside: &mut ClassFile<'_>,
        name: &str,
    ) -> Result<u16> {
        let owner = class.name()?.into_owned();
        let descriptor = self.append(beside, &owner, name, Access(0))?;
        class
            .pool
            .add_method(&beside.name()?, name, &descriptor, false)
    }

    /// Appends the method that makes the call for the class `caller`; gives its descriptor.
    fn append(
        &self,
        holder: &mut ClassFile<'_>,
        caller: &str,
        name: &str,
        visible: Access,
    ) -> Result<String> {
        let signature = Signature::of(self, caller)?;
        let descriptor = signature.descriptor().to_string();
        let code = self.code(holder, &signature)?;
        let access = visible | Access::STATIC | Access::SYNTHETIC;
        holder.append_method(&NewMethod {
            access,
            name,
            descriptor: &descriptor,
            code,
        })?;
        Ok(descriptor)
    }
}
