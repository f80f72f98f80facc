//! The faults of class files.

use std::fmt;
use std::sync::Arc;

use java_types::descriptor::DescriptorError;
use jvm::classfile::ClassFileError;
use thiserror::Error;

/// Why a class file, or the code of one of its methods, cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct BytecodeError {
    /// Path of the class file as it was given.
    pub file: String,
    /// Internal name of the class, if it could be read.
    pub class: Option<Arc<str>>,
    /// Name and descriptor of the method, if the fault is in one.
    pub method: Option<String>,
    /// The pc of the instruction, if the fault is at one.
    pub offset: Option<u32>,
    /// The fault, in half a sentence.
    pub reason: String,
}

impl fmt::Display for BytecodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: ", self.file)?;
        if let Some(class) = &self.class {
            write!(out, "{class}")?;
            if let Some(method) = &self.method {
                write!(out, ".{method}")?;
            }
            out.write_str(": ")?;
        }
        if let Some(offset) = self.offset {
            write!(out, "pc {offset}: ")?;
        }
        out.write_str(&self.reason)
    }
}

/// A fault whose class and method the caller knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) offset: Option<u32>,
    pub(crate) reason: String,
}

pub(crate) type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    /// A fault whose instruction the caller knows.
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Fault {
            offset: None,
            reason: reason.into(),
        }
    }

    /// The same at an instruction, unless it has one.
    pub(crate) fn at(self, pc: u32) -> Self {
        Fault {
            offset: self.offset.or(Some(pc)),
            ..self
        }
    }

    /// The same with file, class and method.
    pub(crate) fn of(
        self,
        file: &str,
        class: Option<Arc<str>>,
        method: Option<String>,
    ) -> BytecodeError {
        BytecodeError {
            file: file.to_owned(),
            class,
            method,
            offset: self.offset,
            reason: self.reason,
        }
    }
}

impl From<ClassFileError> for Fault {
    fn from(error: ClassFileError) -> Self {
        Fault::new(error.to_string())
    }
}

impl From<DescriptorError> for Fault {
    fn from(error: DescriptorError) -> Self {
        Fault::new(error.to_string())
    }
}
