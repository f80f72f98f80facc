//! Integer and floating-point literals (JLS 3.10.1, 3.10.2).

use crate::ast::Literal;

/// The value of the numeric literal `text`; `Err` says what is wrong with it. A decimal integer
/// literal may be 2^31 (or 2^63 with `L`), which only the operand of a minus may be: its value is
/// then the minimum.
pub(crate) fn number(text: &str) -> Result<Literal, String> {
    if text.ends_with('_') || text.contains("_.") || text.contains("._") {
        return Err("an underscore must stand between digits".to_owned());
    }

    let digits: String = text
        .chars()
        .filter(|&c| c != '_')
        .collect::<String>()
        .to_ascii_lowercase();
    match digits.strip_prefix("0x") {
        Some(hex) if hex.contains(['.', 'p']) => hex_float(hex, text),
        Some(hex) => integer(hex, 16, text),
        None if digits.starts_with("0b") => integer(&digits[2..], 2, text),
        None if digits.contains(['.', 'e']) || digits.ends_with(['f', 'd']) => {
            decimal_float(&digits, text)
        }
        None if digits.trim_end_matches('l').len() > 1 && digits.starts_with('0') => {
            integer(&digits[1..], 8, text)
        }
        None => integer(&digits, 10, text),
    }
}

fn integer(digits: &str, radix: u32, text: &str) -> Result<Literal, String> {
    let long = digits.ends_with('l');
    let digits = digits.strip_suffix('l').unwrap_or(digits);
    let digits_only = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    let value = u64::from_str_radix(digits, radix).map_err(|_| {
        if digits_only {
            format!("integer number {text} is too large")
        } else {
            format!("{text} is not a number of base {radix}")
        }
    })?;
    let limit = match (long, radix) {
        (true, 10) => 1 << 63,
        (true, _) => u64::MAX,
        (false, 10) => 1 << 31,
        (false, _) => u64::from(u32::MAX),
    };

    match (value <= limit, long) {
        (false, _) => Err(format!("integer number {text} is too large")),
        (true, true) => Ok(Literal::Long(value as i64)),
        (true, false) => Ok(Literal::Int(value as u32 as i32)),
    }
}

/// The suffix of a floating-point literal: whether it is a float, and the text before it.
fn without_suffix(digits: &str) -> (bool, &str) {
    match digits.strip_suffix('f') {
        Some(rest) => (true, rest),
        None => (false, digits.strip_suffix('d').unwrap_or(digits)),
    }
}

fn decimal_float(digits: &str, text: &str) -> Result<Literal, String> {
    let (single, digits) = without_suffix(digits);
    let wrong = |_| format!("{text} is not a number");
    let value = if single {
        Literal::Float(digits.parse().map_err(wrong)?)
    } else {
        Literal::Double(digits.parse().map_err(wrong)?)
    };
    let zero = digits
        .split('e')
        .next()
        .unwrap_or_default()
        .chars()
        .all(|c| matches!(c, '0' | '.'));
    in_range(value, zero, text)
}

/// Rejects literals that are rounded to infinity, or to zero although they are not zero (JLS
/// 3.10.2).
fn in_range(value: Literal, zero: bool, text: &str) -> Result<Literal, String> {
    let (infinite, vanished) = match value {
        Literal::Float(f) => (f.is_infinite(), f == 0.0),
        Literal::Double(d) => (d.is_infinite(), d == 0.0),
        _ => (false, false),
    };
    match (infinite, vanished && !zero) {
        (true, _) => Err(format!("floating-point number {text} is too large")),
        (_, true) => Err(format!("floating-point number {text} is too small")),
        _ => Ok(value),
    }
}

fn hex_float(hex: &str, text: &str) -> Result<Literal, String> {
    let wrong = || format!("{text} is not a number");
    let (mantissa, exponent) = hex.split_once('p').ok_or_else(wrong)?;
    let (single, exponent) = without_suffix(exponent);
    let exponent: i64 = exponent
        .parse::<i64>()
        .map_err(|_| wrong())?
        .clamp(-1 << 40, 1 << 40);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u32> = whole
        .chars()
        .chain(fraction.chars())
        .map(|c| c.to_digit(16))
        .collect::<Option<_>>()
        .ok_or_else(wrong)?;

    if digits.is_empty() {
        return Err(wrong());
    }

    let (bits, shift) = leading_bits(&digits);
    let exponent = exponent + shift - 4 * fraction.len() as i64;
    let value = if single {
        Literal::Float(f32::from_bits(rounded(bits, exponent, 24, -149, 128) as u32))
    } else {
        Literal::Double(f64::from_bits(rounded(bits, exponent, 53, -1074, 1024)))
    };

    in_range(value, bits == 0, text)
}

