//! A run against the analysis of the same program.

use std::collections::{BTreeMap, BTreeSet};

use ir::{CallSiteId, MethodId, MethodKind, Program, Target};
use java_compiled::Pairs;

use super::recording::{MethodNumber, Recording, SiteNumber};
use super::static_calls::{StaticCalls, calls_in};

/// The parts of a run that the analysis has, and those that it lacks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recall {
    /// Methods that ran.
    pub executed: usize,
    /// Different edges of the run.
    pub edges: usize,
    /// Edges of the analysis between methods that ran.
    pub static_edges: usize,
    /// Methods and calls of the run that are not known in the lowered program.
    pub unmapped: BTreeSet<String>,
    /// Edges that the analysis lacks.
    pub missing_edges: BTreeSet<MissingEdge>,
    /// Calls whose receivers were recorded.
    pub sites: usize,
    /// Pairs of calls that had one receiver.
    pub pairs: usize,
    /// Pairs that the analysis takes to have no receiver in common.
    pub missing_pairs: BTreeSet<(CallSiteId, CallSiteId)>,
}

/// An edge that the analysis lacks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MissingEdge {
    /// The call; `None` where the virtual machine runs the method.
    pub caller: Option<SiteNumber>,
    /// The method that ran.
    pub method: MethodId,
    /// True if the analysis takes the method to run at all.
    pub reachable: bool,
}

/// Compares. O(edges + pairs) and the intersections of points-to sets.
pub fn compare(
    program: &Program,
    recording: &Recording,
    pairs: &Pairs,
    calls: &StaticCalls<'_>,
) -> Recall {
    let mut comparison = Comparison {
        program,
        recording,
        calls,
        methods: recording
            .methods
            .iter()
            .filter_map(|(&n, name)| Some((n, *pairs.methods.get(name)?)))
            .collect(),
        sites: sites(program, recording, pairs),
        found: Recall::default(),
    };
    comparison.methods();
    comparison.edges();
    comparison.static_edges();
    comparison.aliases();

    comparison.found
}

/// The lowered calls of the recorded ones. A concatenation is one dynamic call that converts by
/// `String.valueOf`, and the members that a record implies are dynamic calls altogether: they stand
/// for each such call of their method.
fn sites(
    program: &Program,
    recording: &Recording,
    pairs: &Pairs,
) -> BTreeMap<SiteNumber, Vec<CallSiteId>> {
    let lowered = |number: &SiteNumber| -> Option<Vec<CallSiteId>> {
        let site = recording.sites.get(number)?;
        if site.instruction != "invokedynamic" {
            return Some(vec![*pairs.calls.get(&site.call)?]);
        }
        let method = *pairs.methods.get(&site.call.method)?;
        let mut inside = calls_in(program, method);
        if site.callee.starts_with("-.makeConcat") {
            inside.retain(|&site| converts(program, site));
        }
        Some(inside)
    };
    recording
        .sites
        .keys()
        .filter_map(|number| Some((*number, lowered(number)?)))
        .collect()
}

/// Returns whether a call makes a string of an object.
fn converts(program: &Program, site: CallSiteId) -> bool {
    let callee = &program.calls[site].target;
    matches!(callee, Target::Resolved(callee) if &*callee.owner == "java/lang/String" && &*callee.name == "valueOf")
}

/// A method that javac alone calls: it asks whether assertions are on.
const ASSERTIONS: &str = "java/lang/Class.desiredAssertionStatus()Z";

struct Comparison<'a> {
    program: &'a Program,
    recording: &'a Recording,
    calls: &'a StaticCalls<'a>,
    methods: BTreeMap<MethodNumber, MethodId>,
    sites: BTreeMap<SiteNumber, Vec<CallSiteId>>,
    found: Recall,
}

