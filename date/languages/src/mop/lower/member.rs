//! Patterns of methods, constructors, fields and types.

use super::Lowering;
use super::pointcut::Conjunction;
use crate::mop::syntax::{
    FieldPattern, Name, ParameterPattern as WrittenParameter, Signature as WrittenSignature,
    TypePattern as WrittenType,
};
use date::model::{
    JoinPoint, Member, MemberPattern, Modifier, ModifierPattern, ParameterPattern, Signature,
    TypePattern,
};
use text::Diagnostic;

impl Lowering<'_> {
    pub(super) fn join(
        &self,
        join: JoinPoint,
        signature: &WrittenSignature,
        said: &mut Conjunction,
    ) -> Result<(), Diagnostic> {
        if let Some(thrown) = signature.throws.first() {
            return Err(self.unsupported(thrown.place.range(), "`throws` in a pattern"));
        }

        let declaring = signature
            .declaring
            .as_ref()
            .map_or(Ok(TypePattern::Any), |ty| self.type_pattern(ty))?;
        let name = if signature.is_constructor() {
            Member::Constructor
        } else {
            Member::Method(signature.name.text.clone())
        };
        let result = signature
            .result
            .as_ref()
            .map(|ty| self.type_pattern(ty))
            .transpose()?;

        let mut parameters = Vec::new();
        for parameter in &signature.parameters {
            parameters.push(match parameter {
                WrittenParameter::Any => ParameterPattern::Any,
                WrittenParameter::One(ty) => ParameterPattern::One(self.type_pattern(ty)?),
                WrittenParameter::Variable(ty) => {
                    ParameterPattern::Variable(self.type_pattern(ty)?)
                }
            });
        }

        let place = signature.place.range();
        let signature = Signature {
            result: result.filter(|ty| *ty != TypePattern::Any),
            parameters: Some(parameters).filter(|list| *list != [ParameterPattern::Any]),
            modifiers: self.modifiers(&signature.modifiers, "method", Modifier::is_of_methods)?,
        };

        self.join_of(
            join,
            MemberPattern {
                declaring,
                name,
                signature,
            },
            place,
            said,
        )
    }

    pub(super) fn access(
        &self,
        join: JoinPoint,
        field: &FieldPattern,
        said: &mut Conjunction,
    ) -> Result<(), Diagnostic> {
        let declaring = field
            .declaring
            .as_ref()
            .map_or(Ok(TypePattern::Any), |ty| self.type_pattern(ty))?;
        let mut member = MemberPattern::new(declaring, Member::Field(field.name.text.clone()));
        member.signature.modifiers =
            self.modifiers(&field.modifiers, "field", Modifier::is_of_fields)?;
        member.signature.result =
            Some(self.type_pattern(&field.ty)?).filter(|ty| *ty != TypePattern::Any);
        self.join_of(join, member, field.place.range(), said)
    }

    /// The modifiers of a pattern for members of a kind, with what that can have.
    fn modifiers(
        &self,
        written: &[Name],
        kind: &str,
        has: fn(Modifier) -> bool,
    ) -> Result<Vec<ModifierPattern>, Diagnostic> {
        let mut modifiers = Vec::new();
        for Name { text, place } in written {
            let word = text.trim_start_matches('!');
            let Some(modifier) = Modifier::of_word(word) else {
                return Err(self.unsupported(
                    place.range(),
                    &format!("the modifier `{word}` in a pattern"),
                ));
            };
            if !has(modifier) {
                return Err(self.source.error(
                    place.range(),
                    "mop-syntax",
                    format!("no {kind} is `{word}`"),
                ));
            }
            modifiers.push(ModifierPattern {
                modifier,
                holds: word.len() == text.len(),
            });
        }

        Ok(modifiers)
    }

    pub(super) fn type_pattern(&self, ty: &WrittenType) -> Result<TypePattern, Diagnostic> {
        if ty.is_any() {
            return Ok(TypePattern::Any);
        }
        if ty.subtypes && ty.dimensions > 0 {
            return Err(self.unsupported(ty.place.range(), "a pattern for arrays of subtypes"));
        }
        let text = format!("{}{}", ty.name, "[]".repeat(ty.dimensions));
        Ok(if ty.subtypes || ty.array_subtypes {
            TypePattern::Subtypes(text)
        } else {
            TypePattern::Exact(text)
        })
    }

    /// The type that a value is tested against. `T+` is no more than `T` there.
    pub(super) fn class(&self, ty: &WrittenType) -> Result<String, Diagnostic> {
        if ty.name.contains(['*']) || ty.name.contains("..") {
            Err(self.unsupported(ty.place.range(), "a test against a pattern of types"))
        } else {
            Ok(format!("{}{}", ty.name, "[]".repeat(ty.dimensions)))
        }
    }
}
