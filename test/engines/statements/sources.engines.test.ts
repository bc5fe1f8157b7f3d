/** SQL of data sets in an engine's own words, executed: it keeps its meaning beside other SQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { compile } from '../../../generator/compile.ts';
import type { Statement } from '../../../generator/core/output/statement.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { KITS } from '../index.ts';
import { type Engines, engineFor, openEngines } from '../open-engines.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const each = (text: string) => [...DIALECTS.keys()].map(name => `${name}: ${text}`).join(', ');
const SOURCES = `
sources:
  errors:
    tables: { ${each(`{ table: logs, where: "kind = 'error' OR kind = 'fatal'" }`)} }
    columns:
      id: { type: int64, required: true }
      level: string
      odd: { type: bool, ${each('"size < 0 OR size > 9"')} }
`;
const ENDPOINT = `
endpoint: trusted.sql
id: 00000000-0000-4000-8000-00000000a005
from: errors
where: [level != 'debug', not odd, odd = false]
select: { id: id, even: not odd }
order_by: [id]
`;
const ROWS = [
  { id: 1n, level: 'info', size: 5n, kind: 'error' },
  { id: 2n, level: 'debug', size: 5n, kind: 'error' },
  { id: 3n, level: 'info', size: 5n, kind: 'other' },
  { id: 4n, level: 'debug', size: 5n, kind: 'fatal' },
  { id: 5n, level: 'info', size: -5n, kind: 'fatal' },
  { id: 6n, level: 'info', size: 10n, kind: 'fatal' },
  { id: 7n, level: 'info', size: 0n, kind: 'fatal' },
];

test.each([...DIALECTS.keys()])('%s', async name => {
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/trusted.sql.yaml', bytes: ENDPOINT },
    ],
    { dialects: [name] },
  );
  expect(diagnostics).toEqual([]);
  const engine = engineFor(engines, name);
  const compiled = compilation.endpoints[0]?.engines[0];
  if (compiled === undefined) throw new Error(`nothing for ${name}`);
  const columns = {
    id: { type: 'int64', required: true },
    level: { type: 'string' },
    size: { type: 'int64' },
    kind: { type: 'string' },
  } as const;
  await engine.load([{ name: 'logs', layout: 'nested', columns, rows: ROWS }]);
  const textOf = ({ sql }: Statement) => sql.join('');
  for (const statement of [compiled.saved, ...compiled.statements.values()]) {
    const { rows } = await engine.run(textOf(statement));
    expect(rows.map(([id, even]) => [id, Boolean(even)])).toEqual([
      [1n, true],
      [7n, true],
    ]);
  }
});

const FLOATS = `
sources:
  samples:
    tables: { ${each('{ table: samples }')} }
    columns:
      id: { type: int64, required: true }
      stats:
        record:
          mean: { type: float64, ${[...KITS].map(([name, { sql }]) => `${name}: "${sql.notANumber}"`).join(', ')} }
          n: { type: int64, ${each('id + 0')} }
`;

test.each([...DIALECTS.keys()])('%s: a record that holds what JSON cannot is JSON', async name => {
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: FLOATS },
      {
        path: 'endpoints/trusted.sql.yaml',
        bytes: `${ENDPOINT.replace('errors', 'samples').replace(/where.*/s, '')}select: [stats]`,
      },
    ],
    { dialects: [name] },
  );
  expect(diagnostics).toEqual([]);
  const engine = engineFor(engines, name);
  const [statement] = compilation.endpoints[0]?.engines[0]?.statements.values() ?? [];
  if (statement === undefined) throw new Error(`nothing for ${name}`);
  const columns = { id: { type: 'int64', required: true } } as const;
  await engine.load([{ name: 'samples', layout: 'nested', columns, rows: [{ id: 1n }] }]);
  const [[text] = []] = (await engine.run(statement.sql.join(''))).rows;
  const { mean, n } = JSON.parse(String(text));
  // as the service reads them: the text NaN is not a number either
  expect([null, 'NaN']).toContain(mean);
  expect(String(n)).toBe('1');
});

/** The records lie in a column `body`, and `meta` in a part of it. */
const PARTS = {
  bigquery: 'body.part',
  clickhouse: 'body.part',
  duckdb: 'body.part',
  postgres: "body -> 'part'",
};
const MOVED = `
sources:
  entries:
    tables: { ${each('{ table: entries }')} }
    columns:
      id: { type: int64, required: true }
      meta:
        ${Object.entries(PARTS)
          .map(([name, text]) => `${name}: "${text}"`)
          .join('\n        ')}
        record: { level: string, inner: { record: { n: int64, tags: { list: string } } } }
