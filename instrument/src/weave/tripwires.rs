//! Tripwires: what the analysis takes for unreachable says so when it runs.
//!
//! Silence rests on assumptions, and the most frequent of them is that some code never runs. Such code costs nothing to
//! watch: if the analysis is right, it is never run. If it is wrong, the run says that reports may be missing.

use std::collections::{BTreeMap, BTreeSet};

use super::Task;
use super::sites::{Body, ClassSites};
use crate::plan::{Decision, Plan};

/// The class of the runtime library that announces what runs.
pub const CLASS: &str = "residua/runtime/Tripwires";

/// Its method, which takes a text.
pub const METHOD: &str = "hit";

/// The methods that get a tripwire, by internal name of the class.
#[derive(Debug, Default)]
pub struct Tripwires<'p> {
    methods: BTreeMap<String, BTreeSet<&'p str>>,
}

impl<'p> Tripwires<'p> {
    /// Those of a plan, if anything is left out by it: where everything is monitored nothing rests on what runs.
    pub fn of(plan: &'p Plan, task: Task, wanted: bool) -> Self {
        let silences = plan.generators.iter().any(|row| row.decision == Decision::Silence);
        let prunes = plan.properties.iter().any(|row| row.transitions.iter().any(|row| row.removed_by.is_some()));
        if !wanted || task != Task::Residual || !(silences || prunes) {
            return Tripwires::default();
        }
        let of_class = |(class, methods): (&String, &'p Vec<String>)| {
            (class.replace('.', "/"), methods.iter().map(String::as_str).collect())
        };
        Tripwires { methods: plan.unreached.iter().map(of_class).collect() }
    }

    /// Whether any class of these gets one.
    pub fn is_in<'s>(&self, mut classes: impl Iterator<Item = &'s ClassSites>) -> bool {
        !self.methods.is_empty()
            && classes.any(|class| class.bodies.iter().any(|body| self.is_unreached(class, body, &name(body))))
    }

    /// What the tripwire of a body says, if it gets one: class, method and assumption, separated by tabs.
    pub fn text(&self, class: &ClassSites, body: &Body) -> Option<String> {
        let method = name(body);
        let says = || format!("{}\t{method}\tseparate-compilation", class.class.replace('/', "."));
        self.is_unreached(class, body, &method).then(says)
    }

    fn is_unreached(&self, class: &ClassSites, body: &Body, method: &str) -> bool {
        let is_written = !body.is_added && !body.is_made;
        is_written && self.methods.get(&*class.class).is_some_and(|methods| methods.contains(method))
    }
}

/// `name(descriptor)`, as the plan has it.
fn name(body: &Body) -> String {
    format!("{}{}", body.name, body.descriptor)
}
