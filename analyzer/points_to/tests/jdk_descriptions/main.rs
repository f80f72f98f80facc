//! The models of the JDK against its class files.

mod models;
