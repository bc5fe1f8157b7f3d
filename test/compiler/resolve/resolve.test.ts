import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../engines/index.ts';
import type { PortableEndpoint } from '../../../generator/core/plan/endpoint.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import type { Ability } from '../../../generator/functions/names.ts';
import { sqlTextFault } from '../../../generator/resolve/sources/sql-text.ts';
import { spells } from '../../../generator/sql/dialect.ts';
import { allPortable } from '../../support/projects/portable.ts';
import { clauses, DIALECTS, HEAD, ID, resolve, SOURCES, TABLES } from './support.ts';

function good(text: string): PortableEndpoint {
  const { diagnostics, endpoint } = clauses(text);
  expect(renderDiagnostics(diagnostics)).toBe('');
  if (endpoint === null) throw new Error('The endpoint was left out.');
  return endpoint;
}

it('tests of own SQL need a text for an engine that runs tests', () => {
  const files = {
    'sources.yaml': SOURCES,
    'a.yaml': `${HEAD}query: { clickhouse: SELECT id FROM t }
columns: { id: string }
tests:
  none: { now: 2026-01-15T10:00:00Z, given: { logs: [] }, expect: [] }
`,
  };
  const { diagnostics } = resolve(files, { testEngines: ['duckdb', 'bigquery'] });
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['invalid-test', 'Tests run on duckdb or bigquery, for which `query` has no text'],
  ]);
  expect(resolve(files, { testEngines: ['clickhouse'] }).diagnostics).toEqual([]);
});

describe('the specifications of this project', () => {
  const files = Object.fromEntries(
    readdirSync('endpoints').map(file => [file, readFileSync(`endpoints/${file}`, 'utf8')]),
  );
  const dialects = [...DIALECTS, 'postgres'];
  const { project, diagnostics } = resolve(files, { dialects });
  it('have no faults', () => {
    expect(renderDiagnostics(diagnostics)).toBe('');
    expect(project.sources).toHaveLength(9);
    expect(project.endpoints.map(e => e.name)).toEqual([
      'functions.invocation-stats',
      'logs.all',
      'usage.api-counts',
      'usage.statuses',
    ]);
  });
  it('have their defaults and tables in place', () => {
    const [stats, all] = allPortable(project.endpoints);
    expect(stats).toMatchObject({
      aggregates: true,
      cache: { ttl: 900, refresh: 300 },
      limit: null,
      maxRows: 1000,
      engines: dialects,
      buckets: { window: 'aligned', gaps: 'omit', intervals: { by: 'interval' } },
    });
    expect(stats?.outputs.slice(0, 2)).toMatchObject([
      {
        name: 'timestamp',
        role: 'bucket',
        encode: 'rfc3339',
        expr: { kind: 'choice', by: 'interval' },
      },
      { name: 'min_execution_time', role: 'value', encode: 'plain', unit: 'ms' },
    ]);
    expect(all).toMatchObject({ aggregates: false, cache: null, limit: 100, buckets: null });
    expect(all?.views).toHaveLength(8);
    const filters = all?.views.map(view => JSON.stringify(view.where[0]));
    expect(filters?.filter(text => text?.includes('"metadata","project"'))).toHaveLength(2);
    expect(filters?.filter(text => text?.includes('"metadata","project_ref"'))).toHaveLength(2);
    expect(project.sources.find(s => s.name === 'edge_logs')?.tables['bigquery']).toEqual({
      name: ['cloudflare-logs-prod'],
      records: 'repeated',
      where: null,
    });
  });
});

