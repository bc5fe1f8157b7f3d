/** An editor: a client of the protocol, and a server in a process of its own, over a project in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from 'vscode-languageserver/node';
import { LineIndex } from '../../../cli/lsp/lines.ts';
import { ROOT } from '../../support/root.ts';
import { temporaryFolder } from '../cli-fixture.ts';

export interface Editor {
  readonly folder: string;
  readonly connection: ProtocolConnection;
  readonly started: InitializeResult;
  readonly uri: (path: string) => string;
  /** Opens a file, with another text than the one on disk where one is given; gives the text. */
  readonly open: (path: string, text?: string) => Promise<string>;
  readonly change: (path: string, text: string) => Promise<void>;
  readonly close: (path: string) => Promise<void>;
  /** The server's diagnostics of a file, as soon as they fit. */
  readonly diagnostics: (
    path: string,
    fits: (found: readonly Diagnostic[]) => boolean,
  ) => Promise<readonly Diagnostic[]>;
  /** Shuts the server down; gives its exit code. */
  readonly leave: () => Promise<number | null>;
  /** Its standard error. */
  readonly complaints: () => string;
}

/** The endpoints and the configuration of the repository in a new folder. */
export function copyOfRepository(): string {
  const folder = temporaryFolder();
  for (const path of ['endpoints', 'quern.yaml'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, force: true });
  return folder;
}

/** Starts `bin`, the script of the command line, as an editor does. */
export async function startEditor(bin: readonly string[], folder: string): Promise<Editor> {
  const child = spawn(process.execPath, [...bin, 'lsp', '--stdio'], { cwd: folder });
  let complaints = '';
  child.stderr.on('data', chunk => {
    complaints += String(chunk);
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const uri = (path: string) => pathToFileURL(join(folder, path)).href;
  const found = new Map<string, readonly Diagnostic[]>();
  let told = () => {};
  connection.onNotification('textDocument/publishDiagnostics', params => {
    found.set(params.uri, params.diagnostics);
    told();
  });
  connection.listen();
  const died = new Promise<never>((_, reject) => {
    child.once('exit', code => reject(new Error(`the server ended with ${code}: ${complaints}`)));
  });
  const starting = connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {},
  });
  const started = await Promise.race([starting, died]);
  died.catch(() => {});
  await connection.sendNotification('initialized', {});
  let version = 0;
  return {
    folder,
    connection,
    started,
    uri,
    open: async (path, text = readFileSync(join(folder, path), 'utf8')) => {
      const textDocument = { uri: uri(path), languageId: 'yaml', version: ++version, text };
      await connection.sendNotification('textDocument/didOpen', { textDocument });
      return text;
    },
    change: async (path, text) => {
      const textDocument = { uri: uri(path), version: ++version };
      const contentChanges = [{ text }];
      await connection.sendNotification('textDocument/didChange', { textDocument, contentChanges });
    },
    close: async path => {
      const textDocument = { uri: uri(path) };
      await connection.sendNotification('textDocument/didClose', { textDocument });
    },
    diagnostics: (path, fits) =>
      new Promise(resolve => {
        told = () => {
          const now = found.get(uri(path)) ?? [];
          if (fits(now)) resolve(now);
        };
        told();
      }),
    leave: () => leave(connection, child),
    complaints: () => complaints,
  };
}

async function leave(connection: ProtocolConnection, child: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  return ended;
}

/** Writes a file of the project, as another program does, and notifies the server. */
export async function putOnDisk(editor: Editor, path: string, text: string): Promise<void> {
  writeFileSync(join(editor.folder, path), text);
  const changes = [{ uri: editor.uri(path), type: 2 }];
  await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
}

/** The position of `mark` in `text`, `further` characters behind its beginning. */
export function positionOf(text: string, mark: string, further = 0): Position {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`the text has no ${mark}`);
  return positionAt(text, at + further);
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** The text after the edits of the server. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  const lines = new LineIndex(text);
  const spans = edits.map(({ range, newText }) => ({
    start: lines.offsetAt(range.start),
    end: lines.offsetAt(range.end),
    newText,
  }));
  return spans
    .sort((a, b) => b.start - a.start)
    .reduce((all, { start, end, newText }) => all.slice(0, start) + newText + all.slice(end), text);
}
