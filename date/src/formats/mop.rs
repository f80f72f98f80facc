//! JavaMOP specifications (`.mop`): the language of the JavaMOP and TraceMOP runtime verification tools.

pub mod syntax;
