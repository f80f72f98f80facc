//! An aspect in the syntax tree of JavaMOP: each dependency is a specification, whose events are
//! its symbols.

use std::collections::{BTreeMap, BTreeSet};

use super::machine::fsm;
use super::parse::{Aspect, Dependency, Symbol};
use crate::mop::syntax::{
    ArgumentPattern, Event, File, Handler, JavaText, Name, Parameter, Phase, Place, Pointcut,
    PointcutKind, Property, Spec, TypePattern,
};
use text::{Diagnostic, Source, nearest};

/// The names of an advice's formals in a dependency.
type Renaming = BTreeMap<String, String>;

/// The aspect as a file of JavaMOP.
///
/// # Errors
/// The first of each dependency.
pub(super) fn translate(aspect: &Aspect, source: &Source<'_>) -> Result<File, Vec<Diagnostic>> {
    let (mut specs, mut errors) = (Vec::new(), Vec::new());
    for (at, dependency) in aspect.dependencies.iter().enumerate() {
        let number = if at == 0 {
            String::new()
        } else {
            format!("_{}", at + 1)
        };
        let name = Name {
            text: format!("{}{number}", aspect.name.text),
            place: aspect.name.place,
        };
        match (Translation {
            aspect,
            source,
            dependency,
        })
        .spec(name)
        {
            Ok(spec) => specs.push(spec),
            Err(error) => errors.push(error),
        }
    }

    if errors.is_empty() {
        Ok(File {
            preamble: aspect.preamble.clone(),
            specs,
        })
    } else {
        Err(errors)
    }
}

struct Translation<'a> {
    aspect: &'a Aspect,
    source: &'a Source<'a>,
    dependency: &'a Dependency,
}

