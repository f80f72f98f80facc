//! Plans, the class file weaver, generated monitors and their Java runtime.
