//! A client of the language server: what an editor says and hears.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use test_support::{Project, residua_path};

/// How long an answer may take, which is far more than it does.
const PATIENCE: Duration = Duration::from_secs(60);

/// An editor with a folder open.
pub struct Client {
    server: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Notifications and questions that were not asked for yet.
    heard: VecDeque<Value>,
    folder: PathBuf,
    asked: i64,
}

impl Client {
    /// Starts a server for the folder of a project, in another folder. Returns when the classes of
    /// the program are read.
    pub fn start(project: &Project) -> Client {
        let mut server = Command::new(residua_path())
            .arg("lsp")
            .current_dir(std::env::temp_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stdout = server.stdout.take().expect("its stdout");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(message) = message(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut client = Client {
            stdin: server.stdin.take(),
            server,
            messages,
            heard: VecDeque::new(),
            folder: project.path(""),
            asked: 0,
        };
        let folder = client.uri("");
        let capabilities = json!({
            "window": { "workDoneProgress": true },
            "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } },
        });
        let params = json!({ "processId": null, "rootUri": folder, "capabilities": capabilities });
        let begun = client.ask("initialize", params).expect("capabilities");
        assert_eq!(begun["serverInfo"]["name"], "residua");
        client.say("initialized", json!({}));
        client.is_ready();
        client
    }

    /// Waits until the server has read the classes of the program.
    pub fn is_ready(&mut self) {
        self.hear(|message| {
            message["method"] == "$/progress" && message["params"]["value"]["kind"] == "end"
        });
    }

    /// The address of a file of the project.
    pub fn uri(&self, file: &str) -> String {
        format!("file://{}", self.folder.join(file).display())
    }

    /// Opens a file with a text and returns what is wrong with it.
    pub fn open(&mut self, file: &str, text: &str) -> Vec<String> {
        let document =
            json!({ "uri": self.uri(file), "languageId": "x", "version": 1, "text": text });
        self.say("textDocument/didOpen", json!({ "textDocument": document }));
        self.found(1)
    }

    /// Changes the text of a file and returns what is wrong with it then.
    pub fn change(&mut self, file: &str, version: i64, text: &str) -> Vec<String> {
        let document = json!({ "uri": self.uri(file), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.say("textDocument/didChange", params);
        self.found(version)
    }

    /// The next findings about this version of a file: `line:column code message`.
    pub fn found(&mut self, version: i64) -> Vec<String> {
        let published = self.hear(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["version"] == version
        });
        let found = published["params"]["diagnostics"]
            .as_array()
            .expect("a list");
        let shown = |finding: &Value| {
            let begin = &finding["range"]["start"];
            format!(
                "{}:{} {} {}",
                begin["line"],
                begin["character"],
                text(&finding["code"]),
                text(&finding["message"])
            )
        };
        found.iter().map(shown).collect()
    }

    /// Asks about the first place of `part` in `text`, at `|` in it.
    pub fn at(
        &mut self,
        method: &str,
        file: &str,
        text: &str,
        part: &str,
        more: Value,
    ) -> Result<Value, String> {
        let cursor = part.find('|').expect("a cursor");
        let plain = part.replacen('|', "", 1);
        let at = text
            .find(&plain)
            .unwrap_or_else(|| panic!("`{plain}` is not in {text}"))
            + cursor;
        let line = text[..at].matches('\n').count();
        let character = text[..at]
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .encode_utf16()
            .count();
        let mut params = json!({
            "textDocument": { "uri": self.uri(file) },
            "position": { "line": line, "character": character },
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.ask(method, params)
    }

    /// The answer to a question, or the words of the refusal.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer = self.hear(|message| message["id"] == id && message["method"].is_null());
        match answer["error"]["message"].as_str() {
            Some(message) => Err(message.to_owned()),
            None => Ok(answer["result"].clone()),
        }
    }

    /// Says something that needs no answer.
    pub fn say(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("an open stdin");
        stdin.write_all(bytes).expect("the server reads");
        stdin.flush().expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// The first message that is as wanted, of those that were not taken yet.
    pub fn hear(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.heard.iter().position(&wanted) {
            return self.heard.remove(at).expect("a message");
        }
        loop {
            let message = self
                .messages
                .recv_timeout(PATIENCE)
                .expect("a message of the server");
            if wanted(&message) {
                return message;
            }
            self.heard.push_back(message);
        }
    }

    /// Ends the server as editors do, and returns its exit status and what it wrote to stderr.
    pub fn leave(mut self) -> (Option<i32>, String) {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        self.say("exit", Value::Null);
        self.ended()
    }

    /// Closes stdin and returns the exit status of the server and what it wrote to stderr.
    pub fn ended(mut self) -> (Option<i32>, String) {
        drop(self.stdin.take());
        let mut told = String::new();
        let mut stderr = self.server.stderr.take().expect("its stderr");
        stderr.read_to_string(&mut told).expect("text");
        (self.server.wait().expect("it ends").code(), told)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// A text of a message; empty where there is none.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn message(stdout: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        stdout.read_line(&mut line).ok().filter(|&read| read > 0)?;
        match line.trim_end() {
            "" => break,
            header => {
                if let Some(number) = header.strip_prefix("Content-Length: ") {
                    length = number.parse().expect("a length");
                }
            }
        }
    }
    let mut body = vec![0; length];
    stdout.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("a message is JSON"))
}
