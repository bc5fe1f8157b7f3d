/** Random rows and requests, close to where answers change: bucket edges, window ends, ties, NULLs, hostile texts. */

import fc from 'fast-check';
import { visitExpr } from '../../generator/core/expr/walk.ts';
import {
  answeredSources,
  bodiesOf,
  type PortableEndpoint,
} from '../../generator/core/plan/endpoint.ts';
import { CURSOR } from '../../generator/core/plan/pages.ts';
import type { ListShape, Param } from '../../generator/core/plan/param.ts';
import type { ByChoice } from '../../generator/core/plan/query.ts';
import { guardedIn } from '../../generator/core/plan/walk-plan.ts';
import { type Field, isDerived } from '../../generator/core/spec/source.ts';
import type { DecimalDigits } from '../../generator/core/types/decimal.ts';
import { held, isRecords } from '../../generator/core/types/scalar.ts';
import { textsOf } from '../../generator/params/list.ts';
import { isText } from '../../generator/params/text.ts';
import { decimalText } from '../engines/values/decimal-text.ts';
import type { Sent, Tables } from '../reference/answer.ts';
import type { Row } from '../reference/language/evaluate.ts';
import { instant, parseTimestamp, truncate } from '../reference/values.ts';
import { unicodeText } from '../support/unicode-text.ts';
import { storable } from './storages.ts';

/** A Thursday in the middle of a bucket of every size, with microseconds. */
export const NOW = instant('2026-01-15T10:07:33.123456Z');
const DAY = 86_400_000_000n;

export interface Case {
  /** Rows of each data set, by its name. */
  readonly tables: Tables;
  /** Those of the first. */
  readonly rows: readonly Row[];
  readonly requests: readonly Sent[];
}

export function cases(
  endpoint: PortableEndpoint,
  size: { readonly rows: number; readonly requests: number },
): fc.Arbitrary<Case> {
  const instants = instantOf(endpoint);
  const sources = answeredSources(endpoint);
  const sets = sources.map(({ columns, keys: [key = []] }) => {
    const row = rowOf(
      columns.filter(column => !isDerived(column)),
      instants,
      endpoint,
    );
    const stored = fc.array(row, { maxLength: size.rows, size: 'max' });
    const rows = fc.oneof(
      { weight: 1, arbitrary: stored },
      { weight: 3, arbitrary: stored.filter(all => all.length > size.rows / 3) },
    );
    return key.length === 0 ? rows : rows.map(all => distinctBy(all, key));
  });
  return fc.tuple(...sets).chain(all => {
    const [rows = []] = all;
    return fc.record({
      rows: fc.constant(rows),
      tables: fc.constant(new Map(sources.map((of, i) => [of.name, all[i] ?? []] as const))),
      requests: fc.array(requestOf(endpoint, rows), {
        minLength: size.requests,
        maxLength: size.requests,
      }),
    });
  });
}

/** A key of a data set is its author's promise. */
function distinctBy(rows: readonly Row[], key: readonly string[]): readonly Row[] {
  const byKey = new Map(
    rows.map(row => [JSON.stringify(key.map(name => String(row[name]))), row] as const),
  );
  return [...byKey.values()];
}

// ---- rows -----------------------------------------------------------------------------------------------------------

/** Texts that the endpoints' conditions tell apart, and texts that SQL or JSON could trip over. */
const TEXTS = [
  'alpha',
  'beta',
  'alphabet',
  'https://alpha.platform.example/rest/v1/items',
  'https://beta.platform.example/auth/v1/token?next=/rest',
  '/rest/v1/items',
  '/storage/rest/auth',
  '/realtime/v1/websocket',
  '/Rest',
  'issue #0',
  '$0 #0 $1 #9',
  "') OR (1=1) OR match(path, #0",
  '',
  ' ',
  'it\'s "quoted" `so` \\ and $p @p {p:String} %s -- /* ; */',
  'line one\nline two\r\n\ttabbed',
  'שלום 日本語 😀 \u{10ffff}',
  'NULL',
  '42',
  '-7.5e2',
  'true',
  '2026-01-15T10:00:00+02:00',
];
/** Often the same few, so that conditions meet. */
const OFTEN = ['alpha', 'beta', 'https://alpha.platform.example/rest/v1/items'];
const text = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...OFTEN) },
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: unicodeText({ maxLength: 6 }).filter(isStorable) },
);