describe('an endpoint', () => {
  it('has its parameters read by their types', () => {
    const { params } = good(
      'params:\n  n: { type: int64, default: 9007199254740993, min: -5 }\n  t: { type: timestamp, example: 2026-01-15T10:07:00Z }\n' +
        '  e: { enum: [a, 1d, 007], default: 007, otherwise: default }\n  f: { type: float64, default: 1e3 }\n' +
        'where: [bytes > @n, { when: t, filter: timestamp > @t }, level = @e, ms < @f]',
    );
    expect(params.map(p => [p.name, p.scalar, p.default, p.otherwise])).toEqual([
      ['n', 'int64', 9007199254740993n, 'reject'],
      ['t', 'timestamp', null, 'reject'],
      ['e', 'string', '007', 'default'],
      ['f', 'float64', 1000, 'reject'],
    ]);
    expect(params[0]?.constraints.min).toBe(-5n);
    expect(params[1]?.example).toBe(1_768_471_620_000_000n);
    expect(params[2]?.values).toEqual(['a', '1d', '007']);
  });

  it('orders tables as the enum does', () => {
    const { buckets, retention } = good(
      'params: { e: { enum: [a, b], required: true } }\nbuckets: { of: timestamp, as: hour, by: e, intervals: { b: { last: 1h, step: minute }, a: { last: 1d, step: hour } } }\n' +
        'retention: { of: timestamp, by: e, windows: { b: 1d, a: 2d } }\nselect: { n: count() }',
    );
    const intervals = buckets?.kind === 'recent' ? buckets.intervals : null;
    const cases = intervals?.by == null ? [] : intervals.cases;
    expect(cases.map(c => [c.value, c.result.step.unit])).toEqual([
      ['a', 'hour'],
      ['b', 'minute'],
    ]);
    expect(retention?.windows).toEqual({
      by: 'e',
      cases: [
        { value: 'a', result: 172_800_000_000n },
        { value: 'b', result: 86_400_000_000n },
      ],
    });
  });

  it('substitutes outputs, columns first', () => {
    const { outputs } = good('select: { n: "twice + 1", twice: bytes * 2, level: upper(level) }');
    expect(outputs[0]?.expr).toMatchObject({
      kind: 'call',
      fn: 'add',
      args: [outputs[1]?.expr, { kind: 'literal' }],
    });
    expect(outputs[2]?.expr).toMatchObject({
      fn: 'upper',
      args: [{ kind: 'column', path: ['level'] }],
    });
  });

  it('may name what rows are grouped by, in whole or as a part', () => {
    const { outputs, aggregates } = good(
      'buckets: { of: timestamp, as: hour, last: 1d, step: hour }\ngroup_by: { l: lower(level), p: project }\n' +
        'select: { n: count(), m: "concat(lower(level), \'x\')", q: meta.project, h: hour, s: "max(ms) - min(ms)", t: "trunc(timestamp, hour)", o: 1 + 1 }',
    );
    expect(aggregates).toBe(true);
    expect(outputs.map(o => o.role)).toEqual([
      'bucket',
      'group',
      'group',
      ...Array(7).fill('value'),
    ]);
    expect(outputs[6]?.expr).toEqual(outputs[0]?.expr);
  });

  it('takes descriptions and units from the columns that it selects', () => {
    const { outputs } = good(
      'select: { id: id, project: project, b: { value: bytes, unit: kB }, c: bytes + 1 }',
    );
    expect(outputs.map(o => [o.description, o.unit])).toEqual([
      ['Identifier.', null],
      ['The project.', null],
      [null, 'kB'],
      [null, null],
    ]);
  });

  it('has a cap of one row where everything is one group', () => {
    expect(good('select: { n: count() }').maxRows).toBe(1);
    expect(good('select: { n: count() }\nmax_rows: 7').maxRows).toBe(1);
    expect(good('group_by: { l: level }\nselect: { n: count() }').maxRows).toBe(1000);
    expect(good('group_by: { l: level }\nselect: { n: count() }\nmax_rows: 7').maxRows).toBe(7);
    expect(good('select: [id]').maxRows).toBe(1000);
  });

  it('says of what rows are grouped by what its columns say, or what is written there', () => {
    const { outputs } = good(
      'buckets: { of: timestamp, as: hour, last: 1d, step: hour }\n' +
        'group_by: { project: project, id: { value: id, description: Own. }, size: { value: "bytes + 1", unit: kB, encode: string } }\n' +
        'select: { n: count() }',
    );
    expect(outputs.map(o => [o.description, o.unit, o.encode])).toEqual([
      ['When the bucket begins.', null, 'rfc3339'],
      ['The project.', null, 'plain'],
      ['Own.', null, 'plain'],
      [null, 'kB', 'string'],
      [null, null, 'plain'],
    ]);
  });

  it('answers a record with every declared leaf', () => {
    const { outputs } = good('select: [meta]');
    expect(outputs[0]?.expr).toMatchObject({
      kind: 'record',
      fields: [
        { name: 'project', value: { path: ['meta', 'project'] } },
        {
          name: 'request',
          value: { kind: 'record', fields: [{ name: 'path' }, { name: 'code' }] },
        },
      ],
    });
    expect(
      good('select: { r: meta, s: r.request.code, n: r is null }').outputs[1]?.expr,
    ).toMatchObject({
      path: ['meta', 'request', 'code'],
    });
  });

  it('has the encodings that its types have', () => {
    const { outputs } = good(
      'select: { t: { value: timestamp, encode: epoch_millis }, u: timestamp, b: { value: bytes, encode: string }, c: bytes, d: { value: day, encode: plain } }',
    );
    expect(outputs.map(o => o.encode)).toEqual([
      'epoch_millis',
      'rfc3339',
      'string',
      'plain',
      'plain',
    ]);
  });

  it('answers an instant as a datetime where its encoding says so', () => {
    const { outputs } = good(
      'buckets: { of: timestamp, as: hour, last: 1d, step: hour, encode: datetime }\n' +
        'select: { t: { value: max(timestamp), encode: datetime }, u: max(timestamp) }',
    );
    expect(outputs.map(({ as, encode }) => [as, encode])).toEqual([
      ['datetime', 'plain'],
      ['datetime', 'plain'],
      [undefined, 'rfc3339'],
    ]);
  });

  it('is compiled for the enabled engines that it chooses', () => {
    const text = 'engines: [clickhouse, duckdb]';
    expect(good(text).engines).toEqual(['duckdb', 'clickhouse']);
    const some = { dialects: ['duckdb'], known: DIALECTS };
    expect(clauses(text, some).endpoint?.engines).toEqual(['duckdb']);
    expect(clauses('engines: [bigquery]', some).endpoint?.engines).toEqual([]);
  });

  it('keeps its identifier in small letters', () => {
    const text = `endpoint: a\nid: ${ID.toUpperCase()}\nfrom: logs\nselect: [id]\n`;
    const { project } = resolve({ 'sources.yaml': SOURCES, 'a.yaml': text });
    expect(project.endpoints[0]?.id).toBe(ID);
  });
});

