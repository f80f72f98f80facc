//! The virtual machine as a whole.

use super::nothing;
use crate::connection::Connection;
use crate::failure::Failure;

/// The name and the versions of the virtual machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// A text for people.
    pub description: String,
    /// The version of the protocol, such as 17.0.
    pub protocol: (u32, u32),
    /// The version of the virtual machine, such as `17.0.9`.
    pub version: String,
    /// Its name.
    pub name: String,
}

/// The abilities of the virtual machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// It tells of fields that are written.
    pub watches_writes: bool,
    /// It tells of fields that are read.
    pub watches_reads: bool,
    /// It gives the code of methods.
    pub gives_bytecodes: bool,
    /// It exchanges method bodies.
    pub redefines_classes: bool,
    /// It limits events to those of one object.
    pub filters_by_instance: bool,
}

/// The machine as a whole: command set 1.
impl Connection {
    /// `VirtualMachine.Version`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn version(&self) -> Result<Version, Failure> {
        self.ask(
            "Version",
            (1, 1),
            |_| {},
            |reader| {
                Ok(Version {
                    description: reader.text()?,
                    protocol: (reader.int()?, reader.int()?),
                    version: reader.text()?,
                    name: reader.text()?,
                })
            },
        )
    }

    /// `VirtualMachine.CapabilitiesNew`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn capabilities(&self) -> Result<Capabilities, Failure> {
        self.ask(
            "CapabilitiesNew",
            (1, 17),
            |_| {},
            |reader| {
                let flags = reader.bytes(12)?;
                Ok(Capabilities {
                    watches_writes: flags[0] != 0,
                    watches_reads: flags[1] != 0,
                    gives_bytecodes: flags[2] != 0,
                    redefines_classes: flags[7] != 0,
                    filters_by_instance: flags[11] != 0,
                })
            },
        )
    }

    /// Stops all threads, once more if they stand still: `VirtualMachine.Suspend`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn suspend(&self) -> Result<(), Failure> {
        self.ask("Suspend", (1, 8), |_| {}, nothing)
    }

    /// Takes back one stop of all threads: `VirtualMachine.Resume`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn resume(&self) -> Result<(), Failure> {
        self.ask("Resume", (1, 9), |_| {}, nothing)
    }

    /// Ends the program with a status: `VirtualMachine.Exit`.
    ///
    /// # Errors
    /// The virtual machine has ended already.
    pub fn exit(&self, status: i32) -> Result<(), Failure> {
        self.ask("Exit", (1, 10), |writer| writer.int(status as u32), nothing)
    }
}
