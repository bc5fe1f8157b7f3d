import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { positionAt, renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { endpointSchema, sourcesSchema } from '../../../generator/shape/files.ts';
import { parseDuration, parseStep } from '../../../generator/shape/time.ts';
import { DIALECTS, endpoint, isSound, sources } from './support.ts';

const HEAD = 'endpoint: a\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nfrom: logs\n';
/** An endpoint that is right but for `text`, which begins at line 4. */
const withClause = (text: string) =>
  endpoint(`${HEAD}${text}\n${text.includes('select:') ? '' : 'select: [x]\n'}`);

describe('the specifications of this project', () => {
  it.each(['functions.invocation-stats', 'logs.all', 'usage.api-counts'])('%s', name => {
    const file = `endpoints/${name}.yaml`;
    const { spec, diagnostics } = endpoint(readFileSync(file, 'utf8'), file);
    expect(renderDiagnostics(diagnostics)).toBe('');
    expect(spec?.endpoint.value).toBe(name);
  });
  it('sources', () => {
    const { spec, diagnostics } = sources(readFileSync('endpoints/sources.yaml', 'utf8'));
    expect(renderDiagnostics(diagnostics)).toBe('');
    expect(spec?.sources).toHaveLength(9);
  });
});

describe('a specification', () => {
  it('keeps what was written, with its places', () => {
    const { spec } = endpoint(
      `${HEAD}params:\n  n: { type: int64, default: 9007199254740993 }\n  e: { enum: [5min, 007, true] }\n` +
        'where: [{ when: n, filter: "x = @n" }]\nselect: { y: { value: x, hidden: true } }\norder_by: [y desc, "x asc"]\ncache: off\n',
    );
    expect(spec?.params[0]?.value.default?.value).toMatchObject({ text: '9007199254740993' });
    expect(spec?.params[1]?.value.default).toBeNull();
    expect(spec?.params[1]?.value.enum?.value.map(v => v.value)).toEqual(['5min', '007', 'true']);
    expect(spec?.where[0]).toMatchObject({ when: { present: { value: 'n' } } });
    expect(spec?.select[0]).toMatchObject({
      name: 'y',
      value: { hidden: true, value: { value: 'x' } },
    });
    expect(spec?.orderBy.map(o => 'output' in o && [o.output.value, o.descending])).toEqual([
      ['y', true],
      ['x', false],
    ]);
    expect(spec?.cache?.value).toBe('off');
    const [first] = spec?.where ?? [];
    if (first === undefined || 'any' in first || 'cases' in first.filter)
      throw new Error('the condition is missing');
    const { source, start } = first.filter.place;
    expect(source.text.slice(first.filter.at(4))).toMatch(/^@n"/);
    expect(positionAt(source.text, start)).toEqual({ line: 7, column: 28 });
  });

  it('takes the words of a sort key in any letter case', () => {
    const { spec, diagnostics } = withClause('order_by: [x DESC, y Desc, z ASC, desc]');
    expect(diagnostics).toEqual([]);
    expect(spec?.orderBy.map(o => 'output' in o && [o.output.value, o.descending])).toEqual([
      ['x', true],
      ['y', true],
      ['z', false],
      ['desc', false],
    ]);
  });

  it('takes an item of a list as a column, whatever its name', () => {
    const { spec } = withClause('select: [interval, x]');
    const [item] = spec?.select ?? [];
    expect(item?.name).toBe('interval');
    const { value } = item?.value ?? {};
    if (value === undefined || 'cases' in value) throw new Error('the column is missing');
    expect(value.value).toBe('`interval`');
    expect(value.at(1)).toBe(item?.place.start);
  });

  it('reads times exactly', () => {
    const { spec } = withClause(
      'buckets: { of: t, by: e, intervals: { a: { last: 2w, step: 60 seconds }, b: { last: 1 day, step: 5 minutes } } }\n' +
        'retention: { of: t, window: 7 days }\ncache: { ttl: 15m, refresh: 0 }',
    );
    expect(
      spec?.buckets?.intervals?.map(({ value }) => [value.last.value, value.step.value]),
    ).toEqual([
      [1_209_600_000_000n, { micros: 60_000_000n, unit: 'minute' }],
      [86_400_000_000n, { micros: 300_000_000n, unit: null }],
    ]);
    expect(spec?.buckets).toMatchObject({
      window: 'aligned',
      gaps: { value: 'omit' },
      fixed: null,
    });
    expect(spec?.retention?.window?.value).toBe(604_800_000_000n);
    expect(spec?.cache?.value).toEqual({ ttl: 900, refresh: 0 });
  });

  it('is refused where the document was not sound', () => {
    const { spec, found } = withClause('limit: 5\nlimit: 6');
    expect(spec).toBe(null);
    expect(found).toEqual(['5:1 duplicate-key']);
  });
});

describe('times', () => {
  it.each([
    ['900s', 900],
    ['15m', 900],
    ['1h', 3_600],
    ['7d', 604_800],
    ['2w', 1_209_600],
    ['1 second', 1],
    ['5 minutes', 300],
    ['1 minutes', 60],
    ['3 weeks', 1_814_400],
  ])('%s is %d seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(BigInt(seconds) * 1_000_000n);
  });
  it.each([['5'], ['m'], ['5 months'], ['1.5h'], ['-1h'], ['5 MINUTES'], ['']])(
    '%j is none',
    text => {
      expect(parseDuration(text)).toBe(null);
    },
  );
  it.each([
    ['second', 'second'],
    ['1 minute', 'minute'],
    ['60m', 'hour'],
    ['24 hours', 'day'],
    ['1d', 'day'],
    ['week', 'week'],
    ['1 week', 'week'],
    ['7 days', 'week'],
  ])('%s is one %s', (text, unit) => {
    expect(parseStep(text)?.unit).toBe(unit);
  });
  it.each([['7 minutes'], ['2 days'], ['25 hours'], ['0s'], ['month']])('%s is no step', text => {
    expect(parseStep(text)).toBe(null);
  });
});

describe('faults of an endpoint', () => {
  it.each([
    ['limt: 5', '4:1 unknown-key'],
    ['buckets: { of: t, last: 1h, step: minute, gap: zero }', '4:43 unknown-key'],
    ['select: { x: { value: round(a, 2) } }', '4:23 yaml-syntax'],
    ['params: { p: { type: string, requird: true } }', '4:30 unknown-key'],
    ['params: { p: { default: 1 } }', '4:11 missing-key'],
    ['params: { p: { type: string, use: a } }', '4:11 clause-conflict'],
    ['params: { p: }', '4:11 wrong-type'],
    ['params: { p: { enum: [] } }', '4:22 invalid-value'],
    ['params: { p: { enum: [[a]] } }', '4:23 wrong-type'],
    ['params: { p: { type: string, default: [] } }', '4:39 invalid-value'],
    ['params: { p: { type: string, default: {} } }', '4:39 wrong-type'],
    ['params: { p: { list: int64, max_items: 10001 } }', '4:40 invalid-value'],
    ['params: { p: { list: int64, min: 1 } }', '4:29 clause-conflict'],
    ['params: { p: { list: { type: int64, list: int64 } } }', '4:37 unknown-key'],
    ['params: { p: { type: string, max_length: -1 } }', '4:42 invalid-value'],
    ['params: { p: { enum: [a], otherwise: fail } }', '4:38 invalid-value'],
    ['params: { a-b: { type: string } }', '4:11 invalid-name'],
    [`params: { ${'a'.repeat(129)}: { type: string } }`, '4:11 invalid-name'],
    ['params: []', '4:9 wrong-type'],
    ['where: {}', '4:8 wrong-type'],
    ['where: x, y', '4:8 wrong-type'],
    ["where: ''", '4:8 invalid-value'],
    ['where: [{ when: p }]', '4:9 missing-key'],
    ['where: [{ filter: x }]', '4:9 missing-key'],
    ['where: [1]', '4:9 wrong-type'],
    ["where: ['']", '4:9 invalid-value'],
    ['buckets: { last: 1h, step: minute }', '4:1 missing-key'],
    ['buckets: { of: t, last: 1h }', '4:1 missing-key'],
    ['buckets: { of: t, by: p }', '4:1 missing-key'],
    ['buckets: { of: t, intervals: {} }', '4:1 missing-key'],
    ['buckets: { of: t, by: p, intervals: {}, last: 1h }', '4:41 clause-conflict'],
    ['buckets: { of: t, last: 1h, step: minute, window: fixed }', '4:51 invalid-value'],
    ['buckets: { of: t, last: 1h, step: minute, window: 5 }', '4:51 wrong-type'],
    ['buckets: { of: t, last: 1h, step: minute, gaps: fill }', '4:49 invalid-value'],
    ['buckets: { of: t, last: 5 moons, step: minute }', '4:25 invalid-duration'],
    ['buckets: { of: t, last: 900, step: minute }', '4:25 invalid-duration'],
    ['buckets: { of: t, last: 0s, step: minute }', '4:25 invalid-duration'],
    ['buckets: { of: t, last: 9999w, step: minute }', '4:25 invalid-duration'],
    ['buckets: { of: t, last: 1h, step: month }', '4:35 invalid-step'],
    ['buckets: { of: t, last: 1h, step: 7 minutes }', '4:35 invalid-step'],
    ['retention: { of: t, windows: { a: 1d } }', '4:1 missing-key'],
    ['retention: { of: t }', '4:1 missing-key'],
    ['retention: { of: t, window: ever }', '4:29 invalid-duration'],
    ['group_by: x, y', '4:11 wrong-type'],
    ['group_by: x/y', '4:11 invalid-name'],
    ['group_by: 1', '4:11 wrong-type'],
    ['group_by: [x/y]', '4:12 invalid-name'],
    ['group_by: { a/b: x }', '4:13 invalid-name'],
    ['group_by: { a: { value: x, hidden: true } }', '4:28 unknown-key'],
    ['group_by: { a: { unit: ms } }', '4:13 missing-key'],
    ['select: []', '4:9 invalid-value'],
    ['select: {}', '4:9 invalid-value'],
    ['select: x, y', '4:9 wrong-type'],
    ['select: a.b', '4:9 invalid-name'],
    ['select: { n: 1 }', '4:14 wrong-type'],
    ['select: [a.b]', '4:10 invalid-name'],
    ['select: { x: { hidden: true } }', '4:11 missing-key'],
    ['order_by: [x descending]', '4:12 invalid-value'],
    ['order_by: x, y', '4:11 wrong-type'],
    ['limit: 0', '4:8 invalid-value'],
    ['limit: 1.5', '4:8 wrong-type'],
    ['max_rows: 10001', '4:11 invalid-value'],
    ["max_rows: '5'", '4:11 wrong-type'],
    ['cache: on', '4:8 invalid-value'],
    ['cache: false', '4:8 wrong-type'],
    ['cache: {}', '4:1 missing-key'],
    ['cache: { ttl: 900 }', '4:15 invalid-duration'],
    ['cache: { ttl: 0s }', '4:15 invalid-duration'],
    ['cache: { ttl: 15m, refresh: 300 }', '4:29 invalid-duration'],
    ['cache: { ttl: 15m, refresh: 15m }', '4:29 clause-conflict'],
    ['sandbox: true', '1:1 missing-key'],
    ['sandbox: yes', '4:10 wrong-type'],
    ['engines: []', '4:10 invalid-value'],
    ['summary: 5', '4:10 wrong-type'],
    ['summary:', '4:1 wrong-type'],
    ['views: [~]', '4:9 wrong-type'],
  ])('%s: %s', (text, fault) => {
    const { spec, found } = withClause(text);
    expect(found.slice(0, 1)).toEqual([fault]);
    expect(new Set(found.map(f => f.split(' ')[0])).size).toBe(1);
    expect(isSound(spec)).toBe(false);
  });

  it.each([
    ['Query', '1:11 invalid-name'],
    ['query', '1:11 invalid-name'],
    ['5xx', '1:11 invalid-name'],
    ['a.', '1:11 invalid-name'],
    ['a..b', '1:11 invalid-name'],
    ['.a', '1:11 invalid-name'],
    ['abcdef01-7f0a-4f6e-9a55-1f0e7c3b8a01', '1:11 invalid-name'],
    ['b', '1:11 invalid-name'],
  ])('an endpoint named %s in a.yaml', (name, fault) => {
    expect(endpoint(HEAD.replace('a\n', `${name}\n`).concat('select: [x]\n')).found).toEqual([
      fault,
    ]);
  });

  it.each([
    ['select: { __proto__: x }', '4:11 forbidden-key'],
    ['select: { [x]: y }', '4:11 yaml-feature'],
    ['select: { <<: y }', '4:11 yaml-feature'],
  ])('%s is not said to be empty, too: %s', (text, fault) => {
    expect(withClause(text).found).toEqual([fault]);
  });

  it.each([
    ['where: x, y', 'Write `[x, y]`.'],
    ['select: a.b', 'Write `select` as a mapping, with `b: a.b`.'],
    ["max_rows: '100'", 'Write `100`.'],
    ['max_rows: ten', null],
    ["sandbox: 'false'", 'Write `false`.'],
    ['select: [a.b]', 'Write `select` as a mapping, with `b: a.b`.'],
    [
      'select: [2xx!]',
      'Use letters, digits, spaces and `_ - + % & # : = < > |`, beginning with a letter, a digit or `_`, without ` as `, not ending in a space, ` asc` or ` desc`; at most 128 characters.',
    ],
    [
      'retention: { of: t, by: e, windows: { a: 1d }, window: 1d }',
      'Remove `window`, or `by` with its table.',
    ],
  ])('%s has the hint %s', (text, hint) => {
    expect(withClause(text).diagnostics.map(diagnostic => diagnostic.hint)).toEqual([hint]);
  });

  it('of the whole file', () => {
    expect(endpoint('').found).toEqual(['1:1 wrong-type']);
    expect(endpoint('[a]').found).toEqual(['1:1 wrong-type']);
    expect(endpoint('endpoint: a').found).toEqual(Array(2).fill('1:1 missing-key'));
    expect(endpoint(`${HEAD.replace('6f1d', '6f1')}select: [x]`).found).toEqual([
      '2:5 invalid-value',
    ]);
  });

  it('are all reported at once, in our own words', () => {
    const { found, diagnostics } = withClause(
      'limt: 5\nmax_rows: 0\ncache: { tll: 1h }\nselect: { a: { valu: 1 } }',
    );
    expect(found).toEqual([
      '4:1 unknown-key',
      '5:11 invalid-value',
      '6:10 unknown-key',
      '7:16 unknown-key',
    ]);
    expect(diagnostics.map(d => d.hint)).toContain('Use `limit`, if that is meant.');
    expect(diagnostics.map(d => d.message).join()).not.toMatch(/must|propert|schema|should/);
  });
});

const table = 'tables: { duckdb: { table: t } }';
const withColumn = (text: string) =>
  sources(`sources:\n  logs:\n    ${table}\n    columns:\n      ${text}\n`);

describe('faults of the sources', () => {
  it.each([
    ['a: strin', '5:10 invalid-value'],
    ['a: { type: strin }', '5:18 invalid-value'],
    ['a: { typ: string }', '5:12 unknown-key'],
    ['a: { type: string, duckbd: x }', '5:26 unknown-key'],
    ['a: { type: string, record: { b: string } }', '5:7 clause-conflict'],
    ['a: { record: {} }', '5:20 invalid-value'],
    ['a: { record: { b: { record: { c: text } } } }', '5:40 invalid-value'],
    ['a: { record: { b-c: string } }', '5:22 invalid-name'],
    ['a: { type: string, is: b, duckdb: c }', '5:33 clause-conflict'],
    ['a: { record: { b: string }, is: c }', '5:35 clause-conflict'],
    ['a: { type: string, duckdb: 5 }', '5:34 wrong-type'],
    ['a: { type: string, required: yes }', '5:36 wrong-type'],
    ['a: 5', '5:10 wrong-type'],
  ])('%s: %s', (text, fault) => {
    const { spec, found } = withColumn(text);
    expect(found[0]).toBe(fault);
    expect(isSound(spec)).toBe(false);
  });

  it.each([
    ['sources: { a: { columns: { x: string } } }', '1:12 missing-key'],
    [`sources: { a: { ${table} } }`, '1:12 missing-key'],
    [`sources: { a: { ${table}, columns: {} } }`, '1:60 invalid-value'],
    [
      'sources: { a: { tables: { duckdb: { tabel: t } }, columns: { x: string } } }',
      '1:37 unknown-key',
    ],
    [
      'sources: { a: { tables: { duckdb: { table: t, records: flat } }, columns: { x: string } } }',
      '1:56 invalid-value',
    ],
    [`sources: { a-b: { ${table}, columns: { x: string } } }`, '1:12 invalid-name'],
    ['source: {}', '1:1 unknown-key'],
  ])('%s: %s', (text, fault) => {
    expect(sources(text).found[0]).toBe(fault);
  });

  it('a column holds SQL for every dialect and nothing of others', () => {
    const { spec } = withColumn(`a: { type: string, clickhouse: "m['a']" }`);
    expect(spec?.sources[0]?.columns[0]?.value.text.map(t => [t.name, t.value.value])).toEqual([
      ['clickhouse', "m['a']"],
    ]);
  });
});

describe('an endpoint in SQL', () => {
  const BESIDE = `endpoint id aliases owner tags deprecated replaced_by sunset compat ignore summary description engines params unscoped max_rows cache sandbox tests query columns`;
  const HEAD = 'endpoint: a\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nquery: SELECT 1 AS n\n';
  const { properties } = endpointSchema({ paramTypes: [], dialects: [] });
  const clauses = Object.keys(properties as object).filter(name => {
    return !BESIDE.split(' ').includes(name);
  });
  // a value of another type is reported as that
  const values = ['n', '[n, n]', '{ n: n }', '{ n: {} }', 'true', '1'];

  it.each(clauses)('has no `%s`', clause => {
    const found = values.flatMap(value => endpoint(`${HEAD}${clause}: ${value}\n`).found);
    expect(found).toContain('4:1 clause-conflict');
  });
});

describe('the schemas', () => {
  it('describe every key', () => {
    const bare: string[] = [];
    const visit = (schema: unknown, path: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [key, value] of Object.entries(schema)) {
        if (key === 'properties' && !/(else|then)$/.test(path)) {
          for (const [name, inner] of Object.entries(value as object)) {
            const said = 'description' in inner || '$ref' in inner || path.endsWith('/tables');
            if (!said) bare.push(`${path}/${name}`);
          }
        }
        visit(value, `${path}/${key}`);
      }
    };
    const open = { paramTypes: ['string'], dialects: DIALECTS };
    visit(endpointSchema(open), '');
    visit(sourcesSchema(open), '');
    expect(bare).toEqual([]);
  });
  it('list the open sets for editors', () => {
    const text = JSON.stringify(endpointSchema({ paramTypes: ['uuid'], dialects: DIALECTS }));
    expect(text).toContain('"enum":["uuid"]');
    expect(text).toContain('"enum":["bigquery","duckdb","clickhouse"]');
  });
});
