/** Values of documents: a value that its type lacks is NULL, and breaks no statement; a value that measures share is read once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { prepare, resultOf } from '../../equality/execute.ts';
import { allPortable } from '../../support/projects/portable.ts';
import { openDuckDb } from '../duckdb/open-duckdb.ts';
import type { Binding, OpenTestEngine } from '../test-engine.ts';
import { openPostgres } from './open-postgres.ts';

let engines: readonly OpenTestEngine[];
beforeAll(async () => {
  engines = [await openPostgres(), await openDuckDb()];
});
afterAll(() => Promise.all(engines.map(engine => engine.close())));
const postgres = () => engines[0] ?? expect.fail();

function endpointOf(sources: string, body: string) {
  const head = 'endpoint: all.rows\nid: 00000000-0000-4000-8000-00000000f420\nfrom: given\n';
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: sources },
      { path: 'endpoints/all.rows.yaml', bytes: head + body },
    ],
    { dialects: null },
  );
  expect(renderDiagnostics(diagnostics)).toBe('');
  return allPortable(compilation.project.endpoints)[0] ?? expect.fail();
}

// ---- leaves of hostile documents ------------------------------------------------------------------------------------

const EACH = [
  ...['null', 'true', '"true"', '"12"', '12', '12.0', '12.5', '1e400', '-1e400', '1e-400', '1e29'],
  ...['99999999999999999999999999999.9999999994', '99999999999999999999999999999.9999999996'],
  ...['9223372036854775807', '18446744073709551616', '-9223372036854775809', '[12]', '[[12]]'],
  ...['-9223372036854775808', '-9223372036854775807.000', '1234567890123456789.5', '-0.0', '-7'],
  ...['5e-324', '-5e-324', '4e-324', '1.7976931348623157e308', '-1.7976931348623157e308'],
  ...['1.7976931348623158e308', '1e300', '-1e-300', '0e-400', '"-"', '"1e400"'],
  ...[
    '{"v": 12}',
    '[]',
    '{}',
    '""',
    '"2024-02-29"',
    '"2023-02-29"',
    '"1900-02-29"',
    '"2000-02-29"',
  ],
  ...['"0000-01-01"', '"2024-04-31"', '"2024-12-31"', '"2024-02-29T23:59:59.9999999Z"'],
  ...['"2024-02-30T10:00:00Z"', '"2024-06-30 10:00:00.5+02:00"', '"2024-06-30T24:00:00Z"'],
  ...['"2024-06-30T10:00:60Z"', '"2024-06-30T10:00:00+15:00"', '"infinity"', '"now"', '"NaN"'],
] as const;
type Text = (typeof EACH)[number];

/** The values that are not NULL. */
const KNOWN = {
  string: {
    ...Object.fromEntries(
      EACH.filter(text => text.startsWith('"')).map(text => [text, JSON.parse(text)]),
    ),
  },
  int64: {
    '12': 12n,
    '12.0': 12n,
    '-7': -7n,
    '-0.0': 0n,
    '0e-400': 0n,
    '9223372036854775807': 9223372036854775807n,
    '-9223372036854775808': -9223372036854775808n,
    '-9223372036854775807.000': -9223372036854775807n,
  },
  float64: {
    '12': 12,
    '12.0': 12,
    '12.5': 12.5,
    '-7': -7,
    '-0.0': 0,
    '0e-400': 0,
    '5e-324': 5e-324,
    '-5e-324': -5e-324,
    '1e300': 1e300,
    '-1e-300': -1e-300,
    '1.7976931348623157e308': Number.MAX_VALUE,
    '-1.7976931348623157e308': -Number.MAX_VALUE,
    '1234567890123456789.5': Number('1234567890123456789.5'),
    '-9223372036854775808': -(2 ** 63),
    '-9223372036854775807.000': -(2 ** 63),
    '1e29': 1e29,
    '9223372036854775807': 2 ** 63,
    '18446744073709551616': 2 ** 64,
    '-9223372036854775809': -(2 ** 63),
    '99999999999999999999999999999.9999999994': 1e29,
    '99999999999999999999999999999.9999999996': 1e29,
  },
  '{ type: decimal, precision: 38, scale: 9 }': {
    '12': '12',
    '12.0': '12',
    '12.5': '12.5',
    '1e-400': '0',
    '-7': '-7',
    '-0.0': '0',
    '0e-400': '0',
    '5e-324': '0',
    '-5e-324': '0',
    '4e-324': '0',
    '-1e-300': '0',
    '1234567890123456789.5': '1234567890123456789.5',
    '-9223372036854775808': '-9223372036854775808',
    '-9223372036854775807.000': '-9223372036854775807',
    '9223372036854775807': '9223372036854775807',
    '18446744073709551616': '18446744073709551616',
    '-9223372036854775809': '-9223372036854775809',
    '99999999999999999999999999999.9999999994': '99999999999999999999999999999.999999999',
  },
  bool: { true: true },
  timestamp: {
    '"2024-02-29T23:59:59.9999999Z"': micros('2024-03-01T00:00:00Z') - 1n,
    '"2024-06-30 10:00:00.5+02:00"': micros('2024-06-30T08:00:00.5Z'),
  },
  date: {
    '"2024-02-29"': '2024-02-29',
    '"2000-02-29"': '2000-02-29',
    '"2024-12-31"': '2024-12-31',
  },
} as const satisfies Readonly<Record<string, Partial<Record<Text, unknown>>>>;

