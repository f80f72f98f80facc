//! Woven programs run as their plans say.

#[path = "../support/mod.rs"]
mod support;

mod carried_keys;
mod compilation;
mod finalizers;
mod hostile_archives;
mod inputs_and_outputs;
mod instances;
mod kept_library;
mod layouts;
mod limits;
mod loops;
mod monitors;
mod plan_decisions;
mod plans;
mod real_classes;
mod report_handlers;
mod reports;
mod silencing;
mod slicing;
mod threads;
mod variants;
mod weaving_calls;
mod weaving_control_flow;
mod weaving_elements;
mod weaving_executions;
mod weaving_handlers;
mod weaving_mop_bodies;
