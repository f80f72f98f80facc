//! The files that weaving reads.

use std::path::PathBuf;
use std::sync::Arc;

use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use tempfile::TempDir;

use crate::weave::input::Inputs;
use crate::weave::{WeaveError, WeaveRequest};

/// The files that weaving reads.
pub struct Materials {
    /// The JDK.
    pub jdk: Jdk,
    /// The program and the files beside it.
    pub inputs: Inputs,
    /// The classes and libraries of an application in one file, as `javac` can read them.
    pub unpacked: Vec<PathBuf>,
    /// The folder of these, for as long as they are needed.
    _folder: TempDir,
}

impl Materials {
    /// Opens the JDK and reads the inputs of a request.
    ///
    /// # Errors
    /// There is no JDK, or an input cannot be read.
    pub fn open(request: &WeaveRequest<'_>) -> Result<Self, WeaveError> {
        let jdk = match &request.java_home {
            Some(home) => Jdk::open(home)?,
            None => Jdk::from_environment()?,
        };
        let inputs = Inputs::read(&request.classes)?;
        let folder = tempfile::tempdir().map_err(WeaveError::Temporary)?;
        let unpacked = inputs
            .unpack(folder.path())
            .map_err(WeaveError::Temporary)?;
        Ok(Materials {
            jdk,
            inputs,
            unpacked,
            _folder: folder,
        })
    }

    /// Opens all that the classes of the program need: these libraries, and those that an
    /// application has inside.
    ///
    /// # Errors
    /// A library cannot be read.
    pub fn class_path(&self, libraries: &[PathBuf]) -> Result<Arc<ClassPath>, WeaveError> {
        let inside = self.unpacked.iter().skip(1);
        let libraries: Vec<PathBuf> = libraries.iter().chain(inside).cloned().collect();
        Ok(Arc::new(ClassPath::open(&libraries, &self.jdk)?))
    }
}
