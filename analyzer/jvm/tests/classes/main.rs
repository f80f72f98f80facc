//! Class files, class paths and the class hierarchy, against the JDK and javac.

#[path = "../support/mod.rs"]
mod support;

mod class_path;
mod concatenations;
mod constructor_calls;
mod damage;
mod hierarchy;
mod round_trip;
mod weaving;
