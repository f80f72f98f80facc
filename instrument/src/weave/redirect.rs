//! Calls redirected to a method of the same class that notifies the monitors and makes the call.
//! Accesses of fields are redirected, too, if a method would become too long otherwise.
//!
//! The method takes what the call takes, so evaluation order, stack maps and access rights stay as
//! they were. A constructor call becomes a call of a method that makes the object: the `new` stays
//! where it was, for the order in which classes are initialized, and its object is dropped.

use std::borrow::Cow;

use java_patterns::signature;
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use jvm::classfile::{
    Attribute, ClassFile, ClassFileError, Code, ConstantPool, ExceptionRange, FrameType, NewMethod,
    ReferenceKind, Result, opcode,
};

use super::assemble::{Assembler, frame_type};
use super::frames::{Frame, Verified, single};
use super::loops::IteratorRole;
use super::sites::{Accessing, Callee, SiteKind};
use super::told::{At, Told, Value, tell};
use crate::monitor::Position;
use plan::When;

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

    fn code(&self, class: &mut ClassFile<'_>, signature: &Signature) -> Result<Code<'static>> {
        let pool = &mut class.pool;
        let mut values = signature.values();
        let mut code = Assembler::new();
        let receiver = self.unwrap(&mut code, pool, signature, &mut values)?;
        self.take_caller(&mut code, pool, signature, &mut values)?;
        tell(
            &mut code,
            pool,
            self.told,
            When::Before,
            &values,
            self.place(signature),
        )?;

        let new = (self.makes_object() && self.linked.is_none())
            .then(|| pool.add_class(&self.callee.owner))
            .transpose()?;
        if let Some(class) = new {
            code.with_index(opcode::NEW, class, 0, 1);
            code.emit(&[opcode::DUP], 0, 1);
        }

        signature
            .call_arguments()
            .for_each(|(ty, slot)| code.load(ty, if slot == 0 { receiver } else { slot }));
        // The handler covers the call alone, and not the notifications around it.
        let start = code.pc();
        self.emit_call(&mut code, class, signature)?;
        let end = code.pc();
        self.emit_return(&mut code, class, signature, &values)?;
        let handler = code.pc();
        let throws = self.told.iter().any(|told| told.moment == When::Throwing);

        if throws {
            self.emit_handler(&mut code, class, signature, &values)?;
        }

        let exceptions = throws.then_some(ExceptionRange {
            start,
            end,
            handler,
            catch_type: 0,
        });
        let mut attributes = Vec::new();

        if let Some(line) = self.line.and_then(|line| u16::try_from(line).ok()) {
            let [high, low] = line.to_be_bytes();
            attributes.push(Attribute::new(
                &mut class.pool,
                "LineNumberTable",
                vec![0, 1, 0, 0, high, low],
            )?);
        }
        // Class files before version 50 are verified without frames (JVMS 4.10).
        if throws && class.major >= 50 {
            attributes.push(self.handler_frame(class, signature, handler)?);
        }

        Ok(Code {
            max_stack: code.deepest(),
            max_locals: self.free_slot(signature) + 2,
            bytes: Cow::Owned(code.into_bytes()),
            exceptions: exceptions.into_iter().collect(),
            attributes,
        })
    }

    /// Puts the iterator itself into a local variable of its own, where the first holds what may
    /// stand in its place; gives the slot of the receiver.
    fn unwrap(
        &self,
        code: &mut Assembler,
        pool: &mut ConstantPool<'_>,
        signature: &Signature,
        values: &mut [Value],
    ) -> Result<u16> {
        let (Some(IteratorRole::Uses { .. }), Some(receiver)) = (self.iterator, &self.receiver)
        else {
            return Ok(0);
        };
        let slot = signature.end_slot();
        code.load(receiver, 0);
        let behind = pool.add_method(
            LOOP_ITERATOR,
            "behind",
            "(Ljava/util/Iterator;)Ljava/util/Iterator;",
            false,
        )?;
        code.with_index(opcode::INVOKESTATIC, behind, 1, 1);
        code.store(receiver, slot);

        for value in values
            .iter_mut()
            .filter(|value| value.position == Position::Target)
        {
            *value = Value {
                slot,
                standing_for: Some(0),
                ..value.clone()
            };
        }

        Ok(slot)
    }

    /// Takes the calling object from where it was left.
    fn take_caller(
        &self,
        code: &mut Assembler,
        pool: &mut ConstantPool<'_>,
        signature: &Signature,
        values: &mut Vec<Value>,
    ) -> Result<()> {
        let Some(caller) = &signature.left_caller else {
            return Ok(());
        };
        let slot = signature.end_slot() + u16::from(self.uses_iterator());
        let take = pool.add_method(CALLER_SLOT, "take", "()Ljava/lang/Object;", false)?;
        code.with_index(opcode::INVOKESTATIC, take, 0, 1);
        let class = pool.add_class(&caller.to_string().trim_start_matches('L').replace(';', ""))?;
        code.with_index(opcode::CHECKCAST, class, 1, 1);
        code.store(caller, slot);
        values.push(Value::new(Position::Caller, caller.clone(), slot));
        Ok(())
    }

    fn place(&self, signature: &Signature) -> At<'_> {
        match self.extra {
            Extra::Place => At::Slot(signature.end_slot() - 1),
            Extra::Nothing | Extra::Mark => At::Text(self.at),
        }
    }

    /// The first slot after the parameters, the receiver itself, and the caller that was left.
    fn free_slot(&self, signature: &Signature) -> u16 {
        signature.end_slot()
            + u16::from(self.uses_iterator())
            + u16::from(signature.left_caller.is_some())
    }

    fn uses_iterator(&self) -> bool {
        matches!(self.iterator, Some(IteratorRole::Uses { .. }))
    }

    fn makes_object(&self) -> bool {
        matches!(
            self.kind,
            SiteKind::Creation { .. }
                | SiteKind::Reference {
                    kind: ReferenceKind::NewInvokeSpecial,
                    ..
                }
        )
    }

    fn emit_call(
        &self,
        code: &mut Assembler,
        class: &mut ClassFile<'_>,
        signature: &Signature,
    ) -> Result<()> {
        let callee = self.callee;
        if let Some(constant) = self.linked {
            let [high, low] = constant.to_be_bytes();
            let pops = signature.call_arguments().map(|(ty, _)| ty.slots()).sum();
            let made = self.makes_object().then(Type::object);
            let pushes = made
                .as_ref()
                .or(signature.returned.as_ref())
                .map_or(0, Type::slots);
            code.emit(&[opcode::INVOKEDYNAMIC, high, low, 0, 0], pops, pushes);
            return Ok(());
        }

        let constant = match self.kind {
            SiteKind::Access(_) => {
                class
                    .pool
                    .add_field(&callee.owner, &callee.name, &callee.descriptor)?
            }
            _ => class.pool.add_method(
                &callee.owner,
                &callee.name,
                &callee.descriptor,
                callee.interface,
            )?,
        };

        let receiver = u16::from(self.receiver.is_some() || self.makes_object());
        let pops = receiver + signature.parameters.iter().map(Type::slots).sum::<u16>();
        let pushes = signature.returned.as_ref().map_or(0, Type::slots);
        match self.opcode() {
            opcode::INVOKEINTERFACE => {
                let [high, low] = constant.to_be_bytes();
                // The instruction counts the slots of its receiver and arguments (JVMS 6.5,
                // invokeinterface).
                let count =
                    u8::try_from(pops).map_err(|_| ClassFileError::TooLong("argument list"))?;
                code.emit(
                    &[opcode::INVOKEINTERFACE, high, low, count, 0],
                    pops,
                    pushes,
                );
            }
            number => code.with_index(number, constant, pops, pushes),
        }

        Ok(())
    }

    fn opcode(&self) -> u8 {
        match self.kind {
            SiteKind::Call { opcode } | SiteKind::Access(Accessing { opcode, .. }) => opcode,
            SiteKind::Creation { .. } => opcode::INVOKESPECIAL,
            SiteKind::Reference { kind, .. } => match kind {
                ReferenceKind::InvokeStatic => opcode::INVOKESTATIC,
                ReferenceKind::InvokeInterface => opcode::INVOKEINTERFACE,
                ReferenceKind::InvokeSpecial | ReferenceKind::NewInvokeSpecial => {
                    opcode::INVOKESPECIAL
                }
                _ => opcode::INVOKEVIRTUAL,
            },
        }
    }

    /// After the call: a result is kept while the monitors are told.
    fn emit_return(
        &self,
        code: &mut Assembler,
        class: &mut ClassFile<'_>,
        signature: &Signature,
        values: &[Value],
    ) -> Result<()> {
        let slot = self.free_slot(signature);
        let made = self
            .makes_object()
            .then(|| Type::class(self.callee.owner.clone()));
        let result = made.as_ref().or(signature.returned.as_ref());
        let tells = self.told.iter().any(|told| told.moment == When::Returning);
        let ends = self.iterator == Some(IteratorRole::Uses { ends: true });
        match result {
            Some(ty) if self.iterator == Some(IteratorRole::Makes) => {
                code.store(ty, slot);
                signature
                    .receiver
                    .iter()
                    .for_each(|receiver| code.load(receiver, 0));
                code.load(ty, slot);
                let descriptor = "(Ljava/lang/Object;Ljava/util/Iterator;)Ljava/util/Iterator;";
                let stand_in =
                    class
                        .pool
                        .add_method(LOOP_ITERATOR, "standIn", descriptor, false)?;
                code.with_index(opcode::INVOKESTATIC, stand_in, 2, 1);
                code.store(ty, slot + 1);
                let mut values = values.to_vec();
                values.push(Value {
                    standing_for: Some(slot + 1),
                    ..Value::new(Position::Value, ty.clone(), slot)
                });
                tell(
                    code,
                    &mut class.pool,
                    self.told,
                    When::Returning,
                    &values,
                    self.place(signature),
                )?;
                code.load(ty, slot + 1);
            }
            Some(ty) if tells || ends => {
                code.store(ty, slot);
                let mut values = values.to_vec();
                values.push(Value::new(Position::Value, ty.clone(), slot));
                tell(
                    code,
                    &mut class.pool,
                    self.told,
                    When::Returning,
                    &values,
                    self.place(signature),
                )?;
                if ends {
                    signature
                        .receiver
                        .iter()
                        .for_each(|receiver| code.load(receiver, 0));
                    code.load(ty, slot);
                    let asked = class.pool.add_method(
                        LOOP_ITERATOR,
                        "asked",
                        "(Ljava/util/Iterator;Z)V",
                        false,
                    )?;
                    code.with_index(opcode::INVOKESTATIC, asked, 2, 0);
                }
                code.load(ty, slot);
            }
            _ => tell(
                code,
                &mut class.pool,
                self.told,
                When::Returning,
                values,
                self.place(signature),
            )?,
        }

        // The program drops the object, so the method returns none.
        if made.is_some() && signature.result.is_none() {
            code.emit(&[opcode::POP], 1, 0);
        }

        code.return_value(signature.result.as_ref());
        Ok(())
    }

    fn emit_handler(
        &self,
        code: &mut Assembler,
        class: &mut ClassFile<'_>,
        signature: &Signature,
        values: &[Value],
    ) -> Result<()> {
        let (slot, thrown) = (
            self.free_slot(signature),
            Type::class("java/lang/Throwable"),
        );
        // Nothing but the exception is on the stack here.
        code.set_depth(1);
        code.store(&thrown, slot);
        let mut values = values.to_vec();
        values.push(Value::new(Position::Value, thrown.clone(), slot));
        tell(
            code,
            &mut class.pool,
            self.told,
            When::Throwing,
            &values,
            self.place(signature),
        )?;
        code.load(&thrown, slot);
        code.emit(&[opcode::ATHROW], 1, 0);

        Ok(())
    }

    fn handler_frame(
        &self,
        class: &mut ClassFile<'_>,
        signature: &Signature,
        pc: u16,
    ) -> Result<Attribute<'static>> {
        let pool = &mut class.pool;
        let throwable = FrameType::Object(pool.add_class("java/lang/Throwable")?);
        // The method keeps these behind its parameters, in this order.
        let unwrapped = self.receiver.iter().filter(|_| self.uses_iterator());
        let more = unwrapped.chain(&signature.left_caller);
        let locals = signature
            .all_parameters()
            .chain(more)
            .map(|ty| frame_type(ty, pool).map(Verified::from));
        let locals = locals.collect::<Result<Vec<_>>>()?;
        let frame = Frame {
            pc: u32::from(pc),
            locals,
            stack: vec![Verified::from(throwable)],
        };

        let bytes = single(&frame)?.into_owned();
        Attribute::new(pool, "StackMapTable", bytes)
    }
}

