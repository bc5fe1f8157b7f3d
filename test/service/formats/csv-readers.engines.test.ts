/** Answers as CSV in programs that read it: each row of the answer is a row there, also one of NULLs. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quern, removeFolders } from '../../cli/cli-fixture.ts';
import { csvCells } from '../../support/formats.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';

/** The values of each column in its rows, in order; `null` is NULL. */
const VALUES = {
  texts: ['a', null, '', 'b', null],
  numbers: ['1', null, '2', null, '3'],
  nothing: [null, null],
  documents: ['{"a":1}', null, '[]'],
} as const;
type Name = keyof typeof VALUES;
const TYPES: Readonly<Record<Name, readonly [declared: string, stored: string]>> = {
  texts: ['string', 'VARCHAR'],
  numbers: ['int64', 'BIGINT'],
  nothing: ['string', 'VARCHAR'],
  documents: ['json', 'VARCHAR'],
};
const NAMES = Object.keys(VALUES) as readonly Name[];

const literal = (value: string | null) => (value === null ? 'NULL' : `'${value}'`);
const TABLES = NAMES.map(name => {
  const rows = VALUES[name].map((value, at) => `(${at}, ${literal(value)})`);
  return `CREATE TABLE ${name} (line BIGINT NOT NULL, value ${TYPES[name][1]});
INSERT INTO ${name} VALUES ${rows.join(', ')};`;
}).join('\n');

const source = (name: Name) => `  ${name}:
    tables: { duckdb: { table: ${name} } }
    key: [line]
    columns: { line: { type: int64, required: true }, value: { type: ${TYPES[name][0]} } }
`;
const endpoint = (name: Name, at: number) => `endpoint: ${name}
id: 00000000-0000-4000-8000-00000000c5${at}0
engines: [duckdb]
from: ${name}
select: [value]
`;

let served: ServeProcess;
beforeAll(async () => {
  served = await serveTables(TABLES, {
    'endpoints/sources.yaml': `sources:\n${NAMES.map(source).join('')}`,
    ...Object.fromEntries(NAMES.map((name, at) => [`endpoints/${name}.yaml`, endpoint(name, at)])),
  });
});
afterAll(async () => {
  await served?.stop();
  removeFolders();
});

async function answered(name: Name) {
  const response = await fetch(`${served.url}/api/endpoints/${name}?format=csv`);
  expect(response.status).toBe(200);
  return response.text();
}

async function printed(name: Name) {
  const { exit, stdout, stderr } = await quern(served.folder, ['run', name, '--format', 'csv']);
  expect([exit, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  return stdout;
}

/** The rows after the line of names, as Python's own reader finds them. */
async function byPython(text: string): Promise<readonly (readonly string[])[]> {
  const code =
    'import csv, json, sys; print(json.dumps(list(csv.reader(open(sys.argv[1], newline="")))[1:]))';
  const { stdout } = await promisify(execFile)('python3', ['-c', code, fileOf(text)]);
  return JSON.parse(stdout);
}

async function byDuckDb(text: string): Promise<readonly unknown[]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    const read = `SELECT value FROM read_csv('${fileOf(text)}', header = true, auto_detect = false, columns = { value: 'VARCHAR' })`;
    return (await connection.runAndReadAll(read)).getRows().map(([value]) => value);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function fileOf(text: string): string {
  const path = join(served.folder, 'answer.csv');
  writeFileSync(path, text);
  return path;
}

describe.each(NAMES)('rows of one column, %s', name => {
  const texts = VALUES[name].map(value => value ?? '').toSorted();

  it.each([
    ['of the service', answered],
    ['of the command', printed],
  ])('are all read from CSV %s', async (_, rowsOf) => {
    const text = await rowsOf(name);
    const [head, ...lines] = csvCells(text);
    expect([head, lines.flat().toSorted()]).toEqual([['value'], texts]);
    const read = await byPython(text);
    expect(read.every(({ length }) => length === 1)).toBe(true);
    expect(read.flat().toSorted()).toEqual(texts);
    expect((await byDuckDb(text)).map(value => value ?? '').toSorted()).toEqual(texts);
  });
});
