//! The models of the JDK against its class files.

mod kinds_of_models;
mod models;
