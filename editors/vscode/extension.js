/** Starts the language server of the workspace, and sends it the edited documents. */
const { commands, window, workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');
const { findServer } = require('./server.js');

let client = null;

async function activate(context) {
  context.subscriptions.push(commands.registerCommand('quern.restart', restart));
  await start();
}

async function deactivate() {
  await client?.stop();
  client = null;
}

async function restart() {
  await deactivate();
  await start();
}

async function start() {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const server = findServer(folders, workspace.getConfiguration('quern').get('path', ''));
  if (server === null) {
    window.showWarningMessage(
      'Quern is not installed in this workspace: run `npm install --save-dev quern`, or set `quern.path`.',
    );
    return;
  }
  client = new LanguageClient(
    'quern',
    'Quern',
    { module: server, args: ['lsp'], transport: TransportKind.stdio },
    {
      documentSelector: [
        { scheme: 'file', language: 'yaml' },
        { scheme: 'file', pattern: '**/*.sql' },
      ],
    },
  );
  await client.start();
}

module.exports = { activate, deactivate };
