//! scratch: generates fixture tables
use java_syntax::{ast::*, dump::*, parse};
fn main() {
    let kind = std::env::args().nth(1).unwrap();
    for line in std::fs::read_to_string(std::env::args().nth(2).unwrap()).unwrap().lines() {
        let mut line = line.to_string();
        if line.contains("\"\"\"\\n") {
            line = line.replace("\\n", "\n").replace("\\\\", "\\");
        }
        let src = match &*kind {
            "expr" => format!("class A {{ Object x = {line}; }}"),
            "stmt" => format!("class A {{ void f() {{ {line} }} }}"),
            "member" => format!("class A {{ {line} }}"),
            _ => line.replace("\\ufeff", "\u{feff}").replace("\\u001a", "\u{1a}"),
        };
        let u = parse(&src);
        if !u.damage.is_empty() {
            println!("DAMAGE {line}: {:?}", u.damage.iter().map(|d| &d.message).collect::<Vec<_>>());
            continue;
        }
        let out = match &*kind {
            "expr" => match &u.type_decls[u.types[0]].members[0] {
                Member::Field(f) => expression_text(&u, f.initial.unwrap()),
                _ => panic!(),
            },
            "stmt" => match &u.type_decls[u.types[0]].members[0] {
                Member::Method(m) => match &u.stmts[m.body.unwrap()].kind {
                    StmtKind::Block(b) => b.iter().map(|&s| statement_text(&u, s)).collect::<Vec<_>>().join("\n"),
                    _ => panic!(),
                },
                _ => panic!(),
            },
            "member" => {
                let t = Dump(&u).to_string();
                let t = t.strip_prefix("(class A").unwrap().trim_end().strip_suffix(")").unwrap().to_string();
                t.lines()
                    .map(|l| l.strip_prefix("  ").unwrap_or(l))
                    .collect::<Vec<_>>()
                    .join("\n")
                    .trim_start()
                    .to_string()
            }
            _ => Dump(&u).to_string().trim_end().to_string(),
        };
        // one line
        let mut flat = String::new();
        for l in out.lines() {
            if !flat.is_empty() {
                flat.push(' ');
            }
            flat.push_str(l.trim_start());
        }
        println!("{line}\n    {flat}");
    }
}
