/** The schema of a row, compared with the service's rows, and the answer that is shown. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../engines/engine.ts';
import type { ManifestColumn, ManifestField } from '../../../generator/core/output/manifest.ts';
import { type Encoding, held, type Scalar } from '../../../generator/core/types/scalar.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import type {
  OpenApiDocument,
  Schema,
} from '../../../generator/emitters/openapi/document-types.ts';
import { describeExample } from '../../../generator/emitters/openapi/texts/examples.ts';
import { rowsWriter } from '../../../server/answers/cells/decode.ts';
import { compiled, documentFrom, HOSTILE, ownInputs } from '../../support/openapi-fixture.ts';
import {
  everyDocument,
  everything,
  operationOf,
  own,
  ownDocument,
  referenceOfRow,
  resolved,
  rowOf,
  validatorOf,
} from './documents.ts';

const integers = fc.maxSafeInteger().map(BigInt);
const instants = fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n });
/** What an engine hands over for a value, by its type. */
const CELLS: Readonly<Record<Scalar | 'record', fc.Arbitrary<unknown>>> = {
  string: fc.string({ unit: 'grapheme' }),
  int64: integers,
  float64: fc.oneof(fc.double(), fc.constantFrom('NaN', '-Infinity')),
  decimal: fc.constantFrom('0', '-0.5', '12.50', '99999999999999999999999999999.999999999'),
  bool: fc.boolean(),
  timestamp: instants,
  datetime: instants,
  date: fc.constantFrom('0001-01-01', '2026-01-15'),
  json: fc.json(),
  record: fc.constant(null),
};

function cells(field: ManifestField, encode: Encoding): fc.Arbitrary<unknown> {
  const { type, nullable } = field;
  const { as, of } = type === 'record' ? { as: 'one', of: type } : held(type);
  // lists and maps as JSON text
  const texts = CELLS[of].map(asJson);
  if (as === 'list') return fc.array(texts).map(items => `[${items.join(',')}]`);
  if (as === 'map') {
    const entries = fc.dictionary(
      fc.string({ unit: 'grapheme' }),
      fc.option(texts, { nil: 'null' }),
    );
    const textOf = ([key, value]: readonly [string, string]) => `${JSON.stringify(key)}:${value}`;
    return entries.map(map => `{${Object.entries(map).map(textOf).join(',')}}`);
  }
  const cell = isEpochMicros(type, encode) ? integers : CELLS[of];
  return nullable ? fc.option(cell) : cell;
}

function isEpochMicros(type: ManifestField['type'], encode: Encoding): boolean {
  return type === 'timestamp' && encode === 'epoch_micros';
}

/** A record as an engine writes it: JSON, integers in digits. */
function recordJson(fields: readonly ManifestField[]): fc.Arbitrary<string> {
  const members = fields.map(field => {
    const { name } = field;
    const value =
      field.type === 'record'
        ? fc.option(recordJson(field.fields ?? []), { nil: 'null' })
        : cells({ ...field, nullable: true }, 'plain').map(asJson);
    return value.map(text => `${JSON.stringify(name)}:${text}`);
  });
  return fc.tuple(...members).map(texts => `{${texts.join(',')}}`);
}

function asJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value) ?? 'null';
}

function rowCells(columns: readonly ManifestColumn[]): fc.Arbitrary<Cell[]> {
  const each = columns.map(column =>
    column.type === 'record'
      ? fc.option(recordJson(column.fields ?? []))
      : cells(column, column.encode),
  );
  return fc.tuple(...each) as fc.Arbitrary<Cell[]>;
}

/** A row of the examples of a schema, with `null` where anything may be. */
function rowOfExamples({ properties, examples = [null] }: Schema): unknown {
  if (properties === undefined) return examples[0];
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, rowOfExamples(schema as Schema)]),
  );
}