describe('a data set without a table for an engine', () => {
  it.each([
    [
      'duckdb: { table: o }',
      'Add it under `tables`, or compile for fewer engines: `engines: [duckdb]` in this endpoint, or `dialects: [duckdb]` in `quern.yaml` for all.',
    ],
    ['', 'Add it under `tables`.'],
  ])('that has { %s } is told what to do', (tables, hint) => {
    const { diagnostics } = resolve({
      'sources.yaml': `sources:\n  o: { tables: { ${tables} }, columns: { id: string } }\n`,
      'a.yaml': `endpoint: a\nid: ${ID}\nfrom: o\nselect: [id]\n`,
    });
    expect(diagnostics.map(({ code, hint }) => [code, hint])).toEqual([['missing-table', hint]]);
  });
});

describe('faults of an endpoint', () => {
  const interval = '{ last: 1h, step: minute }';
  const E = 'params: { e: { enum: [a, b], required: true } }';
  const bucket = 'buckets: { of: timestamp, as: b, last: 1h, step: minute }';
  it.each([
    // names
    ['from: log', '3:7 unknown-source'],
    ['views: [lots]', '3:9 unknown-source'],
    ['views: [plain, logs]', '3:16 duplicate-name'],
    ['engines: [duckbd]', '3:11 unknown-engine'],
    ['from: other', '3:7 missing-table'],
    ['engines: [duckdb]\nviews: [other]', ''],
    ['views: [other]', '3:9 missing-table'],
    ["where: [levl = 'x']", '3:9 unknown-column'],
    ['where: ["meta.request.pth = \'x\'"]', '3:23 unknown-column'],
    ['where: [level = @x]', '3:17 unknown-parameter'],
    ['where: [{ when: x, filter: ok }]', '3:17 unknown-parameter'],
    ["where: ['contain(level, ''x'')']", '3:10 unknown-function'],
    ['where: [level = ]', '3:16 expression-syntax'],
    ['where: [level]', '3:9 type-mismatch'],
    ['where: [level = 5]', '3:9 type-mismatch'],
    ['where: [count() > 1]', '3:9 misplaced-aggregate'],
    ['where: [meta = 1]', '3:9 misplaced-record'],
    ['select: [id, ID]', '3:14 duplicate-name', '3:14 unknown-column'],
    ['select: { n: id, N: level }\norder_by: [N]', '3:18 duplicate-name'],
    ['select: { id: id, n: idd }', '3:22 unknown-column'],
    ['select: [id, idd]', '3:14 unknown-column'],
    ['select: [id]\norder_by: [idd]', '4:12 unknown-output'],
    ['order_by: [level]', '3:12 unknown-output'],
    ['order_by: [id, id desc]', '3:16 duplicate-name'],
    [
      'select: { m: meta, t: tags }\norder_by: [m, t desc]',
      '4:12 misplaced-record',
      '4:15 type-mismatch',
    ],
    // parameters
    ['params: { now: { type: string, default: x } }\nwhere: [level = @now]', '3:11 reserved-name'],
    [
      'params: { NOW: { type: string, required: true } }\nwhere: [level = @NOW]',
      '3:11 reserved-name',
    ],
    [
      'params: { p: { type: string, required: true }, P: { type: string } }\nwhere: [level = @p]',
      '3:48 duplicate-name',
      '3:48 unused-parameter',
    ],
    [
      'params: { p: { type: string, required: true }, P: { type: int64, required: true } }\nwhere: [level = @p, bytes = @P]',
      '3:48 duplicate-name',
    ],
    // faults of values beside those of names
    [
      'cache: { ttl: 15m, refresh: 15m }\nselect: [id, nowhere]',
      '3:29 clause-conflict',
      '4:14 unknown-column',
    ],
    [
      'buckets: { of: timestamp, last: 1 day, step: 7 minutes, gaps: zero }\nselect: { n: count(), level: level }',
      '3:46 invalid-step',
      '4:30 not-grouped',
    ],
    [
      'buckets: { of: timestamp, last: 9999w, step: minute, gaps: zero }\nselect: { n: count(), p: no }',
      '3:33 invalid-duration',
      '4:26 unknown-column',
    ],
    ['retention: { of: level, window: 9999w }', '3:18 type-mismatch', '3:33 invalid-duration'],
    ['params: { p: { type: string } }', '3:11 unused-parameter'],
    [
      'params: { p: { type: strng } }\nwhere: [{ when: p, filter: level = @p }]',
      '3:22 invalid-value',
    ],
    ['params: { p: { type: strng } }\nwhere: [bytes = @p]', '3:22 invalid-value'],
    ['params: { p: { type: enum } }\nwhere: [level = @p]', '3:22 invalid-value'],
    ['params: { p: { type: string } }\nwhere: [level = @p]', '4:17 maybe-absent'],
    [
      'params: { p: { type: string }, q: { type: string } }\nwhere: [{ when: p, filter: level = @q or level = @p }]',
      '4:36 maybe-absent',
    ],
    [
      'params: { p: { type: string, required: true } }\nwhere: [{ when: p, filter: level = @p }]',
      '4:17 never-absent',
    ],
    [
      'params: { p: { type: string, default: x } }\nwhere: [{ when: p, filter: level = @p }]',
      '4:17 never-absent',
    ],
    [
      'params: { p: { type: string, required: true, default: x } }\nwhere: [level = @p]',
      '3:55 parameter-conflict',
    ],
    [
      'params: { p: { type: string, default: x, otherwise: default } }\nwhere: [level = @p]',
      '3:53 parameter-conflict',
    ],
    [
      'params: { p: { enum: [a], required: true, otherwise: default } }\nwhere: [level = @p]',
      '3:54 parameter-conflict',
    ],
    [
      'params: { p: { type: bool, required: true, min: 1 } }\nwhere: [ok = @p]',
      '3:49 parameter-conflict',
    ],
    [
      'params: { p: { enum: [a], required: true, pattern: a } }\nwhere: [level = @p]',
      '3:52 parameter-conflict',
    ],
    [
      'params: { p: { type: int64, required: true, min_length: 1 } }\nwhere: [bytes = @p]',
      '3:57 parameter-conflict',
    ],
    [
      'params: { p: { type: int64, required: true, min: 5, max: 4 } }\nwhere: [bytes = @p]',
      '3:58 parameter-conflict',
    ],
    [
      'params: { p: { type: string, required: true, min_length: 5, max_length: 4 } }\nwhere: [level = @p]',
      '3:73 parameter-conflict',
    ],
    [
      'params: { p: { type: int64, required: true, min: 1.5 } }\nwhere: [bytes = @p]',
      '3:50 invalid-value',
    ],
    [
      "params: { p: { type: string, required: true, pattern: '(' } }\nwhere: [level = @p]",
      '3:55 invalid-pattern',
    ],
    ['params: { p: { type: int64, default: x } }\nwhere: [bytes = @p]', '3:38 invalid-default'],
    [
      'params: { p: { type: int64, default: 9223372036854775808 } }\nwhere: [bytes = @p]',
      '3:38 invalid-default',
    ],
    ["params: { p: { type: string, default: '' } }\nwhere: [level = @p]", '3:39 invalid-default'],
    ['params: { p: { enum: [a, b], default: c } }\nwhere: [level = @p]', '3:39 invalid-default'],
    [
      'params: { p: { type: int64, max: 4, default: 5 } }\nwhere: [bytes = @p]',
      '3:46 invalid-default',
    ],
    [
      "params: { p: { type: string, pattern: '[a-z]+', default: A } }\nwhere: [level = @p]",
      '3:58 invalid-default',
    ],
    [
      'params: { p: { type: date, required: true, example: yesterday } }\nwhere: [day = @p]',
      '3:53 invalid-default',
    ],
    ['params: { p: { enum: [a, a], required: true } }\nwhere: [level = @p]', '3:26 duplicate-name'],
    ["params: { p: { enum: [a, ''], required: true } }\nwhere: [level = @p]", '3:26 invalid-value'],
    [
      'params: { p: { enum: [a, "b\\t"], required: true } }\nwhere: [level = @p]',
      '3:26 invalid-value',
    ],
    [
      `params: { p: { enum: [${'a'.repeat(129)}], required: true } }\nwhere: [level = @p]`,
      '3:23 invalid-value',
    ],
    // grouping
    [`select: { n: count(), l: level }`, '3:26 not-grouped'],
    [`select: { n: count(), l: "upper(level) = 'X' and max(level) = 'x'" }`, '3:33 not-grouped'],
    [`select: { n: count(), l: "max(level) = upper(level)" }`, '3:46 not-grouped'],
    [`select: { n: count(), m: meta }`, '3:26 not-grouped'],
    [`select: { n: count(), p: project }`, '3:26 not-grouped'],
    [
      `select: { n: count(), h: low, low: { value: lower(level), hidden: true } }`,
      '3:51 not-grouped',
    ],
    [`${bucket}\nselect: { t: timestamp, n: count() }`, '4:14 not-grouped'],
    [`group_by: { l: lower(level) }\nselect: { u: upper(level) }`, '4:20 not-grouped'],
    ['group_by: { t: tags }\nselect: { n: count() }', '3:16 type-mismatch'],
    ['group_by: { m: meta }\nselect: { n: count() }', '3:16 misplaced-record'],
    ['group_by: { m: max(ms) }\nselect: { n: count() }', '3:16 misplaced-aggregate'],
    [
      'group_by: { m: { value: level, encode: string } }\nselect: { n: count() }',
      '3:40 invalid-value',
    ],
    [`group_by: { b: level }\n${bucket}\nselect: { n: count() }`, '3:13 duplicate-name'],
    ['group_by: { N: level }\nselect: { n: count() }', '4:11 duplicate-name'],
    ['select: { n: count(), m: sum(n) }', '3:30 misplaced-aggregate'],
    // circles
    ['select: { a: a + 1 }', '3:14 cyclic-output'],
    ['select: { a: a }', '3:14 unknown-column'],
    ['select: { a: b, b: c, c: a }', '3:26 cyclic-output'],
    ['select: { a: b + b, b: a + 1, c: a }', '3:24 cyclic-output'],
    // clauses
    [
      'buckets: { of: level, last: 1h, step: minute }\nselect: { n: count() }',
      '3:16 type-mismatch',
    ],
    [
      'buckets: { of: max(timestamp), as: t, last: 1h, step: minute }\nselect: { n: count() }',
      '3:16 misplaced-aggregate',
    ],
    [
      'buckets: { of: timestamp - interval 1 hour, last: 1h, step: minute }\nselect: { n: count() }',
      '3:1 missing-key',
    ],
    [
      `buckets: { of: timestamp, by: e, intervals: { a: ${interval} } }\nselect: { n: count() }`,
      '3:31 unknown-parameter',
    ],
    [
      `params: { e: { type: string, required: true } }\nbuckets: { of: timestamp, by: e, intervals: { a: ${interval} } }\nselect: { n: count() }`,
      '4:31 choice-mismatch',
    ],
    [
      `params: { e: { enum: [a] } }\nbuckets: { of: timestamp, by: e, intervals: { a: ${interval} } }\nselect: { n: count() }`,
      '4:31 maybe-absent',
    ],
    [
      `${E}\nbuckets: { of: timestamp, by: e, intervals: { a: ${interval} } }\nselect: { n: count() }`,
      '4:31 choice-mismatch',
    ],
    [
      `${E}\nbuckets: { of: timestamp, by: e, intervals: { a: ${interval}, b: ${interval}, c: ${interval} } }\nselect: { n: count() }`,
      '4:109 choice-mismatch',
    ],
    [
      `${E}\nretention: { of: timestamp, by: e, windows: { A: 1d, b: 1d } }`,
      '4:33 choice-mismatch',
      '4:47 choice-mismatch',
    ],
    ['retention: { of: id, window: 1d }', '3:18 type-mismatch'],
    ['limit: 20\nmax_rows: 10', '3:8 clause-conflict'],
    ['limit: 1001', '3:8 clause-conflict'],
    ['select: { x: { value: id, hidden: true } }', '3:11 clause-conflict'],
    [
      'buckets: { of: timestamp, last: 1h, step: second, gaps: zero }\nselect: { n: count() }',
      '3:33 too-many-buckets',
    ],
    [
      'buckets: { of: timestamp, last: 1000s, step: second, gaps: zero }\nselect: { n: count() }',
      '3:33 too-many-buckets',
    ],
    [
      'buckets: { of: timestamp, last: 999s, step: second, gaps: zero }\nselect: { n: count() }',
      '',
    ],
    [
      `${E}\nbuckets: { of: timestamp, by: e, gaps: zero, intervals: { a: ${interval}, b: { last: 1d, step: second } } }\nselect: { n: count() }`,
      '4:101 too-many-buckets',
    ],
    [
      'params: { e: { enum: ["a|b", a], required: true }, f: { enum: [c, "b|c"], required: true } }\n' +
        `buckets: { of: timestamp, by: e, intervals: { a: ${interval}, "a|b": ${interval} } }\nretention: { of: timestamp, by: f, windows: { c: 1d, "b|c": 1d } }\nselect: { n: count() }`,
      '',
    ],
    ['select: { i: { value: id, encode: string } }', '3:35 invalid-value'],
    ['select: { i: { value: bytes, encode: epoch_micros } }', '3:38 invalid-value'],
    ['select: { i: { value: timestamp, encode: epoch_milis } }', '3:42 invalid-value'],
    ['select: { i: { value: meta, encode: json } }', '3:37 invalid-value'],
  ])('%s: %s', (text, ...faults) => {
    const { found, endpoint } = clauses(text);
    expect(found).toEqual(
      faults
        .filter(fault => fault !== '')
        .map(fault => `a.yaml:${fault}`)
        .sort(),
    );
    expect(endpoint === null).toBe(found.length > 0);
  });

  it('in a view are told by its name, unless the answered data set has them too', () => {
    const { found, diagnostics } = clauses(
      'params: { p: { type: string, required: true } }\nviews: [plain]\nwhere: [project = @p, levl = @p]\nretention: { of: timestamp, window: 1d }',
    );
    expect(found).toEqual(['a.yaml:5:9 unknown-column', 'a.yaml:5:23 unknown-column']);
    expect(diagnostics[0]?.message).toMatch(/^In the view `plain`: /);
    expect(diagnostics[1]?.message).not.toMatch(/view/);
    expect(
      clauses('engines: [duckdb]\nviews: [other]\nretention: { of: timestamp, window: 1d }').found,
    ).toEqual(['a.yaml:5:18 type-mismatch']);
  });

  it('of functions that an engine lacks are told at the expression', () => {
    const canSpell = (dialect: string, fn: string) => dialect !== 'duckdb' || fn !== 'upper';
    const abilities = { canSpell, hasType: () => true, canSearch: () => true };
    const text = 'where: ["upper(level) = \'X\'"]\nselect: { u: upper(level) }';
    expect(clauses(text, { abilities }).found).toEqual([
      'a.yaml:3:9 unsupported-function',
      'a.yaml:4:14 unsupported-function',
    ]);
    expect(clauses(`engines: [bigquery]\n${text}`, { abilities }).found).toEqual([]);
  });

  it.each([
    [
      "json_int64(level, 'a')",
      'A read of JSON in a text',
      'Store a document, and declare the column as `json`',
    ],
    ["json_text(tags, 'a')", '`json_text`', 'Use `json_string`, or `json_int64` for whole numbers'],
    ['sha1_hex(level)', '`sha1_hex`', 'Use `sha256_hex` or `md5_hex`'],
    ['reverse(level)', '`reverse`', 'Use another function'],
  ])(
    'of %s, which PostgreSQL or another engine lacks, say how to do without',
    (text, words, instead) => {
      const { postgres } = ENGINES;
      const canSpell = (_: string, fn: Ability) => fn !== 'reverse' && spells(postgres.dialect, fn);
      const abilities = { canSpell, hasType: () => true, canSearch: () => true };
      const { diagnostics } = clauses(`engines: [duckdb]\nselect: { x: "${text}" }`, { abilities });
      expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
        [
          `${words} cannot be written for \`duckdb\``,
          `${instead}, or list the other engines under \`engines\`.`,
        ],
      ]);
    },
  );

  it('without its data set are those of its own texts', () => {
    const text =
      'from: lgs\nparams: { p: { type: string }, q: { type: string } }\nwhere: [a = @p, b = ]';
    expect(clauses(text).found).toEqual([
      'a.yaml:3:7 unknown-source',
      'a.yaml:5:20 expression-syntax',
    ]);
    expect(clauses(text, { sourcesIncomplete: true }).found).toHaveLength(1);
    expect(clauses(text.replace(', b = ', '')).found).toEqual([
      'a.yaml:3:7 unknown-source',
      'a.yaml:4:32 unused-parameter',
    ]);
  });

  it('are told all at once, and never hide those of another', () => {
    const bad = `endpoint: b\nid: 00000000-0000-0000-0000-000000000000\nfrom: logs\nwhere: [levl = 1, bytes > 'x']\nselect: { n: cont(), m: idd }\nlimit: 5000\norder_by: [x]\n`;
    const { found, project } = resolve({
      'sources.yaml': SOURCES,
      'b.yaml': bad,
      'a.yaml': `${HEAD}from: logs\nselect: [id]\n`,
      'c.yaml': bad
        .replace('endpoint: b', 'endpoint: c')
        .replace('0000-0000-0000-0', '0000-0000-0000-1'),
    });
    const codes = [
      '4:9 unknown-column',
      '4:19 type-mismatch',
      '5:14 unknown-function',
      '5:25 unknown-column',
    ];
    const all = [...codes, '6:8 clause-conflict', '7:12 unknown-output'];
    expect(found).toEqual(
      ['b.yaml', 'c.yaml'].flatMap(file => all.map(fault => `${file}:${fault}`)),
    );
    expect(project.endpoints.map(e => e.name)).toEqual(['a']);
  });

  it('of two endpoints are a name or an identifier that they share', () => {
    const text = `${HEAD}from: logs\nselect: [id]\n`;
    const { found, project } = resolve({
      'sources.yaml': SOURCES,
      'a.yaml': text,
      'x/a.yaml': text.replace(ID, ID.toUpperCase()),
    });
    expect(found).toEqual(['x/a.yaml:1:11 duplicate-name', 'x/a.yaml:2:5 duplicate-id']);
    expect(project.endpoints).toHaveLength(1);
  });

  it('of a copied file are its own, wherever it stands', () => {
    const text = `${HEAD}from: logs\nselect: [id]\n`;
    const { found, project } = resolve({ 'sources.yaml': SOURCES, '0.yaml': text, 'a.yaml': text });
    expect(found).toEqual([
      '0.yaml:1:11 duplicate-name',
      '0.yaml:1:11 invalid-name',
      '0.yaml:2:5 duplicate-id',
    ]);
    expect(project.endpoints).toHaveLength(1);
  });
});

