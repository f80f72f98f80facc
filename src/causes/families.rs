//! The frameworks and libraries that names belong to.

use plan::{Cause, CauseSort};

/// Packages of frameworks, and their names. The first that fits counts.
const FRAMEWORKS: [(&str, &str); 46] = [
    ("com.beust.jcommander", "JCommander"),
    ("com.codahale.metrics", "Dropwizard"),
    ("com.fasterxml.jackson", "Jackson"),
    ("com.google.gson", "Gson"),
    ("com.google.inject", "Guice"),
    ("dagger", "Dagger"),
    ("io.dropwizard", "Dropwizard"),
    ("io.micronaut", "Micronaut"),
    ("io.quarkus", "Quarkus"),
    ("io.swagger", "Swagger"),
    ("jakarta.annotation", "Jakarta Annotations"),
    ("jakarta.ejb", "Jakarta Enterprise Beans"),
    ("jakarta.enterprise", "CDI"),
    ("jakarta.inject", "dependency injection"),
    ("jakarta.persistence", "JPA"),
    ("jakarta.servlet", "Jakarta Servlet"),
    ("jakarta.validation", "Bean Validation"),
    ("jakarta.ws.rs", "JAX-RS"),
    ("jakarta.xml.bind", "JAXB"),
    ("javax.annotation", "Jakarta Annotations"),
    ("javax.ejb", "Jakarta Enterprise Beans"),
    ("javax.enterprise", "CDI"),
    ("javax.inject", "dependency injection"),
    ("javax.persistence", "JPA"),
    ("javax.servlet", "Jakarta Servlet"),
    ("javax.validation", "Bean Validation"),
    ("javax.ws.rs", "JAX-RS"),
    ("javax.xml.bind", "JAXB"),
    ("junit", "JUnit"),
    ("lombok", "Lombok"),
    ("net.sourceforge.stripes", "Stripes"),
    ("org.apache.ibatis", "MyBatis"),
    ("org.apache.logging.log4j", "Log4j"),
    ("org.apache.maven", "Maven"),
    ("org.aspectj", "AspectJ"),
    ("org.hibernate", "Hibernate"),
    ("org.immutables", "Immutables"),
    ("org.junit", "JUnit"),
    ("org.kohsuke.args4j", "args4j"),
    ("org.mapstruct", "MapStruct"),
    ("org.mockito", "Mockito"),
    ("org.mybatis", "MyBatis"),
    ("org.springframework", "Spring"),
    ("org.testng", "TestNG"),
    ("picocli", "picocli"),
    ("retrofit2", "Retrofit"),
];

/// The parts of a package that name its owner, at most.
const OWNER: usize = 3;

/// The family of a thing: things of one sort and one family have one remedy.
pub fn family(cause: &Cause) -> &str {
    match cause.sort {
        CauseSort::Annotation | CauseSort::Processor => framework(&cause.name),
        CauseSort::MissingType | CauseSort::Library => package(&cause.name),
        CauseSort::Unread | CauseSort::Versions | CauseSort::AsWritten => &cause.why,
        CauseSort::File => &cause.name,
        CauseSort::NoEntryPoint
        | CauseSort::Reflection
        | CauseSort::Changed
        | CauseSort::Text
        | CauseSort::MadeByLibrary
        | CauseSort::Convention
        | CauseSort::Ran => "",
    }
}

/// `Spring` for `org.springframework.stereotype.Service`, the package of what is not known.
fn framework(name: &str) -> &str {
    let known = FRAMEWORKS.iter().find(|(package, _)| {
        name.strip_prefix(package)
            .is_some_and(|rest| rest.starts_with('.'))
    });
    known.map_or_else(|| package(name), |(_, framework)| framework)
}

/// The first parts of a name before its class, three at most: `jakarta.mail` of
/// `jakarta.mail.Session`, `com.acme.shop` of `com.acme.shop.core.Bill.total`. The name itself where
/// there are none.
fn package(name: &str) -> &str {
    let mut end = 0;
    for part in name.split('.').take(OWNER) {
        if !part.starts_with(char::is_lowercase) {
            break;
        }
        end += part.len() + usize::from(end > 0);
    }
    if end == 0 { name } else { &name[..end] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frameworks_are_known_by_whole_parts_of_packages() {
        assert_eq!(
            framework("org.springframework.stereotype.Service"),
            "Spring"
        );
        assert_eq!(framework("junitx.Rule"), "junitx");
        assert_eq!(framework("Rule"), "Rule");
        assert!(FRAMEWORKS.is_sorted(), "the table is in order");
    }

    #[test]
    fn packages_end_before_the_class() {
        assert_eq!(package("jakarta.mail.Session"), "jakarta.mail");
        assert_eq!(package("com.acme.shop.core.Bill.total"), "com.acme.shop");
        assert_eq!(package("Bill"), "Bill");
    }
}
