//! `equals`, `hashCode` and `toString` of records, which `java.lang.runtime.ObjectMethods` makes:
//! the accesses and calls that they stand for.

use ir::{ArithmeticKind, BlockId, Constant, LocalId, StatementKind, Terminator};
use java_types::descriptor::Type;

use super::Translation;
use crate::category::Category;
use crate::emitter::{BOOLEAN, INT};
use crate::error::{Fault, Result};

const OBJECTS: &str = "java/util/Objects";

impl Translation<'_> {
    /// The value of such a call.
    pub(super) fn record_member(
        &mut self,
        name: &str,
        getters: &[u16],
        arguments: &[LocalId],
    ) -> Result<LocalId> {
        let &this = arguments
            .first()
            .ok_or_else(|| Fault::new("a record is missing"))?;
        match (name, arguments.get(1)) {
            ("equals", Some(&other)) => self.equal_records(getters, this, other),
            ("hashCode", _) => {
                for value in self.objects(getters, this)? {
                    let result = "(Ljava/lang/Object;)I";
                    self.emit
                        .inserted_static(OBJECTS, "hashCode", result, vec![value]);
                }
                Ok(self
                    .emit
                    .constant(Constant::Unknown, Category::Int, Some(INT)))
            }
            _ => {
                for value in self.objects(getters, this)? {
                    self.text_of(value);
                }
                let string = Type::class(self.emit.shared("java/lang/String"));
                Ok(self.emit.compute(ArithmeticKind::Add, Vec::new(), string))
            }
        }
    }

    fn equal_records(&mut self, getters: &[u16], this: LocalId, other: LocalId) -> Result<LocalId> {
        let own = Type::Class(self.emit.class.info().name.clone());
        let result = self.emit.raw.variable(Category::Int);
        let (differs, end) = (self.inner_block(), self.inner_block());
        let same = self.emit.raw.typed(BOOLEAN);
        self.emit.push(StatementKind::InstanceOf {
            target: same,
            source: other,
            ty: own.clone(),
        });
        self.go_on_if(same, differs)?;
        let other = self.emit.cast(other, own);
        for &getter in getters {
            let (left, right) = (
                self.component(getter, this)?,
                self.component(getter, other)?,
            );
            let equal = self.equal_components(left, right)?;
            self.go_on_if(equal, differs)?;
        }

        for (block, value) in [(None, true), (Some(differs), false)] {
            self.emit.block = block.unwrap_or(self.emit.block);
            let value = self.emit.truth(value);
            self.assign(result, value);
            self.end(Terminator::Goto(end))?;
        }
        self.emit.block = end;
        self.reorder(&[differs, end]);

        Ok(result)
    }

    /// Blocks that were made early come behind the ones before them.
    fn reorder(&mut self, late: &[BlockId]) {
        let last = self.emit.raw.blocks.len();
        for (position, &block) in late.iter().enumerate() {
            self.emit.raw.blocks[block].order.2 = last + 1 + position;
        }
    }

    fn go_on_if(&mut self, condition: LocalId, otherwise: BlockId) -> Result<()> {
        let then = self.inner_block();
        self.end(Terminator::Branch {
            condition,
            then,
            otherwise,
        })?;
        self.emit.block = then;
        Ok(())
    }

    fn equal_components(&mut self, left: LocalId, right: LocalId) -> Result<LocalId> {
        let operands = vec![left, right];
        if self.emit.raw.locals[left].category != Category::Reference {
            return Ok(self.emit.compute(ArithmeticKind::Equal, operands, BOOLEAN));
        }
        let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
        let equal = self
            .emit
            .inserted_static(OBJECTS, "equals", descriptor, operands);
        equal.ok_or_else(|| Fault::new("`equals` has a result"))
    }

    /// The values of the components that are objects.
    fn objects(&mut self, getters: &[u16], this: LocalId) -> Result<Vec<LocalId>> {
        let mut values = Vec::new();
        for &getter in getters {
            let handle = self.emit.class.file.pool.method_handle(getter)?;
            if Type::parse(&handle.member.descriptor)?.is_reference() {
                values.push(self.component(getter, this)?);
            }
        }
        Ok(values)
    }

    fn component(&mut self, getter: u16, object: LocalId) -> Result<LocalId> {
        let class = self.emit.class;
        let member = class.file.pool.method_handle(getter)?.member;
        let ty = self.shared_type(&member.descriptor)?;
        let field = self
            .emit
            .field(&member.owner, &member.name, &member.descriptor);
        Ok(self.emit.load(Some(object), field, ty))
    }
}
