//! Values of Java literals (JLS 3.10).

use date::code::Literal;

/// The value of the integer literal `text`; `negative` when it is the operand of a minus sign (only
/// then may it be 2147483648). `None` when it does not fit.
pub(super) fn integer(text: &str, negative: bool) -> Option<Literal> {
    let digits: String = text
        .chars()
        .filter(|c| *c != '_')
        .collect::<String>()
        .to_ascii_lowercase();
    let (digits, long) = match digits.strip_suffix('l') {
        Some(digits) => (digits, true),
        None => (digits.as_str(), false),
    };
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x', ..] => (&digits[2..], 16),
        [b'0', b'b', ..] => (&digits[2..], 2),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    let value = u64::from_str_radix(digits, radix).ok()?;
    match (long, radix) {
        (true, 10) => decimal_long(value, negative),
        (true, _) => Some(Literal::Long(signed(value as i64, negative))),
        (false, 10) => decimal_int(value, negative),
        (false, _) => {
            let value = u32::try_from(value).ok()? as i32;
            Some(Literal::Int(if negative {
                value.wrapping_neg()
            } else {
                value
            }))
        }
    }
}

fn signed(value: i64, negative: bool) -> i64 {
    if negative {
        value.wrapping_neg()
    } else {
        value
    }
}

fn decimal_long(value: u64, negative: bool) -> Option<Literal> {
    let limit = i64::MAX as u64 + u64::from(negative);
    (value <= limit).then(|| Literal::Long(signed(value as i64, negative)))
}

fn decimal_int(value: u64, negative: bool) -> Option<Literal> {
    let limit = i32::MAX as u64 + u64::from(negative);
    (value <= limit).then(|| Literal::Int(signed(value as i64, negative) as i32))
}

/// The value of a decimal floating-point literal; `None` for one that rounds to infinity.
pub(super) fn floating(text: &str) -> Option<Literal> {
    let text: String = text.chars().filter(|c| *c != '_').collect();
    match text.strip_suffix(['f', 'F']) {
        Some(digits) => digits
            .parse()
            .ok()
            .filter(|v: &f32| v.is_finite())
            .map(Literal::Float),
        None => {
            let digits = text.strip_suffix(['d', 'D']).unwrap_or(&text);
            digits
                .parse()
                .ok()
                .filter(|v: &f64| v.is_finite())
                .map(Literal::Double)
        }
    }
}

/// The value of the character literal `text` with its quotes; `None` if it is not one UTF-16 unit.
pub(super) fn character(text: &str) -> Option<Literal> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    match unescape(inner)?.as_slice() {
        [unit] => Some(Literal::Char(*unit)),
        _ => None,
    }
}

/// The value of the string literal `text` with its quotes; `None` for text blocks, malformed
/// escapes and halves of surrogate pairs.
pub(super) fn string(text: &str) -> Option<Literal> {
    let inner = text
        .strip_prefix('"')
        .filter(|rest| !rest.starts_with("\"\""))?
        .strip_suffix('"')?;
    unescape(inner)
        .and_then(|units| String::from_utf16(&units).ok())
        .map(Literal::Str)
}

/// Resolves escapes (JLS 3.3, 3.10.7) to UTF-16 units.
fn unescape(text: &str) -> Option<Vec<u16>> {
    let mut units = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            continue;
        }
        let unit = match rest.next()? {
            'b' => 8,
            't' => 9,
            'n' => 10,
            'f' => 12,
            'r' => 13,
            's' => 32,
            '"' => 34,
            '\'' => 39,
            '\\' => 92,
            'u' => unicode_escape(&mut rest)?,
            digit @ '0'..='7' => octal_escape(digit, &mut rest),
            _ => return None,
        };
        units.push(unit);
    }
    Some(units)
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn unicode_escape(rest: &mut Chars<'_>) -> Option<u16> {
    while rest.next_if_eq(&'u').is_some() {}
    (0..4).try_fold(0u16, |value, _| {
        Some(value * 16 + rest.next()?.to_digit(16)? as u16)
    })
}

fn octal_escape(first: char, rest: &mut Chars<'_>) -> u16 {
    let more = if first <= '3' { 2 } else { 1 };
    let digit = |c: char| c.to_digit(8).unwrap_or(0) as u16;
    (0..more).fold(digit(first), |value, _| {
        match rest.next_if(|c| ('0'..='7').contains(c)) {
            Some(c) => value * 8 + digit(c),
            None => value,
        }
    })
}
