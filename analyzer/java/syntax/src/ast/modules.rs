//! Module declarations.

use super::types::Ident;

/// A module declaration (JLS 7.7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// Its dotted name.
    pub name: Vec<Ident>,
    /// `open module`.
    pub is_open: bool,
    /// In order.
    pub directives: Vec<Directive>,
}

/// A directive of a module declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Directive {
    /// `requires transitive static M;`.
    Requires {
        /// The module.
        module: Vec<Ident>,
        /// `transitive`.
        transitive: bool,
        /// `static`.
        is_static: bool,
    },
    /// `exports P to M, N;`.
    Exports {
        /// The package.
        package: Vec<Ident>,
        /// The modules; empty for all.
        to: Vec<Vec<Ident>>,
    },
    /// `opens P to M, N;`.
    Opens {
        /// The package.
        package: Vec<Ident>,
        /// The modules; empty for all.
        to: Vec<Vec<Ident>>,
    },
    /// `uses S;`.
    Uses(Vec<Ident>),
    /// `provides S with A, B;`.
    Provides {
        /// The service.
        service: Vec<Ident>,
        /// The classes that provide it.
        with: Vec<Vec<Ident>>,
    },
}
