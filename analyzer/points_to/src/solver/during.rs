//! The methods of the sources that run at a statement though it does not call them: those that a
//! library calls back while it is called, on its thread, and static initializers.
//!
//! `Map.get` asks the keys for their hash codes before it returns, so `hashCode` runs during that
//! call and at no other time. Models say which calls they make; what reflection calls runs during the
//! call that does so, too. What they call `later` runs at any
//! time, and so does what is called where no call of the sources is known, or where a stream that
//! others have made may run on several threads.

use std::collections::{BTreeMap, BTreeSet};

use ir::{CallSiteId, MethodId, MethodKind, StatementKind};
use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Solver;
use super::modelled::Inner;
use crate::first_uses::FirstUses;
use crate::node::Application;

/// The methods that run during calls of the sources.
pub(super) type During = BTreeMap<CallSiteId, BTreeSet<MethodId>>;

/// The calls of the sources during which each model runs.
type Sites = FxHashMap<Application, RoaringBitmap>;

impl Solver<'_> {
    /// Finds them when all is solved, and adds to those that run at any time what else models call.
    /// O(calls that models make * calls of the sources with a model).
    pub(super) fn during(&mut self) -> During {
        let sites = self.sites_of_applications();
        let called: BTreeSet<(Inner, MethodId)> = self.all_called_inside().collect();
        let mut during = self.reflected.clone();
        let mut elsewhere: BTreeSet<MethodId> = BTreeSet::new();
        let mut known: BTreeSet<(Inner, MethodId)> = BTreeSet::new();
        let mut add = |application: &Application, methods: &BTreeSet<MethodId>| match sites
            .get(application)
        {
            Some(around) if !around.is_empty() => {
                for site in around.iter().map(CallSiteId::from_raw) {
                    during.entry(site).or_default().extend(methods);
                }
            }
            _ => elsewhere.extend(methods),
        };

        for &(inner, method) in &called {
            if let Inner::Own(application, _) = inner
                && !self.is_later(inner)
            {
                add(&application, &BTreeSet::from([method]));
                known.insert((inner, method));
            }
        }

        for (application, common, methods) in self.asked_by_applications(&called) {
            known.extend(methods.iter().map(|&method| (common, method)));
            add(&application, &methods);
        }

        let unknown = called.iter().filter(|call| !known.contains(call));
        elsewhere.extend(unknown.map(|&(_, method)| method));
        elsewhere.extend(run_in_many_places(during.values().flatten().copied()));
        self.anytime.extend(elsewhere);
        during
    }

    /// Where static initializers run when all is solved. One that no statement runs, and no entry
    /// point, runs at any time. O(statements).
    pub(super) fn first_uses(&mut self) -> FirstUses {
        let (program, dispatch) = (self.program, self.dispatch);
        let uses = FirstUses::new(program, dispatch, &self.reachable, &self.entered);
        let mut found: Vec<MethodId> = self.reflected.values().flatten().copied().collect();
        for &entry in &self.entered {
            found.extend(uses.before(entry));
        }
        for &method in &self.reachable {
            for statement in program.methods[method].statements() {
                let targets = match &statement.kind {
                    StatementKind::Call(site) => self.targets.get(site),
                    _ => None,
                };
                found.extend(uses.used_at(program, dispatch, targets, &statement.kind));
            }
        }

        let is_initializer =
            |method: &&MethodId| program.methods[**method].kind == MethodKind::StaticInitializer;
        let initializers = self.reachable.iter().filter(is_initializer);
        let known: BTreeSet<MethodId> = found.iter().copied().collect();
        let elsewhere: Vec<MethodId> = initializers
            .copied()
            .filter(|method| !known.contains(method))
            .collect();
        self.anytime.extend(elsewhere);
        self.anytime.extend(run_in_many_places(found));
        uses
    }

    /// The calls of the sources during which each application runs, and no application that may run
    /// at another time.
    fn sites_of_applications(&self) -> Sites {
        let mut sites = Sites::default();
        for (site, application) in self.linked_applications() {
            sites.entry(application).or_default().insert(site.raw());
        }

        let nested = self.nested_applications();
        let mut unbound: FxHashSet<Application> = self.unbound_applications(&sites);
        while spread(&nested, &mut sites, &mut unbound) {}
        sites.retain(|application, _| !unbound.contains(application));
        sites
    }
}

/// In how many places a method is followed though no statement there calls it.
const MOST_PLACES: usize = 32;

/// Of methods that run inside statements, one for each place, those that do so in more than
/// [`MOST_PLACES`]. To follow `hashCode` at each call of a map would cost more than all else, and its
/// order is hardly ever known. They are taken to run at any time, too.
fn run_in_many_places(methods: impl IntoIterator<Item = MethodId>) -> Vec<MethodId> {
    let mut places: BTreeMap<MethodId, usize> = BTreeMap::new();
    for method in methods {
        *places.entry(method).or_default() += 1;
    }
    let many = places.into_iter().filter(|&(_, count)| count > MOST_PLACES);
    many.map(|(method, _)| method).collect()
}

/// Hands on to the applications inside others when those run; says whether that was new.
fn spread(
    nested: &[(Application, Application)],
    sites: &mut Sites,
    unbound: &mut FxHashSet<Application>,
) -> bool {
    let mut is_new = false;
    for (outer, inner) in nested {
        let around = sites.get(outer).cloned().unwrap_or_default();
        let own = sites.entry(*inner).or_default();
        let before = own.len();
        *own |= &around;
        is_new |= own.len() > before;
        is_new |= unbound.contains(outer) && unbound.insert(*inner);
    }
    is_new
}
