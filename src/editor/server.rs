//! Questions of the editor, answered in the order in which they come.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use anyhow::{Context, Result, bail};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CompletionOptions, CompletionParams, DiagnosticSeverity, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentHighlightParams, DocumentSymbolParams, GotoDefinitionParams, HoverParams,
    HoverProviderCapability, InitializeParams, NumberOrString, OneOf, PublishDiagnosticsParams,
    ReferenceParams, RenameOptions, RenameParams, SaveOptions, ServerCapabilities,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
};
use plan::sha256;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use text::{Diagnostic, Severity};

use super::document::{Document, is_property_file};
use super::positions::{self, path_of};
use super::program::{Program, PropertyFiles};
use super::{completion, hover, navigation};
use crate::config::FILE_NAME;
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::properties::PropertyFile;
use crate::inputs::property_code;
use crate::wording::editor as wording;

/// The name of the progress of reading the program.
const PROGRESS: &str = "residua/program";

/// Something that happens.
enum Event {
    /// The editor says something.
    Message(Message),
    /// The classes of the program were read.
    Program(Result<Option<Arc<Program>>>),
    /// `javac` has compiled the code of a file.
    Code {
        path: PathBuf,
        text: String,
        found: Vec<Diagnostic>,
    },
    /// The editor is gone.
    Closed,
}

/// Serves one editor on stdin and stdout until it leaves.
///
/// # Errors
/// A message is none of the protocol, or the editor leaves without a word.
pub fn serve(console: Console) -> Result<()> {
    let (connection, threads) = Connection::stdio();
    let begun = connection.initialize_start();
    let (id, params) =
        begun.context("stdin is no editor: `residua lsp` is started by an editor")?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let answer = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "residua", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;

    let (sender, events) = channel();
    let mut server = Server {
        connection: &connection,
        console,
        folder: folder(&params),
        shows_progress: shows_progress(&params),
        watches: watches(&params),
        sender,
        documents: BTreeMap::new(),
        program: None,
        code: BTreeMap::new(),
        checking: BTreeSet::new(),
        properties: PropertyFiles::default(),
        is_reading: false,
        is_stale: false,
        asked: 0,
        is_leaving: false,
    };
    server.forward();
    let ended = server.run(&events);
    drop(server);
    drop(connection);
    ended?;
    threads.join()?;
    Ok(())
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::FULL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(
                    SaveOptions::default(),
                )),
                ..TextDocumentSyncOptions::default()
            },
        )),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", ">", "[", " "].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: lsp_types::WorkDoneProgressOptions::default(),
        })),
        ..ServerCapabilities::default()
    }
}

/// The folder that is open; the current one where the editor names none.
#[expect(deprecated, reason = "editors that know no folders in the plural")]
fn folder(params: &InitializeParams) -> PathBuf {
    let folders = params.workspace_folders.iter().flatten();
    let first = folders.map(|folder| &folder.uri).next();
    let named = first.or(params.root_uri.as_ref());
    named
        .and_then(path_of)
        .unwrap_or_else(|| PathBuf::from("."))
}

fn shows_progress(params: &InitializeParams) -> bool {
    let window = params.capabilities.window.as_ref();
    window
        .and_then(|window| window.work_done_progress)
        .unwrap_or_default()
}

fn watches(params: &InitializeParams) -> bool {
    let workspace = params.capabilities.workspace.as_ref();
    let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
    watched
        .and_then(|watched| watched.dynamic_registration)
        .unwrap_or_default()
}

/// The state of one editor and its folder.
struct Server<'c> {
    connection: &'c Connection,
    console: Console,
    /// The folder that is open.
    folder: PathBuf,
    shows_progress: bool,
    watches: bool,
    sender: Sender<Event>,
    /// The open property files, by their addresses as the editor writes them.
    documents: BTreeMap<String, Document>,
    /// The program, when it is read.
    program: Option<Arc<Program>>,
    /// The findings of `javac` for the last text that it was given, by file.
    code: BTreeMap<PathBuf, (String, Vec<Diagnostic>)>,
    /// The files whose code is being compiled.
    checking: BTreeSet<PathBuf>,
    /// The property files that the configuration names, and how they are read.
    properties: PropertyFiles,
    /// True while the program is read.
    is_reading: bool,
    /// True if it has changed since.
    is_stale: bool,
    /// How many questions the editor was asked.
    asked: i32,
    /// True if the editor is about to leave.
    is_leaving: bool,
}

