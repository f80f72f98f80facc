//! The numbers that the recorder and the readers of its files share. `Kind.java`, `Stripes.java` and
//! `Region.java` have the same ones, and a test compares them.

/// Calls of the library that may read an object or an array.
pub const PEEK: u8 = 0;
/// Reads of a field.
pub const READ: u8 = 1;
/// Writes of a field.
pub const WRITE: u8 = 2;
/// Reads of a volatile field.
pub const VOLATILE_READ: u8 = 3;
/// Writes of a volatile field.
pub const VOLATILE_WRITE: u8 = 4;
/// Updates of a volatile variable in one step.
pub const UPDATE: u8 = 5;
/// Updates that found the expected value.
pub const COMPARE_AND_SET: u8 = 6;
/// Calls of the library that may read and write an object or an array.
pub const TOUCH: u8 = 7;
/// Requests of a lock.
pub const REQUEST: u8 = 8;
/// Acquires of a lock.
pub const ACQUIRE: u8 = 9;
/// Acquires that would not have waited.
pub const TRY_ACQUIRE: u8 = 10;
/// Releases of a lock.
pub const RELEASE: u8 = 11;
/// Begins of a wait.
pub const WAIT_RELEASE: u8 = 12;
/// Begins of a wait that may time out.
pub const TIMED_WAIT_RELEASE: u8 = 13;
/// Ends of a wait.
pub const WAIT_ACQUIRE: u8 = 14;
/// Notifications of one thread.
pub const NOTIFY: u8 = 15;
/// Notifications of all threads.
pub const NOTIFY_ALL: u8 = 16;
/// The start of a thread by another one.
pub const FORK: u8 = 17;
/// A wait for the end of a thread.
pub const JOIN: u8 = 18;
/// Begins of a thread.
pub const START: u8 = 19;
/// Events of a property. They have no ticket, and their object is the number of their text.
pub const EVENT: u8 = 20;
/// The thread is in a call that the log has not, or, without a site, in so many. It has no ticket, and its index
/// is the number of calls around it.
pub const CALL: u8 = 21;
/// Begins of transactions. They have no ticket.
pub const BEGIN: u8 = 22;
/// Requests of the read side of a lock.
pub const READ_REQUEST: u8 = 23;
/// Acquires of the read side.
pub const READ_ACQUIRE: u8 = 24;
/// Releases of the read side.
pub const READ_RELEASE: u8 = 25;
/// Attempts to lock that failed.
pub const TRY_FAIL: u8 = 26;
/// Attempts to lock the read side that succeeded.
pub const TRY_READ_ACQUIRE: u8 = 27;
/// Attempts to lock the read side that failed.
pub const TRY_READ_FAIL: u8 = 28;
/// A decision. It has no ticket.
pub const BRANCH: u8 = 29;
/// A step that no other event depends on. It has no ticket.
pub const STEP: u8 = 30;
/// Ends of transactions. They have no ticket.
pub const END: u8 = 31;

/// The access is of an element of an array.
pub const ELEMENT: u8 = 1 << 5;
/// The access is of an object of the library.
pub const LIBRARY: u8 = 2 << 5;
/// The bits that say which object the variable of an access is a part of.
pub const SHAPE: u8 = ELEMENT | LIBRARY;
/// A value follows.
pub const VALUE: u8 = 1 << 7;

/// The number of stripes.
pub const STRIPES: usize = 4096;
/// The mark of a region.
pub const MARK: u32 = 0x5244_4C31;
/// The bytes of the header of a region.
pub const HEADER: u64 = 16;
/// The bytes of a region for a thread that has done little.
pub const SMALL: u64 = 2048;
/// The bytes of a region for a thread that does much.
pub const LARGE: u64 = 1 << 16;

/// Returns whether an event of a kind shows its thread a value.
pub fn reads(kind: u8) -> bool {
    matches!(
        kind & !SHAPE,
        READ | VOLATILE_READ | UPDATE | COMPARE_AND_SET
    )
}

/// Returns whether an event of a kind has a ticket of a stripe.
pub fn has_ticket(kind: u8) -> bool {
    !matches!(kind & !SHAPE, BRANCH | STEP | EVENT | CALL | BEGIN | END)
}

#[cfg(test)]
mod tests {
    /// The number that a Java file gives a name, and the text of its value.
    fn value_of(java: &str, name: &str) -> u64 {
        let text = java
            .lines()
            .filter_map(|line| line.trim().strip_prefix("static final int "))
            .filter_map(|line| line.strip_suffix(';')?.split_once(" = "))
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("{name} is missing"))
            .1;
        let number = |text: &str| match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
            None => text.parse().unwrap(),
        };
        match text.split_once(" << ") {
            Some((base, shift)) => number(base) << number(shift),
            None => number(text),
        }
    }

    macro_rules! agree {
        ($java:literal: $($name:ident)*) => {
            let java = include_str!(concat!("../runtime/residua/log/", $java, ".java"));
            $(assert_eq!(value_of(java, stringify!($name)), super::$name as u64, stringify!($name));)*
        };
    }

    #[test]
    fn recorder_has_the_same_numbers() {
        agree!("Kind": PEEK READ WRITE VOLATILE_READ VOLATILE_WRITE UPDATE COMPARE_AND_SET TOUCH REQUEST ACQUIRE TRY_ACQUIRE
            RELEASE WAIT_RELEASE TIMED_WAIT_RELEASE WAIT_ACQUIRE NOTIFY NOTIFY_ALL FORK JOIN START EVENT CALL BEGIN END READ_REQUEST
            READ_ACQUIRE READ_RELEASE TRY_FAIL TRY_READ_ACQUIRE TRY_READ_FAIL BRANCH STEP ELEMENT LIBRARY VALUE);
        agree!("Region": MARK HEADER SMALL LARGE);
        let stripes = include_str!("../runtime/residua/log/Stripes.java");
        assert_eq!(value_of(stripes, "COUNT"), super::STRIPES as u64);
    }
}
