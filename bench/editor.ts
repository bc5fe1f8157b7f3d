/**
 * Measures how long an editor waits for `quern lsp` in a project of 1,000 endpoints: from a key stroke to the faults of the
 * file, and to the items of a completion. The server runs in its own process, over standard input and output. Each stroke
 * breaks the file or fixes it, so that an answer follows. Times are milliseconds on the clock.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { packageRoot } from '../server/pages/templates.ts';
import { inputs, putFiles } from './support/projects.ts';

const ENDPOINTS = 1_000;
const STROKES = 100;
const BIN = fileURLToPath(new URL('dist/cli/bin.js', packageRoot()));

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const files = inputs(ENDPOINTS);
  putFiles(folder, files);
  try {
    const endpoint = files.find(({ path }) => path.includes('usage.api-counts'));
    const sources = files.find(({ path }) => path.endsWith('sources.yaml'));
    if (endpoint === undefined || sources === undefined) throw new Error('files are missing');
    await measure(folder, [
      { path: endpoint.path, text: String(endpoint.bytes), from: 'contains(', to: 'contain(' },
      { path: sources.path, text: String(sources.bytes), from: 'type: int64', to: 'type: int6' },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Typed {
  readonly path: string;
  readonly text: string;
  /** A piece of the text, and its broken form. */
  readonly from: string;
  readonly to: string;
}

async function measure(folder: string, typed: readonly Typed[]): Promise<void> {
  const child = spawn(process.execPath, [BIN, 'lsp'], { cwd: folder });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  let told: (uri: string) => void = () => {};
  connection.onNotification('textDocument/publishDiagnostics', ({ uri }) => told(uri));
  connection.listen();
  await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification('initialized', {});
  const published = (uri: string) =>
    new Promise<void>(resolve => {
      told = about => {
        if (about === uri) resolve();
      };
    });
  for (const { path, text, from, to } of typed) {
    const uri = pathToFileURL(join(folder, path)).href;
    const change = async (now: string, version: number) => {
      const contentChanges = [{ text: now }];
      const textDocument = { uri, version };
      await connection.sendNotification('textDocument/didChange', { textDocument, contentChanges });
    };
    const textDocument = { uri, languageId: 'yaml', version: 0, text };
    const opened = performance.now();
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    const position = {
      line: text.slice(0, text.indexOf(from)).split('\n').length - 1,
      character: 20,
    };
    const complete = () =>
      connection.sendRequest('textDocument/completion', { textDocument: { uri }, position });
    await complete();
    const first = performance.now() - opened;
    const [faults, items]: [number[], number[]] = [[], []];
    for (let stroke = 0; stroke < STROKES; stroke += 1) {
      const isBroken = stroke % 2 === 0;
      const start = performance.now();
      const shown = published(uri);
      await change(isBroken ? text.replace(from, to) : text, stroke + 1);
      await shown;
      faults.push(performance.now() - start);
      const asked = performance.now();
      await complete();
      items.push(performance.now() - asked);
    }
    process.stdout.write(`${path}: first answer ${first.toFixed(0)} ms\n`);
    process.stdout.write(`  faults after a stroke: ${row(faults)}\n  completion: ${row(items)}\n`);
  }
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
}

function row(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  return `median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)} ms`;
}

await main();