describe('the schema of a row', () => {
  const endpoints = [[own, ownDocument] as const, [everything, everyDocument] as const].flatMap(
    ([compilation, document]) =>
      manifestOf(compilation)
        .endpoints.filter(({ columns }) => columns.length > 1)
        .map(endpoint => ({ ...endpoint, document })),
  );

  test.each(endpoints)('of $name takes what the service writes, and no less', endpoint => {
    const { columns, document, name } = endpoint;
    const accepts = validatorOf(document, referenceOfRow(document, name));
    const write = rowsWriter(columns);
    fc.assert(
      fc.property(rowCells(columns), fc.nat(columns.length - 1), (row, missing) => {
        const [answered] = JSON.parse(write([row]));
        expect(accepts(answered), JSON.stringify(accepts.errors)).toBe(true);
        const { [columns[missing]?.name ?? '']: _, ...rest } = answered;
        expect(accepts(rest)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  test.each(endpoints)(
    'of $name has examples that it takes, wherever a reader would invent one',
    endpoint => {
      const { document, name, columns } = endpoint;
      const schema = rowOf(document, `/api/endpoints/${name}`);
      const accepts = validatorOf(document, referenceOfRow(document, name));
      const row = rowOfExamples(schema);
      expect(accepts(row), JSON.stringify(accepts.errors)).toBe(true);
      const unsaid = columns.filter(
        ({ name }) => !('examples' in Object(schema.properties?.[name])),
      );
      expect(unsaid.filter(({ type }) => type !== 'record' && type !== 'json')).toEqual([]);
    },
  );

  test('names the format of each value that has one', () => {
    const { properties = {} } = rowOf(everyDocument, '/api/endpoints/every.thing-1');
    const formats = Object.entries(properties).flatMap(([name, schema]) => {
      const { format } = schema as Schema;
      return format === undefined ? [] : [[name, format]];
    });
    expect(Object.fromEntries(formats)).toEqual({
      timestamp: 'date-time',
      whole: 'int64',
      maybe_whole: 'int64',
      fraction: 'double',
      day: 'date',
    });
  });

  test('tells readers how a value is written that has more than one form', () => {
    const { properties = {} } = rowOf(everyDocument, '/api/endpoints/every.encode');
    const encodings = Object.entries(properties).map(([name, schema]) => {
      return [name, (schema as Schema)['x-quern-encode']];
    });
    expect(Object.fromEntries(encodings)).toEqual({
      micros: 'epoch_micros',
      millis: 'epoch_millis',
      digits: 'string',
    });
    const { micros, millis } = Object(properties);
    expect(micros.description).toContain('Microseconds since 1970 UTC.');
    expect(millis.description).toContain('Milliseconds since 1970 UTC. Unit: ms.');
  });

  test('refuses a null where there is none, and an integer that is rounded', () => {
    const accepts = validatorOf(everyDocument, '#/components/schemas/EveryEncodeRow');
    const row = { at: '2026-01-15T10:07:00Z', micros: 1, millis: 1, digits: '1' };
    expect(accepts(row)).toBe(true);
    expect(accepts({ ...row, digits: null })).toBe(true);
    for (const wrong of [
      { at: null },
      { micros: 2 ** 53 },
      { micros: -(2 ** 53) },
      { digits: 1 },
      { digits: 'a' },
      { at: '2026-01-15' },
    ]) {
      expect(accepts({ ...row, ...wrong }), JSON.stringify(wrong)).toBe(false);
    }
  });
});

describe('the answer of rows', () => {
  test('says how many there are at most, and how old they may be', () => {
    const { responses = {} } = documentFrom(compiled(ownInputs())).components ?? {};
    const said = (name: string) => responses[name];
    expect(said('LogsAllRows')).toMatchObject({
      description: 'The rows of `logs.all`. At most 100 rows.',
    });
    expect(said('UsageApiCountsRows')).toMatchObject({
      description:
        'The rows of `usage.api-counts`. At most 1,000 rows. They may be up to 900 seconds old.',
    });
  });
});

describe('the answer that is shown', () => {
  const answerOf = (document: OpenApiDocument, name: string) => {
    const { responses = {} } = operationOf(document, `/api/endpoints/${name}`);
    const { content } = Object(resolved(document, Object(responses['200']).$ref));
    return content['application/json'];
  };

  test.each(own.endpoints.map(({ endpoint }) => endpoint))(
    'for $name is what its first test expects, and keeps to the schema',
    ({ name, tests }) => {
      const { rows } = answerOf(ownDocument, name).examples;
      expect(rows.summary).toBe(tests[0]?.name);
      expect(rows.value.result.length).toBeGreaterThan(0);
      expect(rows.value.result).toEqual(tests[0]?.expect);
      const accepts = validatorOf(ownDocument, referenceOfRow(ownDocument, name));
      for (const row of rows.value.result) expect(accepts(row)).toBe(true);
    },
  );

  test('names its request', () => {
    expect(answerOf(ownDocument, 'usage.api-counts').examples.rows.description).toBe(
      'The answer at 2026-01-15T10:07:30Z to\n\n* project=abcdefghijklmnopqrst\n* interval=hourly\n',
    );
  });

  test('is the first that holds a row, by the name of its test', () => {
    expect(answerOf(everyDocument, 'every.encode').examples).toEqual({
      rows: {
        summary: HOSTILE[0],
        description: 'The answer at 2026-01-15T10:07:00.500Z.',
        value: {
          result: [
            {
              at: '2026-01-15T10:07:00Z',
              micros: 1768471620000000,
              millis: 1768471620000,
              digits: '5',
            },
          ],
        },
      },
    });
    expect(answerOf(everyDocument, 'every.thing-1')).not.toHaveProperty('examples');
  });
});

test('of many rows the first are shown', () => {
  const expect12 = Array.from({ length: 12 }, (_, n) => ({ n }));
  const many = { name: 'many', now: 0n, params: { a: '*b*' }, expect: expect12 };
  expect(describeExample(many).examples?.['rows']).toEqual({
    summary: 'many',
    description: 'The first 10 of 12 rows at 1970-01-01T00:00:00Z to\n\n* a=\\*b\\*\n',
    value: { result: expect12.slice(0, 10) },
  });
});

test('decimals as text have no format, of which openapi-generator makes a number', () => {
  const decimal = 'type: decimal, precision: 38, scale: 9, required: true';
  const sources = {
    path: 'endpoints/sources.yaml',
    bytes: `sources:
  prices:
    tables: { duckdb: { table: prices }, bigquery: { table: prices }, clickhouse: { table: prices } }
    columns: { price: { ${decimal} } }
`,
  };
  const endpoint = {
    path: 'endpoints/prices.yaml',
    bytes: `endpoint: prices
id: 70000000-0000-4000-8000-000000000001
from: prices
select: [price]
`,
  };
  const { components } = documentFrom(compiled([sources, endpoint]));
  expect(components.schemas?.['PricesRow']?.properties?.['price']).toEqual({
    description: 'An exact decimal as text.',
    type: 'string',
    pattern: '^-?[0-9]+(\\.[0-9]+)?$',
    examples: ['1.5'],
  });
});

test('lists and maps inside a record are never NULL, as clients declare them', () => {
  const sources = {
    path: 'endpoints/sources.yaml',
    bytes: `sources:
  things:
    tables: { duckdb: { table: things } }
    columns: { one: { record: { tags: { list: string }, parts: { list: { record: { codes: { list: int64 }, size: int64 } } } } } }
`,
  };
  const endpoint = {
    path: 'endpoints/things.yaml',
    bytes: `endpoint: things
id: 70000000-0000-4000-8000-000000000001
from: things
select: [one]
`,
  };
  const { components } = documentFrom(compiled([sources, endpoint], ['duckdb']));
  const { anyOf: [record] = [] } = Object(components.schemas?.['ThingsRow']?.properties?.['one']);
  const { tags, parts } = record.properties;
  const { codes, size } = parts.items.properties;
  const types = [tags, parts, codes, size].map(({ type }) => type);
  expect(types).toEqual(['array', 'array', 'array', ['integer', 'null']]);
});
