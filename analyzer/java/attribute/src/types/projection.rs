//! Upward projection (JLS 4.10.5): types of `var` variables mention no captured type variables.

use super::{Contents, Kind, Ty, TyList, Types, Wildcard};

impl Types<'_> {
    /// A supertype of the type in which no captured type variable occurs.
    pub(crate) fn upward(&self, ty: Ty) -> Ty {
        self.project(ty, &mut Vec::new())
            .unwrap_or(self.known().object)
    }

    /// The projection; `None` inside a variable's own bound. `around` are the variables whose
    /// bounds hold the type.
    fn project(&self, ty: Ty, around: &mut Vec<Ty>) -> Option<Ty> {
        if !self.has(ty, Contents::CAPTURED) {
            return Some(ty);
        }
        match self.kind(ty) {
            Kind::Captured(id) => {
                if around.contains(&ty) {
                    return None;
                }
                around.push(ty);
                let bound = self.project(self.capture_bound(id), around);
                around.pop();
                bound
            }
            Kind::Class(class, arguments) => {
                let arguments: TyList = arguments
                    .iter()
                    .map(|&argument| self.projected(argument, around))
                    .collect();
                Some(self.intern(Kind::Class(class, arguments)))
            }
            Kind::Array(component) => self
                .project(component, around)
                .map(|component| self.array_of(component)),
            Kind::Intersection(members) => {
                let members: Vec<Ty> = members
                    .iter()
                    .filter_map(|&member| self.project(member, around))
                    .collect();
                Some(self.intersection(&members))
            }
            _ => Some(ty),
        }
    }

    /// A type argument that contains the projected one: a wildcard where the argument mentions
    /// captured variables.
    fn projected(&self, argument: Ty, around: &mut Vec<Ty>) -> Ty {
        if !self.has(argument, Contents::CAPTURED) {
            return argument;
        }

        let object = self.known().object;
        let wildcard = match self.kind(argument) {
            Kind::Wildcard(Wildcard::Super(bound)) => self.downward(bound).map(Wildcard::Super),
            Kind::Wildcard(Wildcard::Extends(bound)) => {
                self.project(bound, around).map(Wildcard::Extends)
            }
            _ => match self
                .project(argument, around)
                .filter(|&upper| upper != object)
            {
                Some(upper) => Some(Wildcard::Extends(upper)),
                None => self.downward(argument).map(Wildcard::Super),
            },
        };

        self.wildcard(wildcard.unwrap_or(Wildcard::Unbounded))
    }

    /// The downward projection, where it is a type without more ado: the lower bound of a captured
    /// variable.
    fn downward(&self, ty: Ty) -> Option<Ty> {
        match self.kind(ty) {
            Kind::Captured(_) => self
                .lower_bound(ty)
                .filter(|&lower| !self.has(lower, Contents::CAPTURED)),
            _ => Some(ty).filter(|&ty| !self.has(ty, Contents::CAPTURED)),
        }
    }
}
