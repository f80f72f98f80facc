//! Capture conversion (JLS 5.1.10).

use super::{Capture, CaptureId, Kind, Ty, TyList, Types, Wildcard};

impl Types<'_> {
    /// The type with its wildcards replaced by fresh type variables; types without wildcards stay.
    pub(crate) fn capture(&self, ty: Ty) -> Ty {
        let Kind::Class(class, arguments) = self.kind(ty) else {
            return ty;
        };
        let parameters = self.class_data(class).parameters.clone();

        if !arguments.iter().any(|&a| self.is_wildcard(a)) || arguments.len() != parameters.len() {
            return ty;
        }

        let captured: TyList = arguments
            .iter()
            .map(|&a| {
                if self.is_wildcard(a) {
                    self.fresh_capture()
                } else {
                    a
                }
            })
            .collect();

        for ((&parameter, &argument), &variable) in
            parameters.iter().zip(arguments.iter()).zip(captured.iter())
        {
            let (Kind::Wildcard(wildcard), Kind::Captured(id)) =
                (self.kind(argument), self.kind(variable))
            else {
                continue;
            };
            let declared = self.bounds_of(self.intern(Kind::Variable(parameter)));
            let declared = self.substitute_all(&declared, &parameters, &captured);
            self.set_bounds(id, wildcard, &declared);
        }

        self.intern(Kind::Class(class, captured))
    }

    /// [`Types::capture`], the same variables each time: for questions in which they stay unseen.
    pub(super) fn capture_again(&self, ty: Ty) -> Ty {
        if let Some(&known) = self.captured.borrow().get(&ty) {
            return known;
        }
        let captured = self.capture(ty);
        if captured != ty {
            self.captured.borrow_mut().insert(ty, captured);
        }
        captured
    }

    pub(crate) fn is_wildcard(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Wildcard(_))
    }

    fn fresh_capture(&self) -> Ty {
        let mut captures = self.captures.borrow_mut();
        let id = CaptureId(captures.len() as u32);
        captures.push(Capture {
            upper: self.known().object,
            lower: None,
        });
        drop(captures);
        self.intern(Kind::Captured(id))
    }

    /// A fresh type variable (JLS 18.4); its upper bound is set when it is known.
    pub(crate) fn fresh_variable(&self, lower: Option<Ty>) -> Ty {
        let variable = self.fresh_capture();
        if let Kind::Captured(id) = self.kind(variable) {
            self.captures.borrow_mut()[id.0 as usize].lower = lower;
        }
        variable
    }

    /// The upper bound of a fresh type variable.
    pub(crate) fn set_upper_bound(&self, variable: Ty, upper: Ty) {
        if let Kind::Captured(id) = self.kind(variable) {
            self.captures.borrow_mut()[id.0 as usize].upper = upper;
        }
    }

    fn set_bounds(&self, id: CaptureId, wildcard: Wildcard, declared: &[Ty]) {
        let capture = match wildcard {
            Wildcard::Unbounded => Capture {
                upper: self.intersection(declared),
                lower: None,
            },
            Wildcard::Super(lower) => Capture {
                upper: self.intersection(declared),
                lower: Some(lower),
            },
            Wildcard::Extends(bound) => Capture {
                upper: self.intersection(&[&[bound], declared].concat()),
                lower: None,
            },
        };
        self.captures.borrow_mut()[id.0 as usize] = capture;
    }

    /// The lower bound of a captured `? super T`.
    pub(crate) fn lower_bound(&self, variable: Ty) -> Option<Ty> {
        match self.kind(variable) {
            Kind::Captured(id) => self.captures.borrow()[id.0 as usize].lower,
            _ => None,
        }
    }

    /// The upper bound of a captured type variable.
    pub(crate) fn capture_bound(&self, id: CaptureId) -> Ty {
        self.captures.borrow()[id.0 as usize].upper
    }
}
