//! The language server: property files as they are written, for editors. It speaks the Language
//! Server Protocol 3.17 on stdin and stdout.
//!
//! Data flows one way: the editor's texts become a [`document::Document`], the program of the folder
//! a [`program::Program`]; `hover`, `completion` and `navigation` answer from these two alone, and
//! `server` passes questions and answers.

mod completion;
mod document;
mod hover;
mod navigation;
mod positions;
mod program;
mod server;

pub use server::serve;
