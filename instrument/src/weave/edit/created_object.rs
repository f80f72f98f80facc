//! The object of a constructor call that is redirected. The redirecting method makes an object of
//! its own, which takes the place of the one that `new` has made.

use java_types::descriptor::Type;
use jvm::classfile::{ClassFileError, Copies, Result, Snippet, opcode};

use super::open_body::OpenBody;
use crate::weave::assemble::Assembler;
use crate::weave::frames;

/// The object that a `new` makes for a constructor call.
#[derive(Debug, Clone, Copy)]
pub struct CreatedObject {
    /// The pc of the `new`.
    pub new: u32,
    /// The pc of the constructor call.
    pub call: u32,
    /// Says whether the object is used.
    pub kept: bool,
    /// The other places that hold it when the constructor is called.
    pub copies: Copies,
}

impl CreatedObject {
    /// Puts the object of the redirecting method in the place of this one.
    ///
    /// # Errors
    /// The code is damaged, or the copies of the object lie where no code can replace them.
    pub fn replace(self, open: &mut OpenBody<'_, '_>) -> Result<()> {
        match self.copies {
            Copies::Plain => {
                self.drop_early(open)?;
                self.leave_frames(open)
            }
            Copies::Below(copies) => self.replace_copies(open, copies),
            Copies::Scattered => Err(ClassFileError::Malformed(
                "constructor call: copies of its object lie scattered over stack and variables",
            )),
        }
    }

    /// Inserts the replacement of copies behind the call; the new object waits in a new local.
    fn replace_copies(self, open: &mut OpenBody<'_, '_>, copies: usize) -> Result<()> {
        let local = open.code.max_locals;
        open.code.max_locals = local
            .checked_add(1)
            .ok_or(ClassFileError::TooLong("local variables"))?;
        open.insertions.after(self.call, replacement(copies, local));
        Ok(())
    }

    /// Drops the object as soon as `new` has made it, before the arguments.
    fn drop_early(self, open: &mut OpenBody<'_, '_>) -> Result<()> {
        let after = open.code.instruction(self.new)?.end() as usize;
        match open.code.bytes.get(after) {
            Some(&opcode::DUP) if self.kept => open.code.bytes.to_mut()[after] = opcode::POP,
            _ if !self.kept => open.insertions.after(self.new, pop()),
            _ => {
                return Err(ClassFileError::Malformed(
                    "constructor call: its object has no copy",
                ));
            }
        }
        Ok(())
    }

    /// Takes the object out of the frames between `new` and the call.
    fn leave_frames(self, open: &mut OpenBody<'_, '_>) -> Result<()> {
        let OpenBody {
            class, body, code, ..
        } = open;
        let is_constructor = body.name == "<init>";
        let is_static = body.access.is_static();
        let initial = frames::initial(class, &body.descriptor, is_static, is_constructor)?;
        let mut frames = frames::read(code, &class.pool, &initial)?;

        let mut changed = false;
        for frame in &mut frames {
            if frame.locals.iter().any(|ty| ty.is_new(self.new)) {
                return Err(ClassFileError::Malformed(
                    "constructor call: its object is stored before it is initialized",
                ));
            }
            let before = frame.stack.len();
            frame.stack.retain(|ty| !ty.is_new(self.new));
            changed |= frame.stack.len() != before;
        }

        if changed {
            frames::write(code, &mut class.pool, &frames)?;
        }
        Ok(())
    }
}

/// Returns the code behind a call of a redirecting method: the object that the method made, if it
/// returns one, replaces all `copies` of the one that `new` has made. The copies lie below it with
/// the one that the constructor would have taken. For example, Groovy's compiler writes `new`,
/// `dup_x1`, `swap`, call. The new object waits in `local`, which no other code uses.
fn replacement(copies: usize, local: u16) -> Snippet {
    if copies == 0 {
        return pop();
    }

    let mut code = Assembler::new();
    let object = Type::object();
    code.store(&object, local);
    (0..=copies).for_each(|_| code.emit(&[opcode::POP], 1, 0));
    (0..copies).for_each(|_| code.load(&object, local));
    Snippet {
        bytes: code.into_bytes(),
        stack: 2,
        locals: local + 1,
    }
}

/// Returns the code that drops an object.
fn pop() -> Snippet {
    Snippet {
        bytes: vec![opcode::POP],
        stack: 0,
        locals: 0,
    }
}