function micros(instant: string): bigint {
  return BigInt(Date.parse(instant)) * 1000n;
}

/** Where the value stands: the type of the column, the document around it, and what reads it. */
const PLACES = {
  'a record': [(type: string) => `{ record: { v: ${type} } }`, '{"v": *}', 'given.v'],
  'a record in a record': [
    (type: string) => `{ record: { in: { record: { v: ${type} } } } }`,
    '{"in": {"v": *}}',
    'given.in.v',
  ],
  'a map': [(type: string) => `{ map: ${type} }`, '{"v": *, "other": [1]}', "given['v']"],
  'an item of a list': [
    (type: string) => `{ list: { record: { v: ${type} } } }`,
    '[7, {"v": *}, null]',
    'item(given, .v is null or .v is not null).v',
  ],
} as const;

async function fill(values: readonly string[]): Promise<void> {
  const rows = values.map((text, n) => `(${n}, '${text}'::jsonb)`).join(', ');
  await postgres().execute('DROP TABLE IF EXISTS hostile');
  await postgres().execute('CREATE TABLE hostile (n bigint NOT NULL, given jsonb)');
  await postgres().execute(`INSERT INTO hostile VALUES ${rows}, (${values.length}, NULL)`);
}

/** Of the values in `EACH`, of a document without one, and of no document. */
function wanted(known: Partial<Record<Text, unknown>>): readonly unknown[] {
  return [...EACH.map(text => known[text] ?? null), null, null, null, null, null];
}

function hostile(column: string): string {
  return `sources:
  given:
    tables: { postgres: { table: hostile } }
    columns: { n: { type: int64, required: true }, given: ${column} }
`;
}

const WITHOUT = ['{}', '[]', '"v"', 'null'];

describe.each(Object.entries(PLACES))('%s', (_, [column, document, read]) => {
  // no map holds decimals
  const types = Object.entries(KNOWN).filter(
    ([type]) => read !== "given['v']" || !type.includes('decimal'),
  );
  test.each(types)('%s', async (type, known) => {
    const body = `select: { n: n, v: "${read}" }\norder_by: [n]\nlimit: 100\n`;
    await fill([...EACH.map(text => document.replace('*', text)), ...WITHOUT]);
    const endpoint = endpointOf(hostile(column(type)), body);
    const answer = await resultOf(prepare(endpoint, 'postgres'), postgres(), {}, 0n);
    expect(answer.rows.map(([, value]) => value)).toEqual(wanted(known));
  });
});

// ---- values that measures share -------------------------------------------------------------------------------------

describe.each(Object.entries(PLACES).filter(([, [, , read]]) => read.startsWith('given.')))(
  'in %s, measures share',
  (_, [column, document, read]) => {
    test.each(['int64', 'float64'] as const)('%s', async type => {
      const body = `group_by: { n: n }\nselect: { v: max(${read}), least: min(${read}) }\norder_by: [n]\nlimit: 100\n`;
      await fill([...EACH.map(text => document.replace('*', text)), ...WITHOUT]);
      const prepared = prepare(endpointOf(hostile(column(type)), body), 'postgres');
      const answer = await resultOf(prepared, postgres(), {}, 0n);
      const values = wanted(KNOWN[type]);
      expect(answer.rows.map(([, ...row]) => row)).toEqual(values.map(one => [one, one]));
      // a test of the type in the document takes three times as long as its reading
      expect(JSON.stringify(prepared.saved(0n).sql)).not.toContain('jsonb_path_query_first');
    });
  },
);

