//! The rows of a class's `BootstrapMethods` while dynamic calls are added.

use jvm::classfile::{BootstrapMethod, ClassFile, ClassFileError, Result};

/// The rows of a class, old and new.
#[derive(Debug)]
pub struct BootstrapRows {
    /// All rows.
    pub rows: Vec<BootstrapMethod>,
    /// The number of rows that the class had.
    read: usize,
}

impl BootstrapRows {
    /// Reads the rows of a class.
    ///
    /// # Errors
    /// The class is damaged.
    pub fn read(class: &ClassFile<'_>) -> Result<Self> {
        let rows = class.bootstrap_methods()?;
        let read = rows.len();
        Ok(BootstrapRows { rows, read })
    }

    /// Adds a row and returns its number.
    ///
    /// # Errors
    /// The class has no room for one more row.
    pub fn add(&mut self, row: BootstrapMethod) -> Result<u16> {
        let number = u16::try_from(self.rows.len())
            .map_err(|_| ClassFileError::TooLong("BootstrapMethods"))?;
        self.rows.push(row);
        Ok(number)
    }

    /// Writes the rows into the class, if some are new.
    ///
    /// # Errors
    /// The class would become too large.
    pub fn write(&self, class: &mut ClassFile<'_>) -> Result<()> {
        if self.rows.len() > self.read {
            class.set_bootstrap_methods(&self.rows)?;
        }
        Ok(())
    }
}