impl Server<'_> {
    /// Makes events of what the editor says.
    fn forward(&self) {
        let (receiver, sender) = (self.connection.receiver.clone(), self.sender.clone());
        thread::spawn(move || {
            for message in receiver {
                if sender.send(Event::Message(message)).is_err() {
                    return;
                }
            }
            drop(sender.send(Event::Closed));
        });
    }

    fn run(&mut self, events: &Receiver<Event>) -> Result<()> {
        self.watch()?;
        self.read_program()?;
        for event in events {
            match event {
                Event::Message(Message::Request(request)) => self.answer(request)?,
                Event::Message(Message::Notification(said)) if said.method == "exit" => {
                    if self.is_leaving {
                        return Ok(());
                    }
                    bail!("the editor has left without a word");
                }
                Event::Message(Message::Notification(said)) => self.hear(said)?,
                // Nothing depends on the answers to what the editor was asked.
                Event::Message(Message::Response(_)) => {}
                Event::Program(read) => self.take_program(read)?,
                Event::Code { path, text, found } => self.take_code(path, text, found)?,
                Event::Closed => bail!("the editor has left without a word"),
            }
        }
        Ok(())
    }

    fn send(&self, message: impl Into<Message>) -> Result<()> {
        let sent = self.connection.sender.send(message.into());
        sent.ok().context("the editor does not listen")
    }

    fn notify(&self, method: &str, params: impl Serialize) -> Result<()> {
        self.send(Notification::new(method.to_owned(), params))
    }

    fn ask(&mut self, method: &str, params: impl Serialize) -> Result<()> {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        self.send(Request::new(id, method.to_owned(), params))
    }

    /// Asks the editor to say when a source or the configuration changes.
    fn watch(&mut self) -> Result<()> {
        if !self.watches {
            return Ok(());
        }
        let globs = ["**/*.java", "**/residua.toml"].map(|glob| json!({ "globPattern": glob }));
        let registration = json!({
            "id": "residua/files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": globs },
        });
        self.ask(
            "client/registerCapability",
            json!({ "registrations": [registration] }),
        )
    }

    /// Begins to read the program, unless it is being read.
    fn read_program(&mut self) -> Result<()> {
        if self.is_reading {
            self.is_stale = true;
            return Ok(());
        }
        self.is_reading = true;
        self.properties = PropertyFiles::of(&self.folder);
        if self.shows_progress {
            self.ask(
                "window/workDoneProgress/create",
                json!({ "token": PROGRESS }),
            )?;
            let begin = json!({ "kind": "begin", "title": wording::READING });
            self.notify("$/progress", json!({ "token": PROGRESS, "value": begin }))?;
        }
        let (folder, console, sender) = (self.folder.clone(), self.console, self.sender.clone());
        thread::spawn(move || {
            let read = Program::load(&folder, console);
            sender.send(Event::Program(read.map(|program| program.map(Arc::new))))
        });
        Ok(())
    }

    fn take_program(&mut self, read: Result<Option<Arc<Program>>>) -> Result<()> {
        self.is_reading = false;
        if self.shows_progress {
            let end = json!({ "token": PROGRESS, "value": { "kind": "end" } });
            self.notify("$/progress", end)?;
        }
        match read {
            Ok(program) => self.program = program,
            Err(error) => {
                let message = shown_error(&error);
                self.notify(
                    "window/showMessage",
                    json!({ "type": 2, "message": message }),
                )?;
            }
        }
        if std::mem::take(&mut self.is_stale) {
            return self.read_program();
        }
        let open: Vec<String> = self.documents.keys().cloned().collect();
        for uri in open {
            self.check_code(&uri);
            self.publish(&uri)?;
        }
        Ok(())
    }

    fn hear(&mut self, said: Notification) -> Result<()> {
        match &*said.method {
            "textDocument/didOpen" => {
                let params: DidOpenTextDocumentParams = taken(said.params)?;
                let opened = params.text_document;
                self.put(opened.uri, opened.version, opened.text, true)
            }
            "textDocument/didChange" => {
                let params: DidChangeTextDocumentParams = taken(said.params)?;
                // Each change has the whole text, as the capabilities say.
                let Some(change) = params.content_changes.into_iter().next_back() else {
                    return Ok(());
                };
                let changed = params.text_document;
                self.put(changed.uri, changed.version, change.text, false)
            }
            "textDocument/didSave" => {
                let params: DidSaveTextDocumentParams = taken(said.params)?;
                let uri = params.text_document.uri;
                self.check_code(uri.as_str());
                let is_configuration = path_of(&uri).is_some_and(|path| path.ends_with(FILE_NAME));
                let is_source = uri.as_str().ends_with(".java");
                if is_configuration || is_source {
                    self.read_program()?;
                }
                Ok(())
            }
            "textDocument/didClose" => {
                let params: DidCloseTextDocumentParams = taken(said.params)?;
                let uri = params.text_document.uri;
                if self.documents.remove(uri.as_str()).is_some() {
                    self.publish_none(uri)?;
                }
                Ok(())
            }
            "workspace/didChangeWatchedFiles" => self.read_program(),
            _ => Ok(()),
        }
    }

    /// Takes the text of a file that the editor shows.
    fn put(&mut self, uri: Uri, version: i32, text: String, is_opened: bool) -> Result<()> {
        let Some(path) = path_of(&uri) else {
            return Ok(());
        };
        let key = uri.as_str().to_owned();
        let is_known = self.documents.contains_key(&key);
        if !is_known && !is_property_file(&path, &text, &self.properties.named) {
            return Ok(());
        }
        let document = Document::new(uri, path, (version, text), self.properties.fidelity);
        self.documents.insert(key.clone(), document);
        if is_opened {
            self.check_code(&key);
        }
        self.publish(&key)
    }

    /// Begins to compile the code of a file that has no other errors.
    fn check_code(&mut self, uri: &str) {
        let (Some(document), Some(program)) = (self.documents.get(uri), self.program.clone())
        else {
            return;
        };
        let Some(specification) = document.specification.clone() else {
            return;
        };
        let has_code = property_code::has_code(&specification);
        let is_known = self
            .code
            .get(&document.path)
            .is_some_and(|(text, _)| *text == document.text);
        if !document.is_sound()
            || !has_code
            || is_known
            || !self.checking.insert(document.path.clone())
        {
            return;
        }
        let (path, text, sender) = (
            document.path.clone(),
            document.text.clone(),
            self.sender.clone(),
        );
        thread::spawn(move || {
            let file = PropertyFile {
                sha256: sha256(text.as_bytes()),
                text,
                imported: Vec::new(),
                specification,
            };
            let found = program.code_findings(&file);
            sender.send(Event::Code {
                path,
                text: file.text,
                found,
            })
        });
    }

    fn take_code(&mut self, path: PathBuf, text: String, found: Vec<Diagnostic>) -> Result<()> {
        self.checking.remove(&path);
        let uris = self
            .documents
            .iter()
            .filter(|(_, document)| document.path == path);
        let uris: Vec<String> = uris.map(|(uri, _)| uri.clone()).collect();
        self.code.insert(path, (text, found));
        uris.iter().try_for_each(|uri| self.publish(uri))
    }

    /// Gives the editor all that is wrong with a file.
    fn publish(&self, uri: &str) -> Result<()> {
        let Some(document) = self.documents.get(uri) else {
            return Ok(());
        };
        let mut found = document.findings.clone();
        if let (Some(program), Some(specification)) = (&self.program, &document.specification) {
            found.extend(program.findings(specification));
        }
        let compiled = self.code.get(&document.path);
        let compiled = compiled.filter(|(text, _)| *text == document.text);
        found.extend(compiled.into_iter().flat_map(|(_, found)| found.clone()));

        let file = document.file();
        let own = found.iter().filter(|finding| finding.file == file);
        let diagnostics = own.map(|finding| diagnostic(document, finding)).collect();
        let params = PublishDiagnosticsParams::new(
            document.uri.clone(),
            diagnostics,
            Some(document.version),
        );
        self.notify("textDocument/publishDiagnostics", params)
    }

    fn publish_none(&self, uri: Uri) -> Result<()> {
        let params = PublishDiagnosticsParams::new(uri, Vec::new(), None);
        self.notify("textDocument/publishDiagnostics", params)
    }

    fn answer(&mut self, request: Request) -> Result<()> {
        let id = request.id.clone();
        let answered = match self.result(request) {
            Ok(value) => Response::new_ok(id, value),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        };
        self.send(answered)
    }

    fn result(&mut self, request: Request) -> Answer {
        let program = self.program.clone();
        let program = program.as_deref();
        let params = request.params;
        match &*request.method {
            "shutdown" => {
                self.is_leaving = true;
                Ok(Value::Null)
            }
            "textDocument/hover" => {
                let asked: HoverParams = read(params)?;
                let at = asked.text_document_position_params;
                let document = self.document(&at.text_document.uri);
                value(document.and_then(|document| hover::hover(document, program, at.position)))
            }
            "textDocument/completion" => {
                let asked: CompletionParams = read(params)?;
                let at = asked.text_document_position;
                let document = self.document(&at.text_document.uri);
                value(
                    document
                        .map(|document| completion::completions(document, program, at.position)),
                )
            }
            "textDocument/definition" => {
                let asked: GotoDefinitionParams = read(params)?;
                let at = asked.text_document_position_params;
                let document = self.document(&at.text_document.uri);
                value(
                    document.map(|document| navigation::definition(document, program, at.position)),
                )
            }
            "textDocument/references" => {
                let asked: ReferenceParams = read(params)?;
                let at = asked.text_document_position;
                let declaration = asked.context.include_declaration;
                let document = self.document(&at.text_document.uri);
                value(
                    document
                        .map(|document| navigation::references(document, at.position, declaration)),
                )
            }
            "textDocument/documentHighlight" => {
                let asked: DocumentHighlightParams = read(params)?;
                let at = asked.text_document_position_params;
                let document = self.document(&at.text_document.uri);
                value(document.map(|document| navigation::highlights(document, at.position)))
            }
            "textDocument/documentSymbol" => {
                let asked: DocumentSymbolParams = read(params)?;
                let document = self.document(&asked.text_document.uri);
                value(document.map(navigation::outline))
            }
            "textDocument/prepareRename" => {
                let at: TextDocumentPositionParams = read(params)?;
                let document = self.document(&at.text_document.uri);
                refused(document.map(|document| navigation::renamable(document, at.position)))
            }
            "textDocument/rename" => {
                let asked: RenameParams = read(params)?;
                let at = asked.text_document_position;
                let document = self.document(&at.text_document.uri);
                refused(document.map(|document| {
                    navigation::rename(document, at.position, asked.new_name.trim())
                }))
            }
            other => Err((
                ErrorCode::MethodNotFound,
                format!("`{other}` is not served"),
            )),
        }
    }

    fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents.get(uri.as_str())
    }
}