test('a call that several measures share reads its document once', async () => {
  const sources = `sources:
  given:
    tables: { postgres: { table: documents }, duckdb: { table: documents } }
    columns: { k: string, at: int64, doc: json }
`;
  const endpoint = endpointOf(
    sources,
    `group_by: { k: k, kind: "json_string(doc, 'kind')" }
select:
  total: sum(json_int64(doc, 'n'))
  most: max(json_int64(doc, 'n'))
  few: count_if(json_int64(doc, 'n') < 3)
  first: json_string(any_value(doc), 'none')
  nth: max(json_int64(doc, 'list[0]'))
  known: count(json_string(doc, 'kind'))
having: ["count(json_int64(doc, 'n')) > 0"]
order_by: [k, kind]
limit: 100
`,
  );
  const documents = [
    ['a', '{"kind": "x", "n": 1, "list": [5]}'],
    ['a', '{"kind": "x", "n": 7}'],
    ['a', '{"kind": "x", "n": "9", "list": "5"}'],
    ['a', '{"kind": 3, "n": 2, "list": [[1]]}'],
    ['b', '{"n": 18446744073709551616}'],
    ['b', 'null'],
  ] as const;
  const columns = { k: { type: 'string' }, at: { type: 'int64' }, doc: { type: 'json' } } as const;
  const rows = documents.map(([k, doc], i) => ({ k, at: BigInt(i), doc }));
  for (const engine of engines) {
    await engine.load([{ name: 'documents', layout: 'nested', columns, rows }]);
    const answer = await resultOf(prepare(endpoint, engine.name), engine, {}, 0n);
    expect(answer.rows).toEqual([
      ['a', null, 2n, 2n, 1n, null, null, 0n],
      ['a', 'x', 8n, 7n, 1n, null, 5n, 3n],
    ]);
  }
  const { sql } = prepare(endpoint, 'postgres').saved(0n);
  const text = JSON.stringify(sql);
  for (const name of ['n', 'kind']) expect(text.split(`\\"${name}\\"`).length - 1).toBe(1);
});

// ---- texts that a request compares ----------------------------------------------------------------------------------

test.each(['x', '12', '-1', 'true', 'truest', '[1]', '{"a": 1}'])(
  'the text %s equals no number, no boolean and no document',
  async sought => {
    const sources = `sources:
  given:
    tables: { postgres: { table: mixed } }
    columns: { n: { type: int64, required: true }, given: { record: { v: string } } }
`;
    const rest = 'select: { n: n }\norder_by: [n]\nlimit: 100\n';
    const ofRequest = `params: { sought: { type: string, required: true } }\nwhere: [given.v = @sought]\n`;
    const literal = `where: [${JSON.stringify(`given.v = '${sought}'`)}]\n`;
    const texts = ['x', '12', '-1', 'true', 'truest', '[1]', '{"a": 1}'];
    const values = [
      ...texts.map(text => JSON.stringify(text)),
      '12',
      '-1',
      'true',
      '[1]',
      '{"a": 1}',
    ];
    const rows = values.map((value, n) => `(${n}, '{"v": ${value}}'::jsonb)`);
    await postgres().execute('DROP TABLE IF EXISTS mixed');
    await postgres().execute('CREATE TABLE mixed (n bigint NOT NULL, given jsonb)');
    await postgres().execute(`INSERT INTO mixed VALUES ${rows.join(', ')}, (99, '{}')`);
    const wanted = [[BigInt(texts.indexOf(sought))]];
    for (const where of [ofRequest, literal]) {
      const prepared = prepare(endpointOf(sources, where + rest), 'postgres');
      const sent = where === ofRequest ? { sought } : {};
      expect((await resultOf(prepared, postgres(), sent, 0n)).rows).toEqual(wanted);
    }
  },
);

test('the planner computes the bounds of a time window before it reads rows', async () => {
  const sources = `sources:
  given:
    tables: { postgres: { table: hours } }
    columns: { at: { type: timestamp, required: true }, doc: { record: { v: string } } }
`;
  const endpoint = endpointOf(
    sources,
    `params: { sought: { type: string, required: true } }
where: [doc.v = @sought, at >= now() - interval 2 hours]
select: { n: count() }
limit: 100
`,
  );
  await postgres().execute('CREATE TABLE hours (at timestamptz NOT NULL, doc jsonb)');
  const planned = {
    ...postgres(),
    run: (sql: string, bindings?: readonly Binding[]) => postgres().run(`EXPLAIN ${sql}`, bindings),
  };
  const { rows } = await resultOf(prepare(endpoint, 'postgres'), planned, { sought: 'x' }, 0n);
  const filter = rows.map(([line]) => String(line)).find(line => line.includes('Filter')) ?? '';
  // it first tests what costs least
  expect(filter).toMatch(
    /Filter: \(\(at >= '1969-12-31 22:00:00\+00'::timestamp with time zone\) AND/,
  );
  expect(filter).not.toContain('jsonb_typeof');
});