describe('a row that a test expects', () => {
  it.each([
    ['{ value: bytes, encode: string }', ["'-12'", "'0'"], ['12', "'1e3'", "''", '~x']],
    [
      '{ value: timestamp, encode: epoch_millis }',
      ['1768471620000'],
      ['2026-01-15T10:07:00Z', '1.5'],
    ],
    ['timestamp', ['2026-01-15T10:07:00Z'], ['2026-01-15T12:07:00+02:00', '1', '~']],
    ['"coalesce(ms, 0.5)"', ['0.5', '1', '~'], ["'1'", '.nan', '[]']],
    ['"coalesce(bytes, 0)"', ['1'], ['~', '1.5', '9007199254740992']],
    ['bytes', ['~', '-1'], ['true']],
    [
      'meta',
      ['~', '{ project: a, request: ~ }', '{ project: ~, request: { path: b, code: 1 } }'],
      ['{ project: a, request: { path: b, code: 1, size: 2 } }', '{ project: a }', '1'],
    ],
  ])('holds of %s what the service answers', (output, fit, unfit) => {
    const faults = (value: string) =>
      clauses(
        `select: { c: ${output} }\ntests: { t: { now: 2026-01-15, given: [], expect: [{ c: ${value} }] } }`,
      ).found.length;
    expect(fit.map(faults)).toEqual(fit.map(() => 0));
    expect(unfit.map(faults)).toEqual(unfit.map(() => 1));
  });
});

