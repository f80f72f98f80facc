use date::code::{Truth, Truth::*};

use crate::fixture::condition;

fn truth(text: &str) -> Truth {
    Truth::of(Some(&condition(text).unwrap()))
}

#[test]
fn an_absent_condition_is_true() {
    assert_eq!(Truth::of(None), True);
}

#[test]
fn constants_are_folded_with_java_arithmetic() {
    for text in [
        "true",
        "1 < 2",
        "2147483647 + 1 < 0",
        "-7 / 2 == -3",
        "-7 % 2 == -1",
        "1 / 2 * 2.0 == 0.0",
        "'a' + 1 == 98",
        "(byte) 200 == -56",
        "(int) 1e10 == 2147483647",
        "(char) 65 == 'A'",
        "1 >>> 31 == 0",
        "-1 >>> 28 == 15",
        "1L << 33 == 8589934592L",
        "1 << 33 == 2",
        "\"a\" + 1 + 2 == \"a12\"",
        "1 + 2 + \"a\" == \"3a\"",
        "null == null",
        "(true ? 1 : 2.0) / 2 == 0.5",
        "0.1 + 0.2 != 0.3",
        "0.1f + 0.2f == 0.3f",
        "(long) 0x7fffffff + 1 > 0",
        "'\\u0041' == 65",
        "010 == 8",
        "0b101 == 5",
        "1_000 == 1000",
        "(5 & 3 ^ 1 | 8) == 8",
        "!(0.0/0 == 0.0/0)",
        "~0 == -1",
    ] {
        assert_eq!(truth(text), True, "{text}");
    }
}

#[test]
fn false_where_any_conjunct_is() {
    for text in [
        "false",
        "1 > 2",
        "flag && false",
        "false && flag",
        "false || 1 > 2",
        "(x.f() || false) && 1 == 2",
    ] {
        assert_eq!(truth(text), False, "{text}");
    }
}

#[test]
fn an_exception_counts_as_false() {
    assert_eq!(truth("1 / 0 == 1"), False);
    assert_eq!(truth("1 % 0 == 1 || true"), False);
    assert_eq!(truth("1.0 / 0 > 1"), True);
}

#[test]
fn what_may_throw_is_not_known_to_be_true() {
    for text in [
        "flag",
        "sent > 3",
        "flag || true",
        "!(flag && false)",
        "flag == flag",
        "f() ? true : true",
        "n - n == 0",
    ] {
        assert_eq!(truth(text), Unknown, "{text}");
    }
}

#[test]
fn a_true_left_side_decides_a_disjunction() {
    assert_eq!(truth("true || f()"), True);
    assert_eq!(truth("false || f()"), Unknown);
    assert_eq!(truth("true ? 1 < 2 : f()"), True);
}