/**
 * Left out is what no text has (NUL, lone surrogates), what DuckDB's own reading drops (a leading U+FEFF), and letters beyond
 * ASCII that have two cases: the language does not promise their mapping.
 */
function isStorable(value: string): boolean {
  const others = value.replace(/[\0-\x7f]/g, '');
  return (
    isText(value) && !value.startsWith('\ufeff') && others.toLowerCase() === others.toUpperCase()
  );
}

function instantOf(endpoint: PortableEndpoint): fc.Arbitrary<bigint> {
  const steps = endpoint.buckets?.kind === 'recent' ? all(endpoint.buckets.intervals) : [];
  const windows = endpoint.retention === null ? [] : all(endpoint.retention.windows);
  const edges = [
    NOW,
    ...steps.flatMap(({ last, step }) => [
      NOW - last,
      truncate(NOW - last, step.micros),
      truncate(NOW, step.micros),
      truncate(NOW, step.micros) + step.micros,
    ]),
    ...windows.map(window => NOW - window),
    ...SENT_INSTANTS.map(instant),
  ];
  const ends = endsOf(endpoint);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...edges), fc.constantFrom(-1n, 0n, 1n))
        .map(([edge, by]) => edge + by),
    },
    ...(ends.length === 0 ? [] : [{ weight: 4, arbitrary: nearEnds(ends) }]),
    { weight: 3, arbitrary: fc.bigInt({ min: NOW - 61n * 60_000_000n, max: NOW + 60_000_000n }) },
    { weight: 2, arbitrary: fc.bigInt({ min: NOW - 9n * DAY, max: NOW }) },
    {
      weight: 1,
      arbitrary: fc.bigInt({
        min: instant('1969-12-28T00:00:00Z'),
        max: instant('2299-12-31T23:59:59Z'),
      }),
    },
  );
}

/** Instants that windows of requests may begin or end with. */
function endsOf(endpoint: PortableEndpoint): readonly bigint[] {
  if (!bodiesOf(endpoint).some(({ buckets }) => buckets?.kind === 'window')) return [];
  const of = (param: Param) => param.type === 'timestamp' || param.type === 'date';
  const texts = endpoint.params.filter(of).flatMap(sentTexts);
  return texts.flatMap(text => parseTimestamp(text) ?? []);
}

const QUARTER_HOUR = 900_000_000n;

/** Local midnights, changes of clocks and starts of buckets are whole quarters of an hour away. */
function nearEnds(ends: readonly bigint[]): fc.Arbitrary<bigint> {
  const start = fc
    .tuple(fc.constantFrom(...ends), fc.integer({ min: -300, max: 300 }))
    .map(([end, away]) => truncate(end, QUARTER_HOUR) + BigInt(away) * QUARTER_HOUR);
  return fc
    .tuple(fc.oneof(start, fc.constantFrom(...ends)), fc.constantFrom(-1n, 0n, 1n))
    .map(([at, by]) => at + by);
}

function all<T>(choice: ByChoice<T>): readonly T[] {
  return choice.by === null ? [choice.value] : choice.cases.map(({ result }) => result);
}

function rowOf(
  fields: readonly Field[],
  instants: fc.Arbitrary<bigint>,
  endpoint: PortableEndpoint,
): fc.Arbitrary<Row> {
  return fc.record(
    Object.fromEntries(fields.map(field => [field.name, storedValue(field, instants, endpoint)])),
  );
}

function storedValue(
  field: Field,
  instants: fc.Arbitrary<bigint>,
  endpoint: PortableEndpoint,
): fc.Arbitrary<unknown> {
  if (isRecords(field.type)) {
    const items = fc.array(rowOf(field.fields, instants, endpoint), { maxLength: 3 });
    return field.nullable ? fc.option(items, { nil: null, freq: 6 }) : items;
  }
  if (field.type !== 'record') {
    const value = field.digits === null ? scalarOf(field.type, instants) : decimalOf(field.digits);
    const stored = value.map(one => storable(field, one));
    return field.nullable ? fc.option(stored, { nil: null, freq: 6 }) : stored;
  }
  const record = rowOf(field.fields, instants, endpoint);
  if (!field.nullable) return record;
  // a warehouse wraps each record in an array of one; none and two are what an answer must not count as rows
  return fc.oneof(
    { weight: 8, arbitrary: record },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.array(record, { maxLength: 2 }) },
  );
}

/** Keys of maps. */
const KEYS = ['alpha', 'beta', 'a b', "it's", '$0', '7'];

