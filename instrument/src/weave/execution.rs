//! Hooks in method bodies: at entry, before each return, where an exception leaves, and before
//! catch blocks.

use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{
    CatchAll, ClassFile, ClassFileError, Code, FrameType, Insertions, Result, Snippet, opcode,
};

use super::assemble::{Assembler, frame_type};
use super::frames::{self, Frame, Verified};
use super::handlers::HandlerHook;
use super::sites::{Body, INITIALIZER};
use super::told::{Told, Value, tell};
use crate::monitor::Position;
use plan::When;

/// Version of class files from which on classes are constants (JVMS 4.4.1, table 4.4-C).
const CLASS_CONSTANTS: u16 = 49;

/// The hooks of one body.
#[derive(Debug, Clone)]
pub struct Hooks<'a> {
    /// The body.
    pub body: &'a Body,
    /// The notifications of the body, in order.
    pub told: &'a [Told],
    /// The place that it tells, `FILE:LINE`.
    pub at: &'a str,
    /// Its catch blocks that tell.
    pub handlers: &'a [HandlerHook<'a>],
    /// The pc at which a constructor calls `super(..)` or `this(..)`, if it is found.
    pub delegation: Option<u32>,
}

/// A method's receiver and parameters.
struct Parameters {
    /// The values of the join point, each with its slot at entry.
    values: Vec<Value>,
    result: Option<Type>,
    /// The pc at which a constructor calls `super(..)` or `this(..)`.
    delegation: Option<u32>,
    is_constructor: bool,
}