describe('faults of the sources', () => {
  const source = (columns: string, tables = TABLES) =>
    resolve({ 'sources.yaml': `sources:\n  s:\n    ${tables}\n    columns:\n      ${columns}\n` });
  it.each([
    ['{ a: string, A: string }', '5:20 duplicate-name'],
    ['{ r: { record: { a: string, A: string } } }', '5:35 duplicate-name'],
    ['{ a: { type: string, is: b } }', '5:32 unknown-column'],
    ['{ a: { type: string, is: r.b }, r: { record: { c: string } } }', '5:32 unknown-column'],
    ['{ a: { type: string, is: r }, r: { record: { c: string } } }', '5:32 misplaced-record'],
    ['{ a: { type: string, is: b }, b: int64 }', '5:32 type-mismatch'],
    ['{ a: { type: string, is: a } }', '5:32 cyclic-output'],
    ['{ a: { type: string, is: b }, b: { type: string, is: a } }', '5:60 cyclic-output'],
    ['{ a: { type: string, is: b }, b: { type: string, is: c } }', '5:60 unknown-column'],
    [`{ a: { type: string, duckdb: "x'" } }`, '5:36 sql-text'],
    [`{ a: { type: string, duckdb: "f(x" } }`, '5:36 sql-text'],
    ['{ r: { record: { a: { type: string, clickhouse: x -- y } } } }', '5:55 sql-text'],
  ])('%s: %s', (columns, fault) => {
    const { found, project } = source(columns);
    expect(found).toEqual([`sources.yaml:${fault}`]);
    expect(project.sources).toEqual([]);
  });
  it.each([
    ['tables: { duckbd: { table: t } }', '3:15 unknown-engine'],
    ['tables: { duckdb: { table: a..b } }', '3:32 invalid-name'],
    ["tables: { duckdb: { table: t, where: 'a; b' } }", '3:42 sql-text'],
  ])('%s: %s', (tables, fault) => {
    expect(source('{ a: string }', tables).found).toEqual([`sources.yaml:${fault}`]);
  });
  it('are not repeated by the endpoints that read them', () => {
    const { found } = resolve({
      'sources.yaml': SOURCES.replace('day: date', 'day: { type: date, is: nowhere }'),
      'a.yaml': `${HEAD}from: logs\nselect: [day]\n`,
    });
    expect(found).toEqual(['sources.yaml:7:30 unknown-column']);
  });
  it.each([
    ['day: date', 'day: { type: date, is: nowhere }'],
    ['level: string\n', 'level: { type: string, is: id, duckdb: x }\n'],
    ['tables: { bigquery: { table: p.d.t, records: repeated }, duckdb', 'tables: { duckbd'],
    [
      '  other:',
      '  Logs:\n    tables: { duckdb: { table: t } }\n    columns: { id: string }\n  other:',
    ],
  ])('do not hide those of the endpoints: %s as %s', (right, wrong) => {
    const { found } = resolve({
      'sources.yaml': SOURCES.replace(right, wrong),
      'a.yaml': `${HEAD}from: logs\nselect: [level, nowhere]\n`,
    });
    expect(found).toHaveLength(2);
    expect(found[0]).toBe('a.yaml:4:17 unknown-column');
    expect(found[1]).toMatch(/^sources/);
  });
  it('leave out the endpoints that read them, or have them as a view', () => {
    const { project } = resolve({
      'sources.yaml': SOURCES.replace('level: string }\n', 'level: { type: string, is: x } }\n'),
      'a.yaml': `${HEAD}from: logs\nviews: [plain]\nselect: [id]\n`,
    });
    expect(project.sources.map(s => s.name)).toEqual(['logs', 'other']);
    expect(project.endpoints).toEqual([]);
  });
  it('two data sets share no name', () => {
    const text = `sources: { s: { ${TABLES}, columns: { a: string } }, S: { ${TABLES}, columns: { a: string } } }`;
    const { found } = resolve({ 'sources.yaml': text });
    expect(found).toEqual([`sources.yaml:1:${text.indexOf('S: {') + 1} duplicate-name`]);
  });
  it('of a name that two share, the first is in the project', () => {
    const text = `sources: { s: { ${TABLES}, columns: { a: string } }, S: { ${TABLES}, columns: { a: string } } }`;
    const { project } = resolve({
      'sources.yaml': text,
      'a.yaml': `${HEAD}from: S\nselect: [a]\n`,
    });
    expect(project.sources.map(({ name }) => name)).toEqual(['s']);
    expect(project.endpoints).toEqual([]);
  });
  it('a chain of derived columns ends at the leaf', () => {
    const { project, found } = source(
      '{ a: { type: string, is: b }, b: { type: string, is: r.c }, r: { record: { c: string } } }',
    );
    expect(found).toEqual([]);
    expect(project.sources[0]?.columns.map(c => c.is)).toEqual([['r', 'c'], ['r', 'c'], null]);
  });
});