function scalarOf(
  type: Exclude<Field['type'], 'record'>,
  instants: fc.Arbitrary<bigint>,
): fc.Arbitrary<unknown> {
  const { as, of } = held(type);
  if (as === 'list') return fc.array(scalarOf(of, instants), { maxLength: 4 });
  if (as === 'map') {
    const keys = fc.constantFrom(...KEYS, '');
    return fc.dictionary(keys, fc.option(scalarOf(of, instants), { freq: 6 }), { maxKeys: 4 });
  }
  switch (of) {
    case 'string':
      return text;
    case 'int64':
      return fc.oneof(
        fc.constantFrom(0n, 1n, 99n, 100n, 199n, 200n, 399n, 400n, 499n, 500n, 599n),
        fc.bigInt({ min: -1000n, max: 1000n }),
      );
    case 'float64':
      // halves, so that sums are exact whatever their order
      return fc
        .oneof(fc.integer({ min: -4, max: 4 }), fc.integer({ min: 0, max: 4000 }))
        .map(n => n / 2);
    case 'decimal':
      throw new Error('a decimal has digits');
    case 'bool':
      return fc.boolean();
    case 'timestamp':
    case 'datetime':
      return instants;
    case 'date':
      return fc.constantFrom('2026-01-15', '2026-01-14', '1969-12-31', '2000-02-29', '2299-12-31');
    case 'json':
      return fc.constantFrom(
        '{"a":1,"b":[true,null,"x\\"y"]}',
        '["arg"]',
        '"text"',
        '1.5',
        'true',
        '[]',
        '{"a":7,"b":[2.5],"c":"alpha","d":{"é":"beta"},"f":true,"g":["red","blue"]}',
        '{"a":-3,"b":["2.5"],"c":12,"d":[],"f":false,"g":["alpha",1]}',
        // members in the order in which every engine writes them
        '{"orders":[{"lines":[{"sku":"a","tags":["x",7,"y"]},{"sku":2},null,[],{"sku":"é"}],"number":1},{},3,null,[{"number":2}]]}',
        '{"orders":[{"lines":{"0":{"sku":"member"}},"number":12},{"lines":[{"sku":""},{"sku":"a"}],"number":2}]}',
        '{"a":2,"orders":{"0":{"lines":[{"sku":"b"}],"number":5}}}',
      );
  }
}

/** Few different ones, and others of up to half of the digits before the point, so that sums do not overflow. */
function decimalOf({ precision, scale }: DecimalDigits): fc.Arbitrary<string> {
  const most = 10n ** BigInt(Math.ceil((precision - scale) / 2) + scale) - 1n;
  const units = fc.oneof(
    fc.constantFrom(0n, 1n, -1n, 10n, 100n, 150n, -250n),
    fc.bigInt({ min: -most, max: most }),
  );
  return units.map(value => decimalText(value % (most + 1n), scale));
}

// ---- requests -------------------------------------------------------------------------------------------------------

const SENT_INSTANTS = [
  '2026-01-15T10:07:00Z',
  '2026-01-15T09:30:00.5Z',
  '2026-01-14T10:07:33.123456Z',
  '2025-11-01T00:00:00Z',
];

const INVALID: Readonly<Record<string, readonly string[]>> = {
  like: ['\\', 'alpha\\', '%\\\\\\', '\\alpha', '\\日'],
  int64: ['1.5', 'x', ' 5', '+5', '0x1F', '9223372036854775808', "1' or '1'='1"],
  float64: ['1e999', 'NaN', 'inf', 'x', '.5', ' 1', '1,5'],
  decimal: ['1e3', '+1', '.5', '5.', ' 1', '1,5', '0.0000000001', '9'.repeat(30), "1' or '1'='1"],
  bool: ['TRUE', '1', 'yes', ' true'],
  timestamp: [
    '2026-01-15T24:00:00Z',
    '2026-02-30',
    '2026-01-15T10:07:60Z',
    '2026-01-15T10:07:00.1234567Z',
    '2026-01-15t10:07:00z',
    ' 2026-01-15',
    '2026-01-15T10:07:00 02:00',
    '1768471653',
    'yesterday',
    '1900-01-01T00:00:00+00:01',
    "2026-01-15' OR TRUE --",
  ],
  lenient: [
    '2026-02-30t00:00:00z',
    '2026-01-15T10:07:60z',
    '2026-01-15t10:07:00.1234567z',
    '2026-01-15 10:07:00+15',
    '2026-01-15 10:07:00+5',
    '2026-01-15+02',
    '2026-01-15 10:07:00 02',
    '1899-13-01',
    '2300-01-32T00:00:00Z',
    '+002026-01-15T00:00:00Z',
    '999-01-01',
    '12026-01-15 10:00:00+02',
    '+275760-09-13T00:00:00.000Z',
    '-12026-01-15',
    '0044-03-15 00:00:00+00 BC',
    'infinity BC',
    '1234567-01-01',
    'Infinity',
    '+infinity',
    '2026-01-15 AD',
    "0001-01-01' OR TRUE --",
  ],
  epoch_millis: [
    '1768471653.5',
    '+1768471653',
    '1e12',
    '10413792000000',
    '-2208988800001',
    '99999999999999',
    '-99999999999999',
    '9223372036854775808',
    '2026-02-30',
    "0' OR TRUE --",
  ],
  date: ['2026-02-30', '2026-1-5', '15.01.2026', '2026-01-15T00:00:00Z'],
  duration: ['15', '1h30m', 'P1M', '0s', '7h', "1d' OR 1=1"],
  uuid: ['3f2b8c1e9d4a4c7e8a550b1e7c3b8a01', 'x', '{3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a01}'],
  enum: ['bogus', 'DAILY', ' daily', "daily' OR TRUE --"],
};