impl Hooks<'_> {
    /// Adds the hooks to the insertions of a body; the frames of `code` change where parameters
    /// must be saved.
    ///
    /// # Errors
    /// The class is damaged or would become too large, or the call of `super(..)` in a constructor
    /// is not found.
    pub fn add(
        &self,
        class: &mut ClassFile<'_>,
        code: &mut Code<'_>,
        insertions: &mut Insertions,
    ) -> Result<()> {
        let parameters = self.parameters(class)?;
        let tells = |moment| self.told.iter().any(|told| told.moment == moment);
        if tells(When::Before) {
            self.add_entry(class, &parameters, insertions)?;
        }
        if tells(When::Returning) || tells(When::Throwing) || !self.handlers.is_empty() {
            let (values, locals) = self.stable_values(class, code, &parameters, insertions)?;
            if tells(When::Returning) {
                self.add_returns(class, code, &parameters, &values, insertions)?;
            }
            if tells(When::Throwing) {
                self.add_catch_all(class, code, &parameters, &values, locals, insertions)?;
            }
            for handler in self.handlers {
                handler.add(class, &values, code.max_locals, insertions)?;
            }
        }

        Ok(())
    }

    fn parameters(&self, class: &ClassFile<'_>) -> Result<Parameters> {
        let malformed = |_| ClassFileError::Malformed("method descriptor");
        let descriptor = MethodDescriptor::parse(&self.body.descriptor).map_err(malformed)?;
        let is_constructor = self.body.name == "<init>";
        let delegation = self.delegation;

        if is_constructor && delegation.is_none() {
            return Err(ClassFileError::Malformed(
                "constructor: its call of super(..) is not found",
            ));
        }

        let mut values = Vec::new();
        let mut slot = 0;
        if !self.body.access.is_static() {
            let this = Type::class(class.name()?.as_ref());
            let positions = [Position::Target, Position::Caller];
            values.extend(positions.map(|position| Value::new(position, this.clone(), 0)));
            slot = 1;
        }
        // The event of an initialization binds the class, which is a constant.
        if self.body.name == INITIALIZER {
            if class.major < CLASS_CONSTANTS && self.told.iter().any(|told| !told.values.is_empty())
            {
                return Err(ClassFileError::Malformed(
                    "initializer: class files before Java 5 have no class constants",
                ));
            }
            let name = class.name()?;
            values
                .extend(Position::of_argument(0, 1).map(|position| Value::class(position, &name)));
        }

        let count = descriptor.parameters.len();
        for (n, ty) in descriptor.parameters.into_iter().enumerate() {
            let next = slot + ty.slots();
            values.extend(
                Position::of_argument(n, count)
                    .map(|position| Value::new(position, ty.clone(), slot)),
            );
            slot = next;
        }

        Ok(Parameters {
            values,
            result: descriptor.result,
            delegation,
            is_constructor,
        })
    }

    fn add_entry(
        &self,
        class: &mut ClassFile<'_>,
        of: &Parameters,
        insertions: &mut Insertions,
    ) -> Result<()> {
        let mut code = Assembler::new();
        tell(
            &mut code,
            &mut class.pool,
            self.told,
            When::Before,
            &of.values,
            self.at,
        )?;
        match of.delegation {
            Some(call) => insertions.after(call, snippet(code, 0)),
            None => insertions.at_entry(snippet(code, 0)),
        }
        Ok(())
    }

    /// Returns the places at which the values of the parameters can be read at the exits, and the
    /// types of the locals that hold them there. A body that writes to one of its parameters, or
    /// lets go of one, has them saved at entry.
    fn stable_values(
        &self,
        class: &mut ClassFile<'_>,
        code: &mut Code<'_>,
        of: &Parameters,
        insertions: &mut Insertions,
    ) -> Result<(Vec<Value>, Vec<FrameType>)> {
        let (constants, standing): (Vec<Value>, Vec<Value>) = of
            .values
            .iter()
            .cloned()
            .partition(|value| value.constant.is_some());

        if standing.is_empty() {
            return Ok((constants, Vec::new()));
        }

        let used: Vec<Value> = standing
            .into_iter()
            .filter(|value| self.uses(value.position))
            .collect();
        let initial = frames::initial(
            class,
            &self.body.descriptor,
            self.body.access.is_static(),
            of.is_constructor,
        )?;

        let mut frames = frames::read(code, &class.pool, &initial)?;
        let this_types = locals(&used, class)?;
        let needed = locals_verified(&this_types);
        let covered = |frame: &Frame| of.delegation.is_none_or(|call| frame.pc > call);

        // Nothing overwrites the parameters and every frame still has them, so they can be read in
        // place.
        if !writes_any(code, &used)?
            && frames
                .iter()
                .filter(|frame| covered(frame))
                .all(|f| holds(f, &needed))
        {
            return Ok((used, this_types));
        }
        if of.is_constructor && used.iter().any(|value| value.slot == 0) && writes_slot(code, 0)? {
            return Err(ClassFileError::Malformed(
                "constructor: it overwrites `this`",
            ));
        }

        // `this` of a constructor stays in its slot.
        let kept_this = |value: &Value| of.is_constructor && value.slot == 0;
        let mut save = Assembler::new();
        let base = code.max_locals;
        let mut next = base;
        let mut saved = Vec::new();

        for value in &used {
            let mut value = value.clone();
            if !kept_this(&value) {
                save.load(&value.ty, value.slot);
                save.store(&value.ty, next);
                value.slot = next;
                next += value.ty.slots();
            }
            saved.push(value);
        }

        insertions.at_entry(snippet(save, next));
        code.max_locals = next;
        let fresh: Vec<&Value> = saved.iter().filter(|value| value.slot >= base).collect();
        let types = fresh
            .iter()
            .map(|value| frame_type(&value.ty, &mut class.pool))
            .collect::<Result<Vec<_>>>()?;
        let verified: Vec<Verified> = types.into_iter().map(Verified::from).collect();
        // All frames of the body have the saved values, so each exit can read them.
        frames
            .iter_mut()
            .for_each(|frame| frame.extend_locals(base, &verified));
        frames::write(code, &mut class.pool, &frames)?;

        let types = locals(&saved, class)?;
        Ok((saved, types))
    }

    fn uses(&self, position: Position) -> bool {
        let at_exit = self.told.iter().filter(|told| told.moment != When::Before);
        let at_handlers = self
            .handlers
            .iter()
            .flat_map(|handler| handler.told)
            .map(|told| &told.told);
        at_exit
            .chain(at_handlers)
            .flat_map(|told| &told.values)
            .any(|passed| passed.position == position)
    }

    fn add_returns(
        &self,
        class: &mut ClassFile<'_>,
        code: &Code<'_>,
        of: &Parameters,
        values: &[Value],
        insertions: &mut Insertions,
    ) -> Result<()> {
        let slot = code.max_locals;
        let mut hook = Assembler::new();
        let mut values = values.to_vec();
        let mut locals = slot;

        if of.is_constructor {
            // A constructor returns nothing, but its event binds the new object.
            let this = of.values.first().filter(|value| value.slot == 0);
            values.extend(this.map(|this| Value {
                position: Position::Value,
                ..this.clone()
            }));
            tell(
                &mut hook,
                &mut class.pool,
                self.told,
                When::Returning,
                &values,
                self.at,
            )?;
        } else if let Some(ty) = &of.result {
            locals += ty.slots();
            hook.store(ty, slot);
            values.push(Value::new(Position::Value, ty.clone(), slot));
            tell(
                &mut hook,
                &mut class.pool,
                self.told,
                When::Returning,
                &values,
                self.at,
            )?;
            hook.load(ty, slot);
        } else {
            tell(
                &mut hook,
                &mut class.pool,
                self.told,
                When::Returning,
                &values,
                self.at,
            )?;
        }

        let hook = snippet(hook, locals);
        for instruction in code.instructions() {
            let instruction = instruction?;
            if instruction.is_return() {
                insertions.before(instruction.pc, hook.clone());
            }
        }

        Ok(())
    }

    fn add_catch_all(
        &self,
        class: &mut ClassFile<'_>,
        code: &Code<'_>,
        of: &Parameters,
        values: &[Value],
        locals: Vec<FrameType>,
        insertions: &mut Insertions,
    ) -> Result<()> {
        let (slot, thrown) = (code.max_locals, Type::class("java/lang/Throwable"));
        let mut handler = Assembler::new();
        handler.store(&thrown, slot);
        let mut values = values.to_vec();
        values.push(Value::new(Position::Value, thrown.clone(), slot));
        tell(
            &mut handler,
            &mut class.pool,
            self.told,
            When::Throwing,
            &values,
            self.at,
        )?;
        handler.load(&thrown, slot);
        handler.emit(&[opcode::ATHROW], 1, 0);
        insertions.catch_all(CatchAll {
            after: of.delegation,
            code: snippet(handler, slot + 1),
            locals,
        });

        Ok(())
    }
}

