//! Members: methods, constructors and fields, and the declarations that they are asked for.
//!
//! ```text
//! modifier = ["!"] ("public" | "static" | "synchronized" | ..)
//! ```

use super::parser::Parser;
use date::model::{
    Member, MemberPattern, Modifier, ModifierPattern, ParameterPattern, TypePattern,
};
use text::Diagnostic;

impl Parser<'_> {
    pub(super) fn member(&mut self) -> Result<MemberPattern, Diagnostic> {
        let (declaring, name) = if self.accept("new") {
            self.constructor()?
        } else {
            self.method()?
        };
        let mut member = MemberPattern::new(declaring, name);

        if self.accept("declared") {
            member.signature.modifiers = self.modifiers(&member.name)?;
            if !self.next_is("(") {
                let result = type_pattern(&self.word("the type of the result, or `(`")?);
                member.signature.result = Some(result).filter(|ty| *ty != TypePattern::Any);
            }
            let parameters = self.parameters()?;
            member.signature.parameters =
                Some(parameters).filter(|list| *list != [ParameterPattern::Any]);
        }

        Ok(member)
    }

    /// The parameters that a member is declared with.
    fn parameters(&mut self) -> Result<Vec<ParameterPattern>, Diagnostic> {
        self.expect("(")?;
        let mut parameters = Vec::new();
        if self.accept(")") {
            return Ok(parameters);
        }

        loop {
            let word = self.word("the type of a parameter, `*` or `..`")?;
            parameters.push(match word.strip_suffix("...") {
                _ if word == ".." => ParameterPattern::Any,
                Some(element) => ParameterPattern::Variable(type_pattern(element)),
                None => ParameterPattern::One(type_pattern(&word)),
            });
            if self.accept(")") {
                return Ok(parameters);
            }
            if !self.accept(",") {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    fn constructor(&mut self) -> Result<(TypePattern, Member), Diagnostic> {
        Ok((type_pattern(&self.word("a type")?), Member::Constructor))
    }

    fn method(&mut self) -> Result<(TypePattern, Member), Diagnostic> {
        let (declaring, name) = self.qualified("method")?;
        Ok((declaring, Member::Method(name)))
    }

    /// A member behind its type.
    fn qualified(&mut self, what: &str) -> Result<(TypePattern, String), Diagnostic> {
        let wanted = format!("a {what}, as `Type.{what}`");
        let word = self.word(&wanted)?;
        match last_dot(&word) {
            Some(dot) if dot > 0 && dot + 1 < word.len() => {
                Ok((type_pattern(&word[..dot]), word[dot + 1..].to_owned()))
            }
            _ => {
                self.at -= 1;
                Err(self
                    .expected(&wanted)
                    .with_help(format!("for any type, write `*.{what}`")))
            }
        }
    }

    pub(super) fn field(&mut self) -> Result<MemberPattern, Diagnostic> {
        let (declaring, name) = self.qualified("field")?;
        let mut member = MemberPattern::new(declaring, Member::Field(name));
        if self.accept("declared") {
            member.signature.modifiers = self.modifiers(&member.name)?;
            let ty = type_pattern(&self.word("the type of the field")?);
            member.signature.result = Some(ty).filter(|ty| *ty != TypePattern::Any);
        }
        Ok(member)
    }

    /// The modifiers that a member is declared with.
    fn modifiers(&mut self, member: &Member) -> Result<Vec<ModifierPattern>, Diagnostic> {
        let mut modifiers = Vec::new();
        while let Some(text) = self.peek().map(|token| token.text.clone()) {
            let Some(modifier) = Modifier::of_word(text.strip_prefix('!').unwrap_or(&text)) else {
                break;
            };
            let (what, fits) = match member {
                Member::Field(_) => ("field", modifier.is_of_fields()),
                _ => ("method", modifier.is_of_methods()),
            };
            if !fits {
                return Err(self.error(format!("no {what} is `{}`", modifier.word())));
            }
            self.at += 1;
            modifiers.push(ModifierPattern {
                modifier,
                holds: !text.starts_with('!'),
            });
        }

        Ok(modifiers)
    }
}

pub(super) fn type_pattern(text: &str) -> TypePattern {
    match text.strip_suffix('+') {
        _ if text == "*" => TypePattern::Any,
        Some(ty) => TypePattern::Subtypes(ty.to_owned()),
        None => TypePattern::Exact(text.to_owned()),
    }
}

/// The last dot that is not between `<` and `>`.
pub(crate) fn last_dot(word: &str) -> Option<usize> {
    let close = word.rfind('>').map_or(0, |at| at + 1);
    word[close..].rfind('.').map(|dot| close + dot)
}