/** Requests that the service refuses: one parameter missing or of another kind than it must be, the others sound. */
export function refusedRequests(endpoint: PortableEndpoint): fc.Arbitrary<Sent> {
  const faults = endpoint.params.flatMap(param => {
    const missing = param.required ? [undefined, ''] : [];
    const invalid = param.otherwise === 'default' ? [] : (INVALID[formOf(param)] ?? []);
    return [...missing, ...invalid].map(value => [param.name, value] as const);
  });
  const fault = faults.length === 0 ? fc.constant(null) : fc.constantFrom(...faults);
  return fc
    .tuple(requestOf(endpoint, []), fault)
    .map(([sent, at]) => (at === null ? sent : { ...sent, [at[0]]: at[1] }));
}

/** Requests that the service accepts, nearly always. */
export function requestOf(endpoint: PortableEndpoint, rows: readonly Row[]): fc.Arbitrary<Sent> {
  const given = endpoint.params.filter(({ name }) => name !== CURSOR);
  const sent = given.map(
    param => [param.name, sentFor(param, storedTexts(endpoint, param, rows))] as const,
  );
  return fc.record(Object.fromEntries(sent));
}

/** What the rows hold in the column that the parameter is compared with, so that requests find something. */
function storedTexts(
  endpoint: PortableEndpoint,
  param: Param,
  rows: readonly Row[],
): readonly string[] {
  const path = comparedWith(endpoint, param);
  if (path === null) return [];
  return rows
    .map(row => valueAt(row, path))
    .filter(value => typeof value === 'string' && value !== '');
}

function comparedWith(endpoint: PortableEndpoint, param: Param): readonly string[] | null {
  let found: readonly string[] | null = null;
  const where = bodiesOf(endpoint).flatMap(body => body.where);
  for (const { expr } of where.flatMap(guardedIn)) {
    visitExpr(expr, part => {
      if (part.kind !== 'call' || part.fn !== 'eq') return;
      const column = part.args.find(arg => arg.kind === 'column');
      const isIt = part.args.some(arg => arg.kind === 'param' && arg.name === param.name);
      if (isIt && column?.kind === 'column') found = column.path;
    });
  }
  return found;
}

function valueAt(row: unknown, path: readonly string[]): string {
  const value = path.reduce<unknown>(
    (part, name) => Object(Array.isArray(part) ? part[0] : part)[name],
    row,
  );
  return typeof value === 'string' ? value : '';
}

function sentFor(param: Param, stored: readonly string[]): fc.Arbitrary<Sent[string]> {
  const any = acceptedFor(param);
  const one =
    stored.length === 0
      ? any
      : fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...stored) },
          { weight: 1, arbitrary: any },
        );
  const value = param.list === null ? one : listOf(one, param.list);
  if (param.required) return value;
  // of many pairs, a request gives few
  if (param.filter !== undefined)
    return fc.oneof(
      { weight: 1, arbitrary: value },
      { weight: 6, arbitrary: fc.constant(undefined) },
    );
  return fc.oneof(
    { weight: 4, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant('') },
  );
}

