/** Random endpoints, and requests for them. */
import fc from 'fast-check';

/** A parameter as YAML has it, and the condition that reads it. */
export interface Param {
  readonly options: Readonly<Record<string, unknown>>;
  readonly isList: boolean;
}
export interface Endpoint {
  readonly name: string;
  readonly id: string;
  readonly aliases: readonly string[];
  readonly params: Readonly<Record<string, Param>>;
  /** From a name to an expression. */
  readonly columns: Readonly<Record<string, string>>;
  readonly maxRows: number;
  readonly ignore: readonly string[];
  /** Rows of a page; `null` where the endpoint has no pages. */
  readonly page: number | null;
}

export const SOURCES = `sources:
  entries:
    tables: { duckdb: { table: entries } }
    key: [id]
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      day: { type: date, required: true }
      size: { type: int64, required: true }
      ratio: { type: float64, required: true }
      good: { type: bool, required: true }
`;

const VALUES = ['red', 'green', 'blue', 'grey'];
const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const whole = fc.integer({ min: 0, max: 9 });

function defined(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

const text = fc
  .record({
    min_length: some(fc.integer({ min: 1, max: 3 })),
    max_length: some(fc.integer({ min: 3, max: 6 })),
    pattern: some(fc.constantFrom('[a-z]+', '[a-z0-9]+', 'a.*')),
    required: some(fc.constant(true)),
  })
  .map(options => ({ options: defined({ type: 'string', ...options }), isList: false }));
const number = fc
  .record({
    min: some(whole),
    max: some(fc.integer({ min: 9, max: 20 })),
    required: some(fc.constant(true)),
    default: some(fc.constant(9)),
  })
  .filter(({ required, default: usual }) => required === undefined || usual === undefined)
  .map(options => ({ options: defined({ type: 'int64', ...options }), isList: false }));
const choice = fc
  .record({
    enum: fc.subarray(VALUES, { minLength: 1 }),
    otherwise: some(fc.constant('default')),
    isDefault: fc.boolean(),
    alias: some(fc.constantFrom('r', 'g')),
  })
  .filter(({ otherwise, isDefault }) => otherwise === undefined || isDefault)
  .map(({ enum: values, isDefault, alias, otherwise }) => ({
    options: defined({
      enum: values,
      otherwise,
      default: isDefault ? values[0] : undefined,
      aliases: alias === undefined ? undefined : { [alias]: values.at(-1) },
    }),
    isList: false,
  }));
const list = fc
  .record({
    max_items: some(fc.integer({ min: 1, max: 3 })),
    separator: some(fc.constantFrom(',', ';')),
    min_items: some(fc.constantFrom(1, 2)),
  })
  .filter(({ min_items: least = 1, max_items: most = 9 }) => least <= most)
  .map(options => ({ options: defined({ list: 'string', ...options }), isList: true }));
const other = fc
  .constantFrom<Readonly<Record<string, unknown>>>(
    { type: 'uuid' },
    { type: 'bool' },
    { type: 'timestamp' },
    { type: 'timestamp', accept: 'epoch_millis' },
    { type: 'date' },
    { type: 'float64', max: 5 },
  )
  .map(options => ({ options, isList: false }));
export const param: fc.Arbitrary<Param> = fc.oneof(text, number, choice, list, other);

const EXPRESSIONS = [
  'id',
  'at',
  'day',
  'size',
  'ratio',
  'good',
  "nullif(id, '')",
  'nullif(size, 0)',
  'length(id)',
];
export const column = fc.constantFrom(...EXPRESSIONS);
export const IDS = ['6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01', '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a02'];

export const endpoint: fc.Arbitrary<Endpoint> = fc.record({
  name: fc.constantFrom('entries', 'log.entries'),
  id: fc.constantFrom(...IDS),
  aliases: fc.subarray(['old-entries', 'older']),
  params: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), param, { minKeys: 1 }),
  columns: fc.dictionary(fc.constantFrom('u', 'v', 'w', 'x'), column, { minKeys: 1 }),
  maxRows: fc.constantFrom(3, 5),
  ignore: fc.subarray(['ref']),
  page: fc.constantFrom(null, null, null, 2),
});

export function textOf(endpoint: Endpoint): string {
  const { name, id, aliases, params, columns, maxRows, ignore, page } = endpoint;
  const where = Object.entries(params).map(([one, { options, isList }]) => {
    const filter = isList ? `'x' in @${one}` : `@${one} is not null`;
    const isAbsent = options['required'] === undefined && options['default'] === undefined;
    return isAbsent ? { when: one, filter } : filter;
  });
  return JSON.stringify({
    endpoint: name,
    id,
    ...(aliases.length > 0 ? { aliases } : {}),
    ...(ignore.length > 0 ? { ignore } : {}),
    from: 'entries',
    params: Object.fromEntries(Object.entries(params).map(([one, { options }]) => [one, options])),
    where,
    select: page === null ? columns : { ...columns, key: 'id' },
    ...(page === null ? {} : { order_by: ['key'], pages: { size: page, max_size: page } }),
    max_rows: maxRows,
  });
}

/** Texts that a caller may send for a parameter. */
export const sent: fc.Arbitrary<Readonly<Record<string, readonly string[]>>> = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd', 'a', 'b', 'c', 'd', 'ref', 'page_size'),
  fc.array(
    fc.constantFrom(
      ...[
        ...VALUES,
        'r',
        'g',
        'a',
        'ab',
        'abc',
        'a1',
        'abcdef',
        'A',
        '0',
        '1',
        '5',
        '9',
        '12',
        '20',
        '-1',
      ],
      ...['true', '2026-01-15', '2026-01-15T10:00:00Z', '1768471632345', '0.5', 'x,y', 'x;y'],
      '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01',
    ),
    { minLength: 1, maxLength: 2 },
  ),
);
