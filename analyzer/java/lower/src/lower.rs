//! A unit from its tree to its part.

use ir::{FileId, Gap, Hides};
use java_attribute::Attribution;
use java_syntax::ast::Unit;

use crate::numbering::Numbering;
use crate::ordinals;
use crate::part::Part;
use crate::unit::UnitLowering;

/// Lowers a unit whose types have numbers already. O(size of the unit), but for finally blocks,
/// which are copied.
pub(crate) fn lower(tree: &Unit, facts: &Attribution, numbering: &Numbering, file: FileId) -> Part {
    let mut unit = UnitLowering::new(tree, facts, numbering, file);
    for class in tree.type_decls.indices() {
        unit.lower_class(class);
    }
    ordinals::count(&mut unit.part.points, &unit.part.emitted);
    unit.damage();
    unit.part
        .gaps
        .sort_by_key(|gap| (gap.span.start, gap.span.end));
    unit.part
}

impl UnitLowering<'_> {
    /// Parts of the text that are not in the tree.
    fn damage(&mut self) {
        for damage in &self.tree.damage {
            let class = damage.within.map(|class| self.class_id(class));
            let (file, reason) = (self.file, damage.message.clone());
            self.part.gaps.push(Gap {
                file,
                span: damage.span,
                class,
                reason,
                hides: Hides::Anything,
                missing: None,
            });
        }
    }
}