/// An error in one line for each finding.
fn shown_error(error: &anyhow::Error) -> String {
    let Some(Rejected(findings)) = error.downcast_ref::<Rejected>() else {
        return format!("{error:#}");
    };
    let line = |finding: &Diagnostic| {
        let Diagnostic {
            file,
            span,
            message,
            ..
        } = finding;
        let help = finding.help.as_ref();
        let help = help.map_or_else(String::new, |help| format!(": {help}"));
        format!("{file}:{}: {message}{help}", span.line)
    };
    findings.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The answer to a question, or the code and the words of its refusal.
type Answer = Result<Value, (ErrorCode, String)>;

fn taken<T: DeserializeOwned>(params: Value) -> Result<T> {
    serde_json::from_value(params).context("the editor says something that is not of the protocol")
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, (ErrorCode, String)> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn value(result: impl Serialize) -> Answer {
    serde_json::to_value(result).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

fn refused(result: Option<Result<impl Serialize, String>>) -> Answer {
    match result {
        Some(Err(reason)) => Err((ErrorCode::RequestFailed, reason)),
        Some(Ok(result)) => value(result),
        None => Ok(Value::Null),
    }
}

fn diagnostic(document: &Document, finding: &Diagnostic) -> lsp_types::Diagnostic {
    let severity = match finding.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    };
    let help = finding.help.as_ref();
    let help = help.map_or_else(String::new, |help| format!("\nhelp: {help}"));
    lsp_types::Diagnostic {
        range: positions::of_span(&document.lines, &document.text, finding.span),
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.code.clone())),
        source: Some("residua".to_owned()),
        message: format!("{}{help}", finding.message),
        ..lsp_types::Diagnostic::default()
    }
}
