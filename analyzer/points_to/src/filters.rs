//! The objects that pass filters.
//!
//! Models make thousands of objects, and most filters let most of them pass. Whether one passes is
//! decided by its origin, and many filters let the same origins pass: those share one set, so that
//! a new object goes into a few dozen sets and not into thousands.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use roaring::RoaringBitmap;
use rustc_hash::FxBuildHasher;

use crate::node::ObjectId;
use crate::type_id::TypeId;

/// The filters, in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Filters {
    filters: IndexMap<TypeId, Filter, FxBuildHasher>,
    /// The objects that models make, by the type that they are below.
    made: IndexMap<TypeId, RoaringBitmap, FxBuildHasher>,
    /// The objects that models make of several origins: filters have them in common.
    shared: IndexMap<Vec<TypeId>, RoaringBitmap, FxBuildHasher>,
}

#[derive(Debug)]
struct Filter {
    /// The objects that pass and are not made by models.
    own: RoaringBitmap,
    /// The origins of what models make and passes, in the order in which they came.
    origins: Vec<TypeId>,
    /// The position of their objects in [`Filters::shared`].
    shared: usize,
}

impl Filters {
    /// The types of the filters.
    pub(crate) fn types(&self) -> impl Iterator<Item = TypeId> {
        self.filters.keys().copied()
    }

    /// Returns whether there is a filter for a type.
    pub(crate) fn contains(&self, ty: TypeId) -> bool {
        self.filters.contains_key(&ty)
    }

    /// The types that objects of models are below.
    pub(crate) fn origins(&self) -> impl Iterator<Item = TypeId> {
        self.made.keys().copied()
    }

    /// Returns whether models have made an object below a type.
    pub(crate) fn is_origin(&self, above: TypeId) -> bool {
        self.made.contains_key(&above)
    }

    /// A filter that lets `own` pass, and what models make of these origins.
    pub(crate) fn insert(&mut self, ty: TypeId, own: RoaringBitmap, origins: Vec<TypeId>) {
        let shared = share(&mut self.shared, &self.made, &origins);
        self.filters.insert(
            ty,
            Filter {
                own,
                origins,
                shared,
            },
        );
    }

    /// Models make objects below a type, which pass these filters. O(filters * origins).
    pub(crate) fn add_origin(&mut self, above: TypeId, passed: &[TypeId]) {
        self.made.insert(above, RoaringBitmap::new());
        for ty in passed {
            if let Some(filter) = self.filters.get_mut(ty) {
                filter.origins.push(above);
            }
        }
        self.share_anew();
    }

    /// These filters let more pass: objects that models have not made, and what models make of
    /// these origins, all of them. O(filters * origins).
    pub(crate) fn widen(&mut self, wider: BTreeMap<TypeId, (RoaringBitmap, Vec<TypeId>)>) {
        for (ty, (own, origins)) in wider {
            if let Some(filter) = self.filters.get_mut(&ty) {
                filter.own |= own;
                filter.origins = origins;
            }
        }
        self.share_anew();
    }

    fn share_anew(&mut self) {
        self.shared.clear();
        for filter in self.filters.values_mut() {
            filter.shared = share(&mut self.shared, &self.made, &filter.origins);
        }
    }

    /// Models have made one more object below a type that is an origin. O(distinct sets of origins
    /// * origins).
    pub(crate) fn add(&mut self, object: ObjectId, above: TypeId) {
        self.made.entry(above).or_default().insert(object.raw());
        for (_, objects) in self
            .shared
            .iter_mut()
            .filter(|(origins, _)| origins.contains(&above))
        {
            objects.insert(object.raw());
        }
    }

    /// An object passes these filters.
    pub(crate) fn add_own(&mut self, object: ObjectId, passed: &[TypeId]) {
        for ty in passed {
            if let Some(filter) = self.filters.get_mut(ty) {
                filter.own.insert(object.raw());
            }
        }
    }

    /// An object passes the filters that another one passes which models have not made. O(filters).
    pub(crate) fn add_like(&mut self, object: ObjectId, other: ObjectId) {
        for filter in self
            .filters
            .values_mut()
            .filter(|filter| filter.own.contains(other.raw()))
        {
            filter.own.insert(object.raw());
        }
    }

    /// Returns the ones of `objects` that pass a filter, without abbreviations; all if there is no
    /// such filter.
    pub(crate) fn pass(&self, objects: &RoaringBitmap, ty: TypeId) -> RoaringBitmap {
        let Some(filter) = self.filters.get(&ty) else {
            return objects.clone();
        };
        let mut passed = objects & &filter.own;
        let made = &self.shared[filter.shared];
        // Objects of models come after those of allocations: most sets hold none.
        if made.min().is_some_and(|first| objects.max() >= Some(first)) {
            passed |= objects & made;
        }
        passed
    }
}

/// The position of what models make of these origins.
fn share(
    shared: &mut IndexMap<Vec<TypeId>, RoaringBitmap, FxBuildHasher>,
    made: &IndexMap<TypeId, RoaringBitmap, FxBuildHasher>,
    origins: &[TypeId],
) -> usize {
    if let Some(known) = shared.get_index_of(origins) {
        return known;
    }
    let objects = origins
        .iter()
        .filter_map(|origin| made.get(origin))
        .fold(RoaringBitmap::new(), |all, own| all | own);
    shared.insert_full(origins.to_vec(), objects).0
}