/// The value of hexadecimal `digits` as bits times 2^shift; bits beyond 64 are folded into the
/// lowest one, which is enough to round.
fn leading_bits(digits: &[u32]) -> (u64, i64) {
    digits
        .iter()
        .fold((0, 0), |(bits, shift), &digit| match bits >> 60 {
            0 => (bits << 4 | u64::from(digit), shift),
            _ => (bits | u64::from(digit != 0), shift + 4),
        })
}

/// The IEEE 754 bits of `bits` * 2^`exponent`, rounded half to even, for a format with `precision`
/// bits whose smallest positive value is 2^`lowest` and whose values are below 2^`limit`.
fn rounded(bits: u64, exponent: i64, precision: u32, lowest: i64, limit: i64) -> u64 {
    if bits == 0 {
        return 0;
    }

    let length = i64::from(64 - bits.leading_zeros());
    // The exponent of the last bit that is kept.
    let last = (exponent + length - i64::from(precision)).max(lowest);
    let kept = match last - exponent {
        drop @ 1..=64 => half_to_even(u128::from(bits), drop as u32),
        drop if drop > 64 => 0,
        drop => bits << -drop,
    };
    let (kept, last) = if kept >> precision != 0 {
        (kept >> 1, last + 1)
    } else {
        (kept, last)
    };

    if last + i64::from(precision) > limit {
        let infinite_exponent = (limit * 2 - 1) as u64;
        return infinite_exponent << (precision - 1);
    }

    match kept >> (precision - 1) {
        0 => kept,
        _ => {
            (((last - lowest + 1) as u64) << (precision - 1))
                | (kept & ((1 << (precision - 1)) - 1))
        }
    }
}

/// `bits` without its lowest `drop` bits.
fn half_to_even(bits: u128, drop: u32) -> u64 {
    let kept = bits >> drop;
    let rest = bits & ((1 << drop) - 1);
    let half = 1 << (drop - 1);
    (kept + u128::from(rest > half || (rest == half && kept & 1 == 1))) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, value: Literal) {
        assert_eq!(number(text), Ok(value), "{text}");
    }

    #[test]
    fn integers_of_every_base_have_their_value() {
        check("0", Literal::Int(0));
        check("1_000__0", Literal::Int(10_000));
        check("2147483648", Literal::Int(i32::MIN));
        check("0_17", Literal::Int(15));
        check("00", Literal::Int(0));
        check("0xFFFF_FFFF", Literal::Int(-1));
        check("0B1__01", Literal::Int(5));
        check("037777777777", Literal::Int(-1));
        check("0l", Literal::Long(0));
        check("9223372036854775808L", Literal::Long(i64::MIN));
        check("0xFFFFFFFFFFFFFFFFL", Literal::Long(-1));
    }

    #[test]
    fn integers_that_java_rejects_are_errors() {
        for text in [
            "2147483649",
            "0x1FFFFFFFF",
            "08",
            "0o17",
            "0x",
            "0b2",
            "1_",
            "040000000000",
            "9223372036854775809L",
        ] {
            assert!(number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn decimal_floats_have_their_value() {
        check("1.", Literal::Double(1.0));
        check(".5e1_0", Literal::Double(5e9));
        check("09.5", Literal::Double(9.5));
        check("09e1", Literal::Double(90.0));
        check("1f", Literal::Float(1.0));
        check("00d", Literal::Double(0.0));
        check("0e99999", Literal::Double(0.0));
        check("1.e-3F", Literal::Float(0.001));
        check("16777217f", Literal::Float(16_777_216.0));
    }

    #[test]
    fn hexadecimal_floats_are_rounded_half_to_even() {
        check("0x1p0", Literal::Double(1.0));
        check("0x.8p1", Literal::Double(1.0));
        check("0x1.8P+1f", Literal::Float(3.0));
        check("0x1.fffffffffffffp1023", Literal::Double(f64::MAX));
        check(
            "0x0.0000000000001p-1022",
            Literal::Double(f64::from_bits(1)),
        );
        check("0x1p-1074", Literal::Double(f64::from_bits(1)));
        check("0x1.8p-1074", Literal::Double(f64::from_bits(2)));
        check("0x1.fffffeP+127f", Literal::Float(f32::MAX));
        check("0x1.000001p0f", Literal::Float(1.0));
        check("0x1.0000011p0f", Literal::Float(1.0 + f32::EPSILON));
        check("0x1.000003p0f", Literal::Float(1.0 + 2.0 * f32::EPSILON));
        check(
            "0x1.00000000000008000000000000000001p0",
            Literal::Double(1.0 + f64::EPSILON),
        );
        check(
            "0x10000000000000000000000p0",
            Literal::Double(2f64.powi(88)),
        );
    }

    #[test]
    fn floats_beyond_the_range_are_errors() {
        for text in [
            "1e309",
            "1e-400",
            "1e39f",
            "0x1p1024",
            "0x1p-1076",
            "0x1.0",
            "0x.p1",
            "1e",
            "0x1p99999999999999",
        ] {
            assert!(number(text).is_err(), "{text}");
        }
    }
}
