//! What follows from properties over event graphs.

mod checker;
mod figures;
mod witnesses;
