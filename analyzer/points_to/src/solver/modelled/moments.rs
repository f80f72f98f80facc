//! When applications run: during which calls, and inside which others.

use std::collections::{BTreeMap, BTreeSet};

use ir::{CallSiteId, MethodId, Target};
use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::{Applied, Inner, Solver};
use crate::node::{Application, NodeId, ObjectId};
use crate::types::Made;

/// The package of streams.
const STREAMS: &str = "java/util/stream/";

impl Solver<'_> {
    /// The methods of the sources that models call, each with the call.
    pub(in crate::solver) fn all_called_inside(&self) -> impl Iterator<Item = (Inner, MethodId)> {
        self.modelled.called_inside.iter().copied()
    }

    /// The calls of the sources that run an application themselves.
    pub(in crate::solver) fn linked_applications(
        &self,
    ) -> impl Iterator<Item = (CallSiteId, Application)> {
        self.modelled.linked.iter().copied()
    }

    /// Pairs of an application and one that runs inside it, in order.
    pub(in crate::solver) fn nested_applications(&self) -> Vec<(Application, Application)> {
        let mut askers: BTreeMap<u32, Vec<Application>> = BTreeMap::new();
        for &(application, _, common) in &self.modelled.asking {
            askers.entry(common).or_default().push(application);
        }

        let outer = |inner: &Inner| match *inner {
            Inner::Own(application, _) => vec![application],
            Inner::Common(common) => askers.get(&common).cloned().unwrap_or_default(),
        };
        let nested = self.modelled.nested.iter();
        let pairs = nested.flat_map(|(inner, application)| {
            outer(inner).into_iter().map(|outer| (outer, *application))
        });
        pairs.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The applications that may run at another time than during a known call, or on other threads:
    /// those that run later, and those on streams that may be parallel ones.
    pub(in crate::solver) fn unbound_applications<'s>(
        &self,
        sites: impl IntoIterator<Item = (&'s Application, &'s RoaringBitmap)>,
    ) -> FxHashSet<Application> {
        let applied = &self.modelled.applied;
        let later = applied
            .iter_enumerated()
            .filter(|(_, applied)| applied.later)
            .map(|(application, _)| application);
        let has_parallel_streams = self.has_escaped_stream();
        let is_of_unknown = |applied: &Applied<'_>| applied.site.is_none() && applied.of.is_none();
        let is_parallel = |application: Application, sites: &RoaringBitmap| {
            (has_parallel_streams || is_of_unknown(&applied[application]))
                && sites
                    .iter()
                    .any(|site| self.is_of_stream(CallSiteId::from_raw(site)))
        };
        let of_streams = sites
            .into_iter()
            .filter(|(application, sites)| is_parallel(**application, sites))
            .map(|(&application, _)| application);
        later.chain(of_streams).collect()
    }

    /// Returns whether code without a model has got a stream: `parallel()` is such.
    fn has_escaped_stream(&self) -> bool {
        let escaped = self.graph.all_escaped();
        let mut kinds = escaped
            .iter()
            .filter_map(|object| self.kinds[ObjectId::from_raw(object)]);
        kinds.any(|kind| self.models.kind(kind).ty.starts_with(STREAMS))
    }

    fn is_of_stream(&self, site: CallSiteId) -> bool {
        match &self.program.calls[site].target {
            Target::Resolved(callee) => callee.owner.starts_with(STREAMS),
            Target::Candidates(_) | Target::Unresolved { .. } => true,
        }
    }

    /// What each application asks of its own receivers, by the calls that it has in common with
    /// others. `called` is all that models call.
    pub(in crate::solver) fn asked_by_applications(
        &mut self,
        called: &BTreeSet<(Inner, MethodId)>,
    ) -> Vec<(Application, Inner, BTreeSet<MethodId>)> {
        let asking: Vec<(Application, NodeId, u32)> =
            self.modelled.asking.iter().copied().collect();
        let mut by_common: BTreeMap<u32, BTreeSet<MethodId>> = BTreeMap::new();
        for &(inner, method) in called {
            if let Inner::Common(common) = inner {
                by_common.entry(common).or_default().insert(method);
            }
        }

        let asked = asking
            .into_iter()
            .filter_map(|(application, node, common)| {
                let all = by_common.get(&common)?;
                let methods = self.asked_of(node, common, all);
                (!methods.is_empty()).then_some((application, Inner::Common(common), methods))
            });
        asked.collect()
    }

    /// The methods that a common call runs on what a node holds; `all` is what it runs at all.
    fn asked_of(
        &mut self,
        node: NodeId,
        common: u32,
        all: &BTreeSet<MethodId>,
    ) -> BTreeSet<MethodId> {
        let held: RoaringBitmap = self.graph.held(node);
        let Some(selector) = self.inner_selector(Inner::Common(common)) else {
            return all.clone();
        };
        // What stands for all that have escaped may be any of them.
        if self.types.abbreviated_in(&held).next().is_some() {
            return all.clone();
        }

        let mut methods: BTreeSet<MethodId> = BTreeSet::new();
        for (kind, made, _) in self.alike(&held) {
            methods.extend(&self.known_inner_callees(kind, made, &selector).methods);
        }
        for object in held.iter().map(ObjectId::from_raw) {
            if matches!(self.types.made(object), Made::Functional(_)) {
                methods.extend(self.on_functional(object, &selector).methods);
            }
        }
        methods
    }
}
