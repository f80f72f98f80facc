//! The text of floating-point numbers (`Double.toString`), as far as it is the same on every JDK.
//!
//! Before JDK 19 the digits were not always the fewest that tell a number from others
//! (JDK-4511638), and the smallest numbers have two digits where one would do. A compiler folds
//! with the algorithm of the JDK that it runs on. Numbers without an exponent and with few digits
//! have the same text everywhere: each of their digits is needed, and enough.

/// As many digits of a `float` are the same everywhere.
pub(crate) const FLOAT_DIGITS: usize = 6;

/// As many digits of a `double` are the same everywhere.
pub(crate) const DOUBLE_DIGITS: usize = 14;

/// The text of a number; `scientific` holds its fewest digits, with an exponent.
pub(crate) fn text(value: f64, scientific: &str, most_digits: usize) -> Option<String> {
    if value.is_nan() {
        return Some("NaN".to_owned());
    }

    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_infinite() || value == 0.0 {
        return Some(format!(
            "{sign}{}",
            if value == 0.0 { "0.0" } else { "Infinity" }
        ));
    }

    let (mantissa, exponent) = scientific.split_once('e')?;
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let exponent: i32 = exponent.parse().ok()?;
    (digits.len() <= most_digits)
        .then(|| decimal(&digits, exponent))
        .flatten()
        .map(|text| format!("{sign}{text}"))
}

/// Digits from 10^-3 to 10^7, where there is no exponent.
fn decimal(digits: &str, exponent: i32) -> Option<String> {
    match exponent {
        0..=6 => {
            let integral = exponent as usize + 1;
            let digits = format!("{digits:0<integral$}");
            let (integral, fraction) = digits.split_at(integral);
            Some(format!(
                "{integral}.{}",
                if fraction.is_empty() { "0" } else { fraction }
            ))
        }
        -3..=-1 => Some(format!(
            "0.{}{digits}",
            "0".repeat((-exponent - 1) as usize)
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_double(value: f64) -> Option<String> {
        text(value, &format!("{value:e}"), DOUBLE_DIGITS)
    }

    fn of_float(value: f32) -> Option<String> {
        text(value.into(), &format!("{value:e}"), FLOAT_DIGITS)
    }

    #[test]
    fn numbers_print_as_java_prints_them() {
        let known = |value: f64| of_double(value).unwrap_or_default();
        assert_eq!(known(1.0), "1.0");
        assert_eq!(known(-0.0), "-0.0");
        assert_eq!(known(1_234_567.0), "1234567.0");
        assert_eq!(known(0.001), "0.001");
        assert_eq!(known(-3.25), "-3.25");
        assert_eq!(known(f64::NEG_INFINITY), "-Infinity");
        assert_eq!(of_float(1.1).as_deref(), Some("1.1"));
    }

    #[test]
    fn texts_that_differ_between_releases_are_not_known() {
        assert_eq!(
            [4.9e-324, 2e23, 1e23, 1e7, 0.0001, 0.123_456_789_012_345].map(of_double),
            [const { None }; 6]
        );
        assert_eq!([1.4e-45, 1.234_567_9].map(of_float), [const { None }; 2]);
    }

    /// One number a line, with its text, as the `java` of the environment prints it.
    const PRINTER: &str = r#"
        import java.util.Random;
        public class Printer {
            public static void main(String[] a) {
                Random random = new Random(7);
                for (int i = 0; i < 400000; i++) {
                    int digits = 1 + random.nextInt(14);
                    long value = (long) (random.nextDouble() * Math.pow(10, digits));
                    double d = Double.parseDouble(value + "e" + (random.nextInt(12) - digits - 4));
                    float f = Float.parseFloat((value % 1000000) + "e" + (random.nextInt(12) - 10));
                    System.out.println(Long.toHexString(Double.doubleToLongBits(d)) + " " + d + " " + Integer.toHexString(Float.floatToIntBits(f)) + " " + f);
                }
            }
        }"#;

    #[test]
    fn known_texts_are_those_of_the_installed_jdk() {
        let jdk = jvm::jdk::Jdk::from_environment().expect("a JDK");
        let folder = tempfile::TempDir::new().expect("a folder");
        let source = folder.path().join("Printer.java");
        std::fs::write(&source, PRINTER).expect("the program is written");
        let java = std::process::Command::new(jdk.home().join("bin/java"))
            .arg(&source)
            .output()
            .expect("java runs");
        assert!(
            java.status.success(),
            "{}",
            String::from_utf8_lossy(&java.stderr)
        );
        let mut known = 0;
        for line in String::from_utf8_lossy(&java.stdout).lines() {
            let fields: Vec<&str> = line.split(' ').collect();
            let double = f64::from_bits(u64::from_str_radix(fields[0], 16).expect("bits"));
            let float = f32::from_bits(u32::from_str_radix(fields[2], 16).expect("bits"));
            for (text, expected) in [(of_double(double), fields[1]), (of_float(float), fields[3])] {
                known += usize::from(text.is_some());
                assert!(text.is_none_or(|text| text == expected), "{line}");
            }
        }
        assert!(known > 200_000, "{known} texts are known");
    }
}