describe('SQL texts', () => {
  it.each([
    "attributes['request.path']",
    "a = 'it''s'",
    "x IN ('a', ';', '--', '/*', '#', '$')",
    '`a;b`."c--d"',
    'CASE WHEN a THEN [1] ELSE {} END',
    "match(x, '\\\\d+')",
    'a - -1',
    'a @> b',
    "x = '@a?{b:c},'",
    'f(a, b)',
    "{'a': 1, 'b': 2}",
    'm[a, b]',
  ])('%j may stand', text => {
    expect(sqlTextFault(text)).toBe(null);
  });
  it.each([
    "a'",
    'a"',
    '`a',
    'f(a',
    'f(a))',
    '(a]',
    'a -- b',
    'a /* b */',
    'a # b',
    'a; b',
    '$$a$$',
    "'a\\' OR ''b'",
    "'\\'",
    ' ',
    ') OR (1 = 1',
    'a, b',
    "a = 'x', b",
    'f(a), (b, c)',
    'a = @b',
    'a = @@b',
    'a = @`b`',
    'a = $b',
    'a = {b:String}',
    'a = { b : String}',
    'f(a, ?)',
    'a ? b : c',
  ])('%j may not', text => {
    expect(sqlTextFault(text)).not.toBe(null);
  });
});