impl Translation<'_> {
    fn error(&self, name: &Name, message: String) -> Diagnostic {
        self.source
            .error(name.place.range(), "clara-dependency", message)
    }

    fn spec(&self, name: Name) -> Result<Spec, Diagnostic> {
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut events = Vec::new();
        let mut seen = BTreeSet::new();

        for symbol in &self.dependency.symbols {
            if !seen.insert(&symbol.advice.text) {
                return Err(self.error(
                    &symbol.advice,
                    format!("`{}` is listed twice", symbol.advice.text),
                ));
            }
            let advice = self.advice(&symbol.advice)?;
            let renaming = self.renaming(symbol, advice)?;
            let is_open = |at: usize| {
                symbol
                    .variables
                    .as_ref()
                    .is_some_and(|variables| variables[at].is_none())
            };
            for (_, formal) in advice.formals().enumerate().filter(|(at, _)| !is_open(*at)) {
                let Some(variable) = renaming.get(&formal.name.text) else {
                    continue;
                };
                if parameters.iter().all(|known| known.name.text != *variable) {
                    let name = Name {
                        text: variable.clone(),
                        place: formal.name.place,
                    };
                    parameters.push(Parameter {
                        ty: formal.ty.clone(),
                        name,
                    });
                }
            }
            events.push(self.event(advice, &renaming)?);
        }

        let place = name.place;
        Ok(Spec {
            modifiers: BTreeSet::new(),
            unknown_modifiers: Vec::new(),
            name,
            parameters,
            declarations: JavaText {
                text: String::new(),
                place,
            },
            pointcuts: self.aspect.pointcuts.clone(),
            events,
            properties: vec![self.property(place)?],
            raw: None,
            place,
        })
    }

    fn property(&self, place: Place) -> Result<Property, Diagnostic> {
        let fsm = fsm(self.dependency, self.source)?;
        let place = self
            .dependency
            .symbols
            .first()
            .map_or(place, |symbol| symbol.advice.place);
        let word = |text: &str| Name {
            text: text.to_owned(),
            place,
        };

        let nothing = || JavaText {
            text: String::new(),
            place,
        };
        let handler = |category: &String| Handler {
            category: word(category),
            body: nothing(),
            place,
        };

        Ok(Property {
            logic: word("fsm"),
            name: None,
            formula: JavaText {
                text: fsm.text,
                place,
            },
            handlers: fsm.reported.iter().map(handler).collect(),
            place,
        })
    }

    fn advice(&self, name: &Name) -> Result<&Event, Diagnostic> {
        let advice = &self.aspect.advice;
        advice
            .iter()
            .find(|advice| advice.name.text == name.text)
            .ok_or_else(|| {
                let error = self.error(
                    name,
                    format!("there is no dependent advice `{}`", name.text),
                );
                match nearest(
                    &name.text,
                    advice.iter().map(|advice| advice.name.text.as_str()),
                ) {
                    Some(near) => error.with_help(format!("did you mean `{near}`?")),
                    None => error,
                }
            })
    }

    /// The names of the variables of the dependency.
    fn variables(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        for symbol in &self.dependency.symbols {
            let advice = self
                .aspect
                .advice
                .iter()
                .find(|advice| advice.name.text == symbol.advice.text);
            match (&symbol.variables, advice) {
                (Some(variables), _) => {
                    names.extend(variables.iter().flatten().map(|name| name.text.as_str()))
                }
                (None, Some(advice)) => {
                    names.extend(advice.formals().map(|formal| formal.name.text.as_str()))
                }
                (None, None) => {}
            }
        }

        names
    }

    /// Returns what a symbol calls the formals of its advice, the returned or thrown one last;
    /// those of `*` get a name that no variable has, their own where it is none.
    fn renaming(&self, symbol: &Symbol, advice: &Event) -> Result<Renaming, Diagnostic> {
        let formals: Vec<&str> = advice
            .formals()
            .map(|formal| formal.name.text.as_str())
            .collect();
        let Some(variables) = &symbol.variables else {
            return Ok(formals
                .iter()
                .map(|name| ((*name).to_owned(), (*name).to_owned()))
                .collect());
        };

        if variables.len() != formals.len() {
            let (name, wanted, given) = (&symbol.advice.text, formals.len(), variables.len());
            let message = format!("`{name}` binds {wanted} variables, and {given} are named here");
            return Err(self.error(&symbol.advice, message));
        }

        let taken = self.variables();
        let named = |(formal, variable): (&&str, &Option<Name>)| {
            let variable = match variable {
                Some(name) => name.text.clone(),
                None if taken.contains(formal) => format!("{formal}${}", advice.name.text),
                None => (*formal).to_owned(),
            };
            ((*formal).to_owned(), variable)
        };

        Ok(formals.iter().zip(variables).map(named).collect())
    }

    /// An advice as an event, without its body.
    fn event(&self, advice: &Event, renaming: &Renaming) -> Result<Event, Diagnostic> {
        let mut event = advice.clone();
        let rename = |name: &mut Name| {
            if let Some(renamed) = renaming.get(&name.text) {
                name.text.clone_from(renamed);
            }
        };
        event
            .parameters
            .iter_mut()
            .for_each(|parameter| rename(&mut parameter.name));

        if let Phase::After {
            returning,
            throwing,
        } = &mut event.phase
        {
            let exits = returning
                .iter_mut()
                .chain(throwing)
                .filter_map(|exit| exit.value.as_mut());
            exits.for_each(|value| rename(&mut value.name));
        }
        let keeps_names = renaming.iter().all(|(formal, variable)| formal == variable);
        self.rename_pointcut(&mut event.pointcut, renaming, keeps_names)?;
        event.body = JavaText {
            text: String::new(),
            place: advice.body.place,
        };

        Ok(event)
    }

    fn rename_pointcut(
        &self,
        part: &mut Pointcut,
        renaming: &Renaming,
        keeps_names: bool,
    ) -> Result<(), Diagnostic> {
        let rename = |ty: &mut TypePattern| {
            if let Some(renamed) = ty.identifier().and_then(|name| renaming.get(name)) {
                ty.name.clone_from(renamed);
            }
        };
        match &mut part.kind {
            PointcutKind::And(parts) | PointcutKind::Or(parts) => parts
                .iter_mut()
                .try_for_each(|part| self.rename_pointcut(part, renaming, keeps_names)),
            PointcutKind::Not(inner) => self.rename_pointcut(inner, renaming, keeps_names),
            PointcutKind::Target(ty) | PointcutKind::This(ty) => {
                rename(ty);
                Ok(())
            }
            PointcutKind::Args(list)
            | PointcutKind::Named {
                arguments: list, ..
            } => {
                for argument in list {
                    if let ArgumentPattern::One(ty) = argument {
                        rename(ty);
                    }
                }
                Ok(())
            }
            PointcutKind::If(test) if !keeps_names => {
                let message = "`if(..)` of an advice whose variables have other names here is not supported yet";
                Err(self
                    .source
                    .error(test.place.range(), "clara-dependency", message.to_owned()))
            }
            _ => Ok(()),
        }
    }
}