/// Parameters and results of a redirecting method and of the call in it.
#[derive(Debug, Clone)]
struct Signature {
    receiver: Option<Type>,
    parameters: Vec<Type>,
    /// The number of those that are written.
    written: usize,
    caller: Option<Type>,
    /// The type of the calling object that is no argument.
    left_caller: Option<Type>,
    extra: Option<Type>,
    /// The value that the call leaves on the stack.
    returned: Option<Type>,
    /// The value that the method returns.
    result: Option<Type>,
}

impl Signature {
    fn of(redirection: &Redirection<'_>, class: &str) -> Result<Self> {
        let called = redirection.called(&redirection.callee.descriptor)?;
        let object = || Some(Type::class(redirection.callee.owner.clone()));
        let result = match redirection.kind {
            SiteKind::Creation { kept, .. } => object().filter(|_| kept),
            SiteKind::Reference {
                kind: ReferenceKind::NewInvokeSpecial,
                ..
            } => object(),
            SiteKind::Call { .. } | SiteKind::Access(_) | SiteKind::Reference { .. } => {
                called.result.clone()
            }
        };

        let written = redirection.called(&redirection.named.descriptor)?;
        let calling =
            |passing: CallerPassing| (redirection.caller == passing).then(|| Type::class(class));
        Ok(Signature {
            receiver: redirection.receiver.clone(),
            parameters: called.parameters,
            written: written.parameters.len(),
            caller: calling(CallerPassing::Argument),
            left_caller: calling(CallerPassing::Left),
            extra: match redirection.extra {
                Extra::Nothing => None,
                Extra::Mark => Some(Type::Primitive(Primitive::Int)),
                Extra::Place => Some(Type::class("java/lang/String")),
            },
            returned: called.result,
            result,
        })
    }

