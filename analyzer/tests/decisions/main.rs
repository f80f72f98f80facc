//! What is decided about programs, one hazard or strength a case.

mod bodies;
mod callbacks;
mod certain;
mod combinations;
mod constructs;
mod containers;
mod data;
mod events;
mod exceptions;
mod exposure;
mod finalizers;
mod hazards;
mod join_points;
mod keys;
mod models;
mod monitors;
mod objects;
mod outcomes;
mod property_code;
mod reads;
mod residuals;
mod stored;
mod support;
mod threads;
mod unprompted;
mod witnesses;
