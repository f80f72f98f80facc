//! Shortest ways where a step costs nothing or little.

/// The least costs found so far, with how each was come by; those that are sure leave in the order
/// of their cost.
pub(super) struct Costs<W> {
    cost: Vec<Option<u32>>,
    way: Vec<Option<W>>,
    is_settled: Vec<bool>,
    /// The waiting items, by cost.
    levels: Vec<Vec<usize>>,
    level: usize,
}

impl<W: Copy> Costs<W> {
    pub(super) fn new(items: usize) -> Self {
        Costs {
            cost: vec![None; items],
            way: vec![None; items],
            is_settled: vec![false; items],
            levels: Vec::new(),
            level: 0,
        }
    }

    /// Notes a way to an item, which may not cost less than what has left.
    pub(super) fn relax(&mut self, item: usize, cost: u32, way: W) {
        if self.cost[item].is_some_and(|known| known <= cost) {
            return;
        }
        (self.cost[item], self.way[item]) = (Some(cost), Some(way));
        // An item may wait on several levels. It leaves at the lowest, and `settle` skips the
        // others.
        let level = cost as usize;
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        self.levels[level].push(item);
    }

    /// The next item, and its cost.
    pub(super) fn settle(&mut self) -> Option<(usize, u32)> {
        while self.level < self.levels.len() {
            match self.levels[self.level].pop() {
                None => self.level += 1,
                // It has left at a lower cost.
                Some(item) if std::mem::replace(&mut self.is_settled[item], true) => {}
                Some(item) => return Some((item, self.level as u32)),
            }
        }
        None
    }

    /// The least cost of an item that has left.
    pub(super) fn settled(&self, item: usize) -> Option<u32> {
        self.cost[item].filter(|_| self.is_settled[item])
    }

    /// The least cost of an item.
    pub(super) fn cost(&self, item: usize) -> Option<u32> {
        self.cost[item]
    }

    /// How the least cost comes about.
    ///
    /// # Panics
    /// If no way leads there.
    pub(super) fn way(&self, item: usize) -> W {
        self.way[item].expect("a way is asked for where there is one")
    }
}