`;

test.each([...DIALECTS.keys()])('%s: a record may have SQL of its own', async name => {
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: MOVED },
      {
        path: 'endpoints/trusted.sql.yaml',
        bytes: `${ENDPOINT.replace('errors', 'entries').replace(/where.*/s, '')}where: [meta.inner.n > 1]
select: { id: id, level: meta.level, tags: length(meta.inner.tags), meta: meta }\norder_by: [id]\n`,
      },
    ],
    { dialects: [name] },
  );
  expect(diagnostics).toEqual([]);
  const engine = engineFor(engines, name);
  const inner = { n: 'int64', tags: { list: 'string' } } as const;
  const part = { level: 'string', inner: { record: inner } } as const;
  const columns = {
    id: { type: 'int64', required: true },
    body: { type: { record: { part: { record: part } } } },
  } as const;
  const rows = [1n, 2n, 3n].map(n => {
    return { id: n, body: { part: { level: `l${n}`, inner: { n, tags: ['a', 'b'] } } } };
  });
  await engine.load([{ name: 'entries', layout: 'nested', columns, rows }]);
  const [compiled] = compilation.endpoints[0]?.engines ?? [];
  if (compiled === undefined) throw new Error(`nothing for ${name}`);
  for (const { sql } of [compiled.saved, ...compiled.statements.values()]) {
    const answer = await engine.run(sql.join(''));
    const shown = answer.rows.map(([id, level, tags, meta]) => [
      id,
      level,
      tags,
      JSON.parse(String(meta)),
    ]);
    const metaOf = (n: number) => ({ level: `l${n}`, inner: { n, tags: ['a', 'b'] } });
    expect(shown).toEqual([2, 3].map(n => [BigInt(n), `l${n}`, 2n, metaOf(n)]));
  }
  // the project does not say which columns this SQL reads
  const [endpoint] = manifestOf(compilation).endpoints;
  expect(endpoint?.engines[name]?.reads).toEqual({ entries: ['id'] });
});

const NAMESAKES = `
sources:
  visits:
    tables: { ${each('{ table: visits }')} }
    columns:
      id: { type: int64, required: true }
      seen:
        type: timestamp
        required: true
        ${[...KITS].map(([name, { sql }]) => `${name}: "${sql.instant('seen')}"`).join('\n        ')}
      page: { type: int64, ${each('length(page)')} }
`;
const VISITS = [
  { id: 1n, seen: 60n, page: '/' },
  { id: 2n, seen: 120n, page: '/about' },
  { id: 3n, seen: 180n, page: '/' },
  { id: 4n, seen: 90n, page: '/about' },
];

test.each([...DIALECTS.keys()])('%s: SQL that names its own output sorts by it', async name => {
  const order = (keys: string) =>
    ENDPOINT.replace('errors', 'visits')
      .replace(/where.*/s, 'select: [id, seen, page]\n')
      .concat(`order_by: [${keys}]\n`);
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: NAMESAKES },
      { path: 'endpoints/trusted.sql.yaml', bytes: order('page desc, seen') },
      {
        path: 'endpoints/newest.yaml',
        bytes: order('seen desc').replace('trusted.sql', 'newest').replace('a005', 'a006'),
      },
    ],
    { dialects: [name] },
  );
  expect(diagnostics).toEqual([]);
  const engine = engineFor(engines, name);
  const columns = {
    id: { type: 'int64', required: true },
    seen: { type: 'int64', required: true },
    page: { type: 'string' },
  } as const;
  await engine.load([{ name: 'visits', layout: 'nested', columns, rows: VISITS }]);
  const expected = new Map([
    ['newest', [3n, 2n, 4n, 1n]],
    ['trusted.sql', [4n, 2n, 1n, 3n]],
  ]);
  for (const { endpoint, engines: compiled } of compilation.endpoints)
    for (const { saved, statements } of compiled)
      for (const { sql } of [saved, ...statements.values()]) {
        const { rows } = await engine.run(sql.join(''));
        expect([sql.join(''), rows.map(([id]) => id)]).toEqual([
          sql.join(''),
          expected.get(endpoint.name),
        ]);
      }
});