/** Texts by parameter type; a type that is not here is tried with plain texts and fails loudly where it refuses them. */
const SENT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  string: TEXTS.filter(value => value !== ''),
  like: [
    'alpha',
    'al_ha',
    '_lph%',
    '%alpha%',
    'https://%/v_/%',
    '%\\%s --%',
    '%so` \\\\ and%',
    'line one_line%tabbed',
    '%日_語 _ %',
    '____',
    '%',
    '\\_%',
    'ALPHA',
  ],
  regex: [
    'alpha',
    '^https://alpha\\.',
    '(?i)ALPHA|rest',
    '.',
    'one.line',
    '\\d+',
    'alpha$',
    "it's",
    '日本',
    'nothing like it',
  ],
  int64: ['0', '400', '-7', '007', '9223372036854775807'],
  float64: ['0', '0.5', '-2', '1e3', '400'],
  decimal: [
    '0',
    '1.5',
    '-2.50',
    '0.01',
    '007',
    '9007199254740993',
    `${'9'.repeat(29)}.${'9'.repeat(9)}`,
  ],
  bool: ['true', 'false'],
  timestamp: [
    '2026-01-15',
    '2026-01-15 10:07',
    '2026-01-15T12:07:00+02:00',
    '2026-01-15T04:37:00.123456-0530',
    ...SENT_INSTANTS,
  ],
  lenient: [
    '2026-01-15 10:07:33.123456+00',
    '2026-01-15t09:30:00z',
    '2026-01-15T15:37:00+0530',
    '2026-01-15 05:07-05',
    '2026-01-15',
    '0001-01-01T00:00:00Z',
    '1899-12-31 23:59:59+14',
    '-000044-03-15T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '2300-01-01',
    'infinity',
    '-infinity',
    ...SENT_INSTANTS,
  ],
  epoch_millis: ['1768471653123', '1768471653', '-1', '0946684800000', '2026-01-15T10:07:00Z'],
  date: ['2026-01-15', '2000-02-29', '1969-12-31'],
  duration: ['1s', '15m', '6h', 'PT30M', 'P1D', '7d', '2w'],
  timezone: ['UTC', 'Europe/Berlin', 'America/Havana', 'Asia/Kathmandu'],
  uuid: ['3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a01', '3F2B8C1E-9D4A-4C7E-8A55-0B1E7C3B8A01'],
};

/** The type, or the second form that it also accepts. */
function formOf({ type, constraints, filter }: Param): string {
  if (filter?.operator.endsWith('like') === true) return 'like';
  const chosen = Object.values(filter?.chosen?.operators ?? {});
  if (chosen.some(operator => operator.endsWith('matches'))) return 'regex';
  return constraints.lenient === true ? 'lenient' : (constraints.accept ?? type);
}

/** Items in any order, some of them twice, some of them empty. */
function listOf(
  one: fc.Arbitrary<string>,
  { maxItems }: ListShape,
): fc.Arbitrary<readonly string[]> {
  const item = fc.oneof({ weight: 6, arbitrary: one }, { weight: 1, arbitrary: fc.constant('') });
  const items = fc.array(item, { maxLength: Math.min(maxItems, 5) });
  return fc.tuple(one, items).map(([first, more]) => [...more, first, ...more.slice(0, 1)]);
}

/** Of a list, of an item. */
function acceptedFor(param: Param): fc.Arbitrary<string> {
  return fc.constantFrom(...sentTexts(param));
}

/** A key with a value that maps have, and now and then one that is refused. */
function keyedTexts({ constraints }: Param): readonly string[] {
  const isNumber = constraints.pattern?.includes('[0-9]') === true;
  const values = isNumber
    ? ['0', '99', '100', '-4', '2', '500']
    : ['beta', 'Beta', 'NULL', 'x=y', ''];
  return [...KEYS, 'none'].flatMap(key => values.map(value => `${key}=${value}`));
}

function sentTexts(param: Param): readonly string[] {
  const { aliases = {} } = param;
  if (param.filter?.key === true) return keyedTexts(param);
  const texts = [...(param.values ?? SENT_TEXTS[formOf(param)] ?? []), ...Object.keys(aliases)];
  const others =
    param.otherwise === 'default'
      ? ['bogus', param.values?.[0]?.toLowerCase() ?? 'x', "'; drop table t; --"]
      : [];
  const bounds = [param.constraints.min, param.constraints.max, param.example]
    .filter(value => value !== null)
    .flatMap(value => [textsOf({ type: param.type }, value)].flat());
  return [...texts, ...others, ...bounds];
}