    fn all_parameters(&self) -> impl Iterator<Item = &Type> {
        self.receiver
            .iter()
            .chain(&self.parameters)
            .chain(&self.caller)
            .chain(&self.extra)
    }

    fn descriptor(&self) -> MethodDescriptor {
        MethodDescriptor {
            parameters: self.all_parameters().cloned().collect(),
            result: self.result.clone(),
        }
    }

    /// Receiver and arguments of the call, with their slots.
    fn call_arguments(&self) -> impl Iterator<Item = (&Type, u16)> {
        with_slots(self.receiver.iter().chain(&self.parameters))
    }

    /// The first slot after the parameters.
    fn end_slot(&self) -> u16 {
        self.all_parameters().map(Type::slots).sum()
    }

    /// The values of the join point that the parameters hold.
    fn values(&self) -> Vec<Value> {
        let target = self.receiver.iter().map(|_| vec![Position::Target]);
        let (count, written) = (self.parameters.len(), self.written);
        // Arguments behind the written ones are the compiler's, and no pattern binds them.
        let of = |n| {
            if n < written {
                Position::of_argument(n, written).to_vec()
            } else {
                Vec::new()
            }
        };
        let arguments = (0..count).map(of);

        let caller = self.caller.iter().map(|_| vec![Position::Caller]);
        let positions = target.chain(arguments).chain(caller);
        let values = |(positions, (ty, slot)): (Vec<Position>, (&Type, u16))| {
            positions
                .into_iter()
                .map(|position| Value::new(position, ty.clone(), slot))
                .collect::<Vec<Value>>()
        };

        positions
            .zip(with_slots(self.all_parameters()))
            .flat_map(values)
            .collect()
    }
}

fn with_slots<'t>(types: impl Iterator<Item = &'t Type>) -> impl Iterator<Item = (&'t Type, u16)> {
    types.scan(0, |next, ty| {
        let slot = *next;
        *next += ty.slots();
        Some((ty, slot))
    })
}
