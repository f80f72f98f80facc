//! The program and its property, as part of the binary: the demo needs nothing but a JDK.

/// A Java file: its path below the source root and its text.
pub struct JavaFile {
    /// `payments/Main.java`.
    pub path: &'static str,
    /// The text.
    pub text: &'static str,
}

macro_rules! java_files {
    ($($name:literal),* $(,)?) => {
        [$(JavaFile {
            path: concat!("payments/", $name, ".java"),
            text: include_str!(concat!("../java/payments/", $name, ".java")),
        }),*]
    };
}

/// The payment system, sorted by path.
pub const PROGRAM: [JavaFile; 26] = java_files![
    "Account",
    "AccountNumber",
    "Administrator",
    "BronzeProxy",
    "BronzeUserInfo",
    "Calibration",
    "Destination",
    "GoldProxy",
    "GoldUserInfo",
    "Ledger",
    "Load",
    "Main",
    "Mix",
    "Options",
    "Recent",
    "RiskModel",
    "Session",
    "SilverProxy",
    "SilverUserInfo",
    "Simulation",
    "SplitMix",
    "Standing",
    "Step",
    "Tier",
    "TransactionServer",
    "UserInfo",
];

/// The class with the `main` method.
pub const MAIN: &str = "payments.Main";

/// The property of the paper's figure 5, as a LARVA script.
pub const PROPERTY: &str = include_str!("../properties/payments.lrv");

/// The file name of [`PROPERTY`].
pub const PROPERTY_FILE: &str = "payments.lrv";
