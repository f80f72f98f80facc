//! Results over event graphs: residuals, witnesses and the checker.

mod checker;
mod figures;
mod witnesses;
