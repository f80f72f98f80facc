//! javac as the oracle of the Java front end.
//!
//! [`ClassFiles::read`] takes what javac made of some sources, [`compare`] what lowering made of
//! the same sources. Both become sequences of items for each method: calls, field accesses,
//! allocations and functional objects, in order, each with the name, owner and descriptor that the
//! instruction has. The sequences are aligned, so that one difference counts once wherever it
//! stands.
//!
//! [`pair`] gives the methods and calls that were found to be each other's counterparts.
//!
//! What is equal by the conventions of either side is made equal first, and nothing else:
//!
//! | javac | lowered program | compared as |
//! |---|---|---|
//! | instance initializers stand in each constructor that calls `super(..)` | one method, called there | the items in the place of the call |
//! | `multianewarray` of *n* dimensions | an array, and an array inside it | *n* allocations |
//! | `int.class` is a read of `Integer.TYPE` | a constant | a read |
//! | members of other packages are reached through `access$n` | the member itself | the items of the method called |
//! | the array of an enum's constants is made in `$values()` | in `<clinit>` | the allocation in the place of the call |
//! | the conversions of a concatenation happen inside a dynamic call, after Java 18 partly outside | `String.valueOf` | equal where both have it, left out where only the lowered program has |
//! | before Java 9 a concatenation makes a builder, and calls `append` and `toString` | nothing of it | equal where both have it, left out where only javac has. It asks no more objects for their texts than the source does |
//! | before Java 11 a constructor stands for a private one of a nested class | the private one | the items of the constructor called |
//! | `assert` reads `$assertionsDisabled` | a value of which nothing is known | left out, with the code that sets the field |
//! | a switch over an enum reads `$SwitchMap$..` | a switch on `ordinal()` | left out |
//! | `valueOf` of an enum gives what `Enum.valueOf` finds | an element of `$VALUES` | left out |
//! | `equals`, `hashCode`, `toString` of a record are dynamic calls | the accesses and calls that they stand for | not compared |
//! | a method reference is one handle | a method with one call | the call, and the allocation of a constructor's |
//! | a method reference that became a method boxes there or inside its object | boxes there | equal where both have it, left out where one has |
//! | `x++` on a field of a wrapper class reads it twice | reads it once, as JLS 15.14.2 has it | one read |
//! | bridges, `$deserializeLambda$`, classes of switch maps | are not there | not compared |

mod agreement;
mod alignment;
mod class_files;
mod comparison;
mod emitted;
mod item;
mod lowered;
mod pairs;

pub use agreement::{Agreement, Category, Count, Difference, Kind};
pub use class_files::{ClassFiles, ReadError};
pub use comparison::{compare, pair};
pub use pairs::{EmittedCall, EmittedName, Pairs};
