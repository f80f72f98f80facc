//! The syntax of `.mop` files: every construct, every error, printing, and texts that are nearly right.

mod broken;
mod constructs;
mod fixtures;
mod generate;
mod mutation;
mod printing;
mod random;
