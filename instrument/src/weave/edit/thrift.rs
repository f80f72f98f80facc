//! The means by which a class stays small.

/// The means by which a class stays small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Thrift {
    /// Says whether accesses of fields are redirected as calls are, so that bodies do not grow by
    /// them.
    pub redirects_accesses: bool,
    /// Says whether sites that tell the same share their redirecting method, which gets the place
    /// as an argument.
    pub shares: bool,
}

/// The means that are tried in turn, until the class is small enough.
pub const THRIFTS: [Thrift; 3] = [
    Thrift {
        redirects_accesses: false,
        shares: false,
    },
    Thrift {
        redirects_accesses: true,
        shares: false,
    },
    Thrift {
        redirects_accesses: true,
        shares: true,
    },
];
