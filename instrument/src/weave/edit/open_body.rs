//! A body while it is edited.

use jvm::classfile::{ClassFile, Code, Insertions, Result};

use crate::weave::sites::Body;

/// A body while it is edited, with its class.
pub struct OpenBody<'b, 'c> {
    /// The class.
    pub class: &'b mut ClassFile<'c>,
    /// The body, as it was found.
    pub body: &'b Body,
    /// Its code, in which calls are redirected where they stand.
    pub code: Code<'static>,
    /// The code that comes in between.
    pub insertions: Insertions,
}

impl<'b, 'c> OpenBody<'b, 'c> {
    /// Opens a body; `None` if it has no code.
    ///
    /// # Errors
    /// The class is damaged.
    pub fn open(class: &'b mut ClassFile<'c>, body: &'b Body) -> Result<Option<Self>> {
        let Some(code) = class.code(body.number)? else {
            return Ok(None);
        };
        let code = code.into_owned();
        Ok(Some(OpenBody {
            class,
            body,
            code,
            insertions: Insertions::new(),
        }))
    }

    /// Writes the code back into the class, with all that is inserted.
    ///
    /// # Errors
    /// The body or the class would become too large.
    pub fn close(self) -> Result<()> {
        let OpenBody {
            class,
            body,
            code,
            insertions,
        } = self;
        let major = class.major;
        let code = insertions.apply(&code, major, &mut class.pool)?;
        class.set_code(body.number, &code)
    }
}