fn snippet(code: Assembler, locals: u16) -> Snippet {
    let stack = code.deepest();
    Snippet {
        bytes: code.into_bytes(),
        stack,
        locals,
    }
}

/// The types of the locals from slot 0 that hold these values; nothing is said of those in between.
fn locals(values: &[Value], class: &mut ClassFile<'_>) -> Result<Vec<FrameType>> {
    let mut in_order: Vec<&Value> = values.iter().collect();
    in_order.sort_by_key(|value| value.slot);
    in_order.dedup_by_key(|value| value.slot);
    let mut types = Vec::new();
    let mut next = 0;
    for value in in_order {
        types.extend((next..value.slot).map(|_| FrameType::Top));
        types.push(frame_type(&value.ty, &mut class.pool)?);
        next = value.slot + value.ty.slots();
    }
    Ok(types)
}

fn locals_verified(types: &[FrameType]) -> Vec<Verified> {
    types.iter().copied().map(Verified::from).collect()
}

/// Returns whether a frame has the wanted types in its first locals; any type will do for a local
/// without a wanted one.
fn holds(frame: &Frame, wanted: &[Verified]) -> bool {
    let by_slot = |types: &[Verified]| -> Vec<Option<Verified>> {
        types
            .iter()
            .flat_map(|ty| std::iter::once(Some(*ty)).chain((1..ty.slots()).map(|_| None)))
            .collect()
    };
    let (has, wants) = (by_slot(&frame.locals), by_slot(wanted));
    let top = Verified::from(FrameType::Top);
    wants.iter().enumerate().all(|(slot, want)| match want {
        Some(want) if *want != top => has.get(slot) == Some(&Some(*want)),
        _ => true,
    })
}

fn writes_any(code: &Code<'_>, values: &[Value]) -> Result<bool> {
    for value in values {
        for slot in value.slot..value.slot + value.ty.slots() {
            if writes_slot(code, slot)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Returns whether an instruction stores into the slot, or into the one before with a value of two
/// slots.
fn writes_slot(code: &Code<'_>, slot: u16) -> Result<bool> {
    for instruction in code.instructions() {
        let instruction = instruction?;
        let number = match instruction.opcode() {
            opcode::WIDE => instruction.bytes()[1],
            number => number,
        };
        let stores = matches!(number, opcode::ISTORE..=opcode::ASTORE | opcode::ISTORE_0..=opcode::ASTORE_3 | opcode::IINC);
        let wide = matches!(
            number,
            opcode::LSTORE | opcode::DSTORE | opcode::LSTORE_0..=opcode::LSTORE_3 | opcode::DSTORE_0..=opcode::DSTORE_3
        );
        let written = instruction.local().filter(|_| stores);
        if written.is_some_and(|local| local == slot || wide && local + 1 == slot) {
            return Ok(true);
        }
    }
    Ok(false)
}
