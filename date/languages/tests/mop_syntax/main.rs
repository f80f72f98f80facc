//! The syntax of `.mop` files: every construct, every error, printing, and texts that are nearly
//! right.

mod broken;
mod cases;
mod constructs;
mod fixtures;
mod generate;
mod mutate;
mod mutation;
mod printing;
