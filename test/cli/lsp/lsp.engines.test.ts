/** A real client of the protocol drives the server over standard input and output. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../support/root.ts';
import { removeFolders } from '../cli-fixture.ts';
import { copyOfRepository, type Editor, positionOf, putOnDisk, startEditor } from './editor.ts';

const BIN = ['--import', join(ROOT, 'test/support/typescript.mjs'), join(ROOT, 'cli/bin.ts')];
const LOGS = 'endpoints/logs.all.yaml';
const COUNTS = 'endpoints/usage.api-counts.yaml';
const SOURCES = 'endpoints/sources.yaml';

const isEmpty = (found: readonly unknown[]) => found.length === 0;
const isFound = (found: readonly unknown[]) => found.length > 0;

let editor: Editor;
beforeAll(async () => {
  editor = await startEditor(BIN, copyOfRepository());
});
afterAll(async () => {
  expect(await editor.leave()).toBe(0);
  expect(editor.complaints()).toBe('');
  removeFolders();
});

describe('diagnostics', () => {
  it('follow what one types, with places, hints and the page of the code', async () => {
    const text = await editor.open(LOGS);
    await editor.change(LOGS, text.replace('project = @project', 'projct = @project'));
    const [fault] = await editor.diagnostics(LOGS, isFound);
    expect(fault).toMatchObject({
      code: 'unknown-column',
      severity: 1,
      source: 'quern',
      message: expect.stringMatching(/`projct`.*\n.*`project`/),
    });
    expect(fault?.range.start).toEqual(positionOf(text, 'project = @project'));
    expect(fault?.codeDescription?.href).toMatch(/^file:.*docs\/diagnostics\/unknown-column\.md$/);
    await editor.change(LOGS, text);
    await editor.diagnostics(LOGS, isEmpty);
    await editor.close(LOGS);
  });

  it('of data sets reach the endpoints that stand on them, open or not', async () => {
    const text = await editor.open(SOURCES);
    await editor.change(SOURCES, text.replaceAll('event_message:', 'event_massage:'));
    const [fault] = await editor.diagnostics(LOGS, isFound);
    expect(fault).toMatchObject({ code: 'unknown-column' });
    expect(await editor.diagnostics(COUNTS, isEmpty)).toEqual([]);
    await editor.close(SOURCES);
    await editor.diagnostics(LOGS, isEmpty);
  });

  it('of a file on disk that another program writes', async () => {
    const text = await editor.open(COUNTS);
    await editor.close(COUNTS);
    await putOnDisk(editor, COUNTS, text.replace('from: edge_logs', 'from: edge_log'));
    expect(await editor.diagnostics(COUNTS, isFound)).toMatchObject([{ code: 'unknown-source' }]);
    await putOnDisk(editor, COUNTS, text);
    await editor.diagnostics(COUNTS, isEmpty);
  });

  it('of endpoints that share an identifier, in a file that is not on disk yet', async () => {
    const text = await editor.open(COUNTS);
    const copy = 'endpoints/usage.copy.yaml';
    await editor.open(copy, text.replace('usage.api-counts', 'usage.copy'));
    expect(await editor.diagnostics(copy, isFound)).toMatchObject([{ code: 'duplicate-id' }]);
    await editor.close(copy);
    await editor.diagnostics(copy, isEmpty);
    await editor.close(COUNTS);
  });

  it("of what own SQL reads, by the engine's own parser", async () => {
    const path = 'endpoints/own.yaml';
    const text = (from: string) =>
      `endpoint: own\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a55\nquery: { duckdb: "SELECT id FROM ${from}" }\ncolumns: { id: string }\nengines: [duckdb]\n`;
    await editor.open(path, text("'edge_logs'"));
    expect(await editor.diagnostics(path, isFound)).toMatchObject([{ code: 'unscoped-read' }]);
    await editor.change(path, text('main.edge_logs'));
    const isOther = (found: readonly { readonly code?: unknown }[]) =>
      found.some(({ code }) => code === 'undeclared-read');
    expect(await editor.diagnostics(path, isOther)).toHaveLength(1);
    await editor.close(path);
    await editor.diagnostics(path, isEmpty);
  });

  it('of the configuration, which stays in force while it is broken', async () => {
    const text = await editor.open('quern.yaml');
    await editor.change('quern.yaml', text.replace('queue: 64', 'queue: many'));
    expect(await editor.diagnostics('quern.yaml', isFound)).toMatchObject([{ source: 'quern' }]);
    await editor.change('quern.yaml', text);
    await editor.diagnostics('quern.yaml', isEmpty);
    await editor.close('quern.yaml');
  });

  it('of every beginning of a file', async () => {
    const text = await editor.open(LOGS);
    for (let at = 0; at < text.length; at += 97) await editor.change(LOGS, text.slice(0, at));
    await editor.change(LOGS, text);
    await editor.diagnostics(LOGS, isEmpty);
    await editor.close(LOGS);
  });
});
