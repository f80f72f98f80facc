//! The class file weaver, the generator of monitors and the Java runtime library they need.
//!
//! The crate decides nothing: what is monitored and with which automaton stands in a
//! [`plan::Plan`], and what a plan does not say is monitored.
//!
//! Glossary: a *generator* is a row of a plan, one (property, event, program point); a *site* is a
//! place in a class file that can raise events; a *notification* is what the code at a site tells
//! the monitors, one letter of one alternative of one event.

pub mod monitor;
pub mod weave;