impl Comparison<'_> {
    fn methods(&mut self) {
        let executed = self.recording.executed();
        self.found.executed = executed.len();
        for number in executed {
            let name = &self.recording.methods[&number];
            // Where only assertions need it, javac alone has a static initializer.
            if !self.methods.contains_key(&number) && name.method != "<clinit>()V" {
                self.found
                    .unmapped
                    .insert(format!("{}.{}", name.class, name.method));
            }
        }
    }

    fn edges(&mut self) {
        self.found.edges = self.recording.edges.len();
        for &(site, method) in &self.recording.edges {
            let Some(&method) = self.methods.get(&method) else {
                continue;
            };
            if site == 0 {
                self.note(self.calls.may_run(method), None, method);
            } else if let Some(sites) = self.sites.get(&site) {
                self.note(self.calls.may_call(sites, method), Some(site), method);
            } else {
                self.unmapped(site);
            }
        }
        self.untold();
    }

    /// Checks that methods which ran by unknown calls are at least reachable. The exception is
    /// `values()` of enums, which the classes of switch maps call.
    fn untold(&mut self) {
        for method in self
            .recording
            .untold
            .iter()
            .filter_map(|number| self.methods.get(number))
        {
            let declared = &self.program.methods[*method];
            let is_values = declared.kind == MethodKind::Implicit && &*declared.name == "values";
            if !is_values && !self.calls.is_reachable(*method) {
                self.found.missing_edges.insert(MissingEdge {
                    caller: None,
                    method: *method,
                    reachable: false,
                });
            }
        }
    }

    fn note(&mut self, is_known: bool, caller: Option<SiteNumber>, method: MethodId) {
        let reachable = self.calls.is_reachable(method);
        if !is_known || !reachable {
            self.found.missing_edges.insert(MissingEdge {
                caller,
                method,
                reachable,
            });
        }
    }

    fn unmapped(&mut self, number: SiteNumber) {
        let site = &self.recording.sites[&number];
        let name = &site.call.method;
        if site.callee == ASSERTIONS {
            return;
        }
        self.found.unmapped.insert(format!(
            "{}.{}:{}: {}",
            name.class, name.method, site.line, site.callee
        ));
    }

    fn static_edges(&mut self) {
        let executed: BTreeSet<MethodNumber> = self.recording.executed();
        let methods = executed
            .iter()
            .filter_map(|number| self.methods.get(number))
            .copied()
            .collect();
        let is_executed = |number: &&SiteNumber| {
            let method = &self.recording.sites[number].call.method;
            executed
                .iter()
                .any(|number| self.recording.methods[number] == *method)
        };

        let inside: BTreeSet<CallSiteId> = self
            .sites
            .keys()
            .filter(is_executed)
            .flat_map(|n| &self.sites[n])
            .copied()
            .collect();

        self.found.static_edges = inside
            .into_iter()
            .map(|site| self.calls.edges_into(site, &methods))
            .sum();
    }

    fn aliases(&mut self) {
        let (mut sites, mut pairs) = (BTreeSet::new(), BTreeSet::new());
        for object in &self.recording.objects {
            let known: BTreeSet<CallSiteId> = object
                .iter()
                .filter_map(|site| self.receiver_site(*site))
                .collect();
            for &first in &known {
                pairs.extend(known.range(first..).map(|&second| (first, second)));
            }
            sites.extend(object.iter().copied());
        }

        for site in &sites {
            if self.receiver_site(*site).is_none() {
                self.unmapped(*site);
            }
        }

        (self.found.sites, self.found.pairs) = (sites.len(), pairs.len());
        // Of methods that are not reachable the edges are missing already.
        let is_reachable =
            |site: CallSiteId| self.calls.is_reachable(self.program.calls[site].method);
        pairs.retain(|&(first, second)| is_reachable(first) && is_reachable(second));
        pairs.retain(|&(first, second)| !self.calls.may_alias(first, second));

        self.found.missing_pairs = pairs;
    }

    fn receiver_site(&self, number: SiteNumber) -> Option<CallSiteId> {
        self.sites.get(&number)?.first().copied()
    }
}
