//! A job of the weaver.

use super::materials::Materials;
use crate::weave::WeaveRequest;
use crate::weave::program::Program;
use crate::weave::tripwires::Tripwires;

/// A request to weave, with the program that has been read for it.
pub struct Job<'j> {
    /// The request.
    pub request: &'j WeaveRequest<'j>,
    /// The files that weaving reads.
    pub materials: &'j Materials,
    /// The program.
    pub program: &'j Program<'j>,
    /// The bodies that get a tripwire.
    pub tripwires: &'j Tripwires,
}
