//! The declared types that a pattern asks of a member: those of result and parameters in a
//! signature pattern of AspectJ. They are the types of the declaration and not those of a call
//! (pointcuts, section 3.4).

use date::model::{ParameterPattern, Signature, TypePattern};

use super::answers::{and, answer, or, weaken};
use super::declaring::Declaring;
use crate::type_names::{TypeName, TypeNames};
use java_types::Access;
use java_types::class_info::{ClassInfo, MethodInfo};
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::{Answer, Hierarchy};

/// A signature with its types resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declared {
    result: Option<ResultType>,
    parameters: Option<Vec<Parameter>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum ResultType {
    Void,
    Of(Declaring),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Parameter {
    One(Declaring),
    Variable(Declaring),
    Any,
}

/// Parameters of a declaration.
struct Parameters<'a> {
    /// Erased; `None` where that is not known.
    types: &'a [Option<Type>],
    /// True if the last one takes any number of arguments; `None` where that is not known.
    variable: Option<bool>,
}

impl Declared {
    pub(super) fn new(signature: &Signature, names: TypeNames<'_>) -> Self {
        let result = |pattern: &TypePattern| match pattern {
            TypePattern::Exact(text) if text.trim() == "void" => ResultType::Void,
            pattern => ResultType::Of(Declaring::new(pattern, names)),
        };
        let parameter = |pattern: &ParameterPattern| match pattern {
            ParameterPattern::One(ty) => Parameter::One(Declaring::new(ty, names)),
            ParameterPattern::Variable(ty) => Parameter::Variable(Declaring::new(ty, names)),
            ParameterPattern::Any => Parameter::Any,
        };

        Declared {
            result: signature.result.as_ref().map(result),
            parameters: signature
                .parameters
                .as_ref()
                .map(|list| list.iter().map(parameter).collect()),
        }
    }

    /// Returns whether it says nothing.
    pub(super) fn is_any(&self) -> bool {
        self.result.is_none() && self.parameters.is_none()
    }

    /// The type names that mean nothing.
    pub(super) fn names(&self) -> impl Iterator<Item = &TypeName> {
        let result = self.result.iter().filter_map(|result| match result {
            ResultType::Void => None,
            ResultType::Of(ty) => Some(ty),
        });
        let parameters = self
            .parameters
            .iter()
            .flatten()
            .filter_map(|parameter| match parameter {
                Parameter::One(ty) | Parameter::Variable(ty) => Some(ty),
                Parameter::Any => None,
            });
        result.chain(parameters).filter_map(Declaring::name)
    }

    /// Returns whether a declaration is one of these, as it is written or as the subtype `below` of
    /// its class inherits it.
    pub(super) fn fits(
        &self,
        hierarchy: &Hierarchy,
        below: &str,
        class: &ClassInfo,
        method: &MethodInfo,
    ) -> Answer {
        if self.is_any() {
            return Answer::Yes;
        }

        let Ok(descriptor) = MethodDescriptor::parse(&method.descriptor) else {
            return Answer::Unknown;
        };
        let variable = Some(method.access.has(Access::VARARGS));
        and(
            self.has_result(hierarchy, descriptor.result.as_ref()),
            || {
                let written: Vec<Option<Type>> =
                    descriptor.parameters.into_iter().map(Some).collect();
                let fits = |types: &[Option<Type>]| {
                    self.has_parameters(hierarchy, &Parameters { types, variable })
                };
                match (
                    fits(&written),
                    hierarchy.seen_parameters(below, class, method),
                ) {
                    (Answer::Yes, _) => Answer::Yes,
                    (as_written, Some(seen)) => or(as_written, fits(&seen)),
                    (as_written, None) => as_written,
                }
            },
        )
    }

