//! Neovim as an editor: its own client asks the server.

use std::process::Command;

use serde_json::{Value, json};
use test_support::residua_path;

use super::project;

/// Starts the server for the file that is open, waits for what a user waits for, and prints it.
const SCRIPT: &str = r#"
local out = {}
local client = vim.lsp.start_client({
  name = 'residua', cmd = { vim.env.RESIDUA, 'lsp' }, root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)
local function wait(what, done)
  if not vim.wait(60000, done, 50) then error(what .. ' did not come') end
end
local function at(line, column)
  return { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = column } }
end
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000)
  local answer = answers and answers[client]
  if not answer or answer.err then error(method .. ': ' .. vim.inspect(answers)) end
  return answer.result
end
wait('the server', function() return vim.lsp.buf_get_clients(0)[client] ~= nil end)
-- The program is read in the background: the class has a hover when it is.
wait('the program', function()
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', at(2, 18), 60000)
  return answers and answers[client] and answers[client].result ~= nil
end)
vim.api.nvim_buf_set_lines(0, 11, 12, false, { '          - fresh -> live: opne' })
wait('a finding', function() return #vim.diagnostic.get(0) > 0 end)
out.finding = vim.diagnostic.get(0)[1].message
vim.api.nvim_buf_set_lines(0, 11, 12, false, { '          - fresh -> live: open' })
wait('no finding', function() return #vim.diagnostic.get(0) == 0 end)
out.completions = #ask('textDocument/completion', at(4, 25))
out.definition = ask('textDocument/definition', at(5, 22))[1].uri
local rename = at(13, 12)
rename.newName = 'opened'
vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', rename), 'utf-16')
out.lines = vim.api.nvim_buf_get_lines(0, 9, 14, false)
io.stdout:write(vim.fn.json_encode(out))
vim.cmd('qa!')
"#;

#[test]
fn neovim_shows_findings_and_changes_names() {
    if Command::new("nvim").arg("--version").output().is_err() {
        eprintln!("left out: Neovim is not installed");
        return;
    }
    let project = project();
    project.write("client.lua", SCRIPT.as_bytes());
    let mut nvim = Command::new("nvim");
    nvim.args([
        "--headless",
        "-u",
        "NONE",
        "-n",
        "session.yaml",
        "-c",
        "luafile client.lua",
    ])
    .env("RESIDUA", residua_path());
    let run = project.command(&mut nvim).succeeds();
    let told = run.stdout.trim();
    let seen: Value =
        serde_json::from_str(told).unwrap_or_else(|error| panic!("{error}: {told} {}", run.stderr));
    assert!(
        seen["finding"]
            .as_str()
            .is_some_and(|finding| finding.contains("`opne`")),
        "{seen}"
    );
    assert!(seen["completions"].as_u64() > Some(3), "{seen}");
    assert!(
        seen["definition"]
            .as_str()
            .is_some_and(|uri| uri.ends_with("/src/app/Session.java")),
        "{seen}"
    );
    assert_eq!(
        seen["lines"][0],
        json!("        states: {fresh: initial, opened: , early: bad}".trim_end()),
        "{seen}"
    );
}
