//! What is decided about programs, one hazard or strength a case.

mod callbacks;
mod combinations;
mod containers;
mod hazards;
mod monitors;
mod residuals;
mod support;
mod threads;