    /// The same of a declaration of which the descriptor is known alone.
    pub(super) fn fits_descriptor(&self, hierarchy: &Hierarchy, descriptor: &str) -> Answer {
        if self.is_any() {
            return Answer::Yes;
        }

        let Ok(descriptor) = MethodDescriptor::parse(descriptor) else {
            return Answer::Unknown;
        };
        let types: Vec<Option<Type>> = descriptor.parameters.into_iter().map(Some).collect();
        weaken(and(
            self.has_result(hierarchy, descriptor.result.as_ref()),
            || {
                self.has_parameters(
                    hierarchy,
                    &Parameters {
                        types: &types,
                        variable: None,
                    },
                )
            },
        ))
    }

    /// Returns whether a field of such a type is one of these; `None` for a type that is not known.
    pub(super) fn fits_field(&self, hierarchy: &Hierarchy, ty: Option<&Type>) -> Answer {
        match ty {
            _ if self.is_any() => Answer::Yes,
            Some(ty) => self.has_result(hierarchy, Some(ty)),
            None => Answer::Unknown,
        }
    }

    /// Returns whether a member with so many parameters can be one of these.
    pub(super) fn takes(&self, parameters: usize) -> bool {
        self.parameters.as_ref().is_none_or(|list| {
            let named = list
                .iter()
                .filter(|parameter| !matches!(parameter, Parameter::Any))
                .count();
            if named < list.len() {
                parameters >= named
            } else {
                parameters == named
            }
        })
    }

    fn has_result(&self, hierarchy: &Hierarchy, result: Option<&Type>) -> Answer {
        match (&self.result, result) {
            (None | Some(ResultType::Void | ResultType::Of(Declaring::Any)), None) => Answer::Yes,
            (None, Some(_)) => Answer::Yes,
            (Some(ResultType::Of(wanted)), Some(ty)) => wanted.names_type(hierarchy, ty),
            (Some(ResultType::Void), Some(_)) | (Some(ResultType::Of(_)), None) => Answer::No,
        }
    }

    /// O(parameters * patterns).
    fn has_parameters(&self, hierarchy: &Hierarchy, parameters: &Parameters<'_>) -> Answer {
        let Some(wanted) = &self.parameters else {
            return Answer::Yes;
        };
        let count = parameters.types.len();
        // Whether the patterns from the current one on fit the parameters from each on.
        let mut fit: Vec<Answer> = (0..=count).map(|from| answer(from == count)).collect();

        for pattern in wanted.iter().rev() {
            let mut fits: Vec<Answer> = vec![Answer::No; count + 1];
            for from in (0..=count).rev() {
                fits[from] = match pattern {
                    Parameter::Any => fits
                        .get(from + 1)
                        .copied()
                        .map_or(fit[from], |later| or(later, fit[from])),
                    _ if from == count => Answer::No,
                    _ => and(pattern.fits(hierarchy, parameters, from), || fit[from + 1]),
                };
            }
            fit = fits;
        }

        fit[0]
    }
}

impl Parameter {
    fn fits(&self, hierarchy: &Hierarchy, parameters: &Parameters<'_>, at: usize) -> Answer {
        let is_last = at + 1 == parameters.types.len();
        let ty = parameters.types[at].as_ref();
        let is_variable = |answer: Answer| match parameters.variable.filter(|_| is_last) {
            Some(true) => answer,
            Some(false) => Answer::No,
            None if is_last => weaken(answer),
            None => Answer::No,
        };

        match (self, ty) {
            (Parameter::Any | Parameter::One(Declaring::Any), _) => Answer::Yes,
            (Parameter::One(_), None) => Answer::Unknown,
            (Parameter::One(wanted), Some(ty)) => {
                match (ty, parameters.variable.filter(|_| is_last)) {
                    (Type::Array(_), Some(true)) => Answer::No,
                    (Type::Array(_), None) if is_last => weaken(wanted.names_type(hierarchy, ty)),
                    _ => wanted.names_type(hierarchy, ty),
                }
            }
            (Parameter::Variable(wanted), Some(Type::Array(element))) => {
                is_variable(wanted.names_type(hierarchy, element))
            }
            (Parameter::Variable(_), None) => is_variable(Answer::Unknown),
            (Parameter::Variable(_), Some(_)) => Answer::No,
        }
    }
}
