//! The calls of a body that are redirected.

use std::collections::BTreeMap;

use jvm::classfile::{Code, ConstantPool, Result};

use crate::weave::edits::{BodyEdits, Hiding};
use crate::weave::loops::{IteratorRole, Loop, loops};
use crate::weave::sites::{Body, Site};
use crate::weave::told::Told;

/// The edits of one call.
#[derive(Debug, Clone, Copy, Default)]
pub struct CallEdit<'e> {
    /// The notifications at the call, in order.
    pub told: &'e [Told],
    /// The role of the call for an iterator that one loop alone knows.
    pub iterator: Option<IteratorRole>,
    /// The way to hide the call, if it is hidden.
    pub hiding: Option<Hiding>,
}

impl CallEdit<'_> {
    fn takes_loop_iterators(&self) -> bool {
        self.told.iter().any(|told| told.takes_loop_iterators)
    }
}

/// The edits of calls, by their place in [`Body::sites`].
pub type CallEdits<'e> = BTreeMap<usize, CallEdit<'e>>;

/// Finds the calls that are redirected: those that tell, those that are hidden, and those of
/// iterators for which others do that can make use of an object in the place of the iterator.
///
/// # Errors
/// The code is damaged.
pub fn calls<'e>(
    code: &Code<'_>,
    pool: &ConstantPool<'_>,
    body: &Body,
    edits: &'e BodyEdits,
    is_redirected: impl Fn(&Site) -> bool,
) -> Result<CallEdits<'e>> {
    let told = edits
        .sites
        .iter()
        .filter(|(site, _)| is_redirected(&body.sites[*site]));
    let told = told.map(|(site, told)| (*site, telling(told)));
    let hidden = edits.hidden.iter();
    let hidden = hidden.map(|(site, hiding)| (*site, hidden_by(*hiding)));

    let mut calls: CallEdits<'_> = told.chain(hidden).collect();
    if edits.takes_loop_iterators() {
        add_iterators(&mut calls, body, &loops(code, pool)?);
    }
    Ok(calls)
}

/// Returns the edit of a call that tells.
fn telling(told: &[Told]) -> CallEdit<'_> {
    CallEdit {
        told,
        ..CallEdit::default()
    }
}

/// Returns the edit of a call that is hidden.
fn hidden_by(hiding: Hiding) -> CallEdit<'static> {
    CallEdit {
        hiding: Some(hiding),
        ..CallEdit::default()
    }
}

/// Adds the calls of the iterators of loops, where one of them tells monitors that can make use of
/// an object in the place of the iterator.
fn add_iterators(calls: &mut CallEdits<'_>, body: &Body, loops: &[Loop]) {
    let sites = body.sites.iter().enumerate();
    let sites: BTreeMap<u32, usize> = sites.map(|(n, site)| (site.pc, n)).collect();

    for found in loops
        .iter()
        .filter_map(|found| LoopSites::find(found, &sites))
    {
        let takes = |site| calls.get(&site).is_some_and(CallEdit::takes_loop_iterators);
        if !found.all().any(takes) {
            continue;
        }

        calls.entry(found.made).or_default().iterator = Some(IteratorRole::Makes);
        for (site, ends) in found.used {
            calls.entry(site).or_default().iterator = Some(IteratorRole::Uses { ends });
        }
    }
}

/// The calls of a loop's iterator, by their place in [`Body::sites`].
struct LoopSites {
    /// The call that gives it out.
    made: usize,
    /// The calls of the iterator, and whether each is the last if it returns false.
    used: Vec<(usize, bool)>,
}

impl LoopSites {
    /// Finds the sites of a loop, if all its calls are sites.
    fn find(found: &Loop, sites: &BTreeMap<u32, usize>) -> Option<Self> {
        let used = found.used.iter();
        let used = used.map(|(pc, &ends)| Some((*sites.get(pc)?, ends)));
        Some(LoopSites {
            used: used.collect::<Option<_>>()?,
            made: *sites.get(&found.made)?,
        })
    }

    /// All calls.
    fn all(&self) -> impl Iterator<Item = usize> {
        let used = self.used.iter().map(|(site, _)| *site);
        used.chain([self.made])
    }
}
