import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_CODE } from '../generator/emitters/emitter.ts';
import { manifestOf } from '../generator/emitters/manifest.ts';
import type { Document, Parameter, Schema } from '../generator/emitters/openapi/document-types.ts';
import { exampleOf } from '../generator/emitters/openapi/examples.ts';
import { markdown, sentences } from '../generator/emitters/openapi/markdown.ts';
import { byId, OWN_NAMES, operationNames } from '../generator/emitters/openapi/names.ts';
import type { Encoding } from '../generator/ir.ts';
import type {
  Manifest,
  ManifestColumn,
  ManifestField,
  ManifestParam,
} from '../generator/manifest.ts';
import { paramType } from '../generator/params/index.ts';
import { rowsWriter } from '../server/decode.ts';
import type { Cell } from '../server/engines/engine.ts';
import { savedQuery } from '../server/listing.ts';
import { catalogue } from '../server/manifest.ts';
import { PROBLEMS, problemText } from '../server/problem.ts';
import {
  compiled,
  documentFrom,
  EVERYTHING_INPUTS,
  emittedText,
  endpointInput,
  HOSTILE,
  ownInputs,
} from './openapi-fixture.ts';
import { loadScenarios } from './scenarios.ts';

const own = compiled(ownInputs());
const everything = compiled(EVERYTHING_INPUTS);
const ownDocument = documentFrom(own);
const everyDocument = documentFrom(everything);
const DOCUMENTS = [
  ['this repository', ownDocument],
  ['everything', everyDocument],
  ['nothing', documentFrom(compiled([]))],
] as const;

/** What a reference of the document stands for. */
function resolved(document: Document, $ref: string): unknown {
  const parts = $ref.replace(/^#\//, '').split('/');
  return parts.reduce<unknown>((at, part) => Object(at)[part], document);
}

function operationOf(document: Document, path: string) {
  const operation = document.paths[path]?.get;
  if (operation === undefined) throw new Error(`there is no ${path}`);
  return operation;
}

function parametersOf(document: Document, path: string): readonly Parameter[] {
  const { parameters = [] } = operationOf(document, path);
  return parameters.map(found => resolved(document, Object(found).$ref) as Parameter);
}

function rowOf(document: Document, path: string): Schema {
  const { responses = {} } = operationOf(document, path);
  const answer = Object(resolved(document, Object(responses['200']).$ref));
  const { result } = answer.content['application/json'].schema.properties;
  return resolved(document, result.items.$ref) as Schema;
}

/** The text that a renderer shows, by the rules of CommonMark. */
function rendered(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|&(?:(lt|amp);|#(9|32);)/g,
    (_, mark, name, code) =>
      mark ??
      (code === undefined ? { lt: '<', amp: '&' }[String(name)] : String.fromCharCode(code)),
  );
}

describe('the document of this repository', () => {
  test('has both paths of each endpoint, and those of the service', () => {
    const names = Object.entries(ownDocument.paths).map(([path, { get }]) => [
      path,
      get.operationId,
    ]);
    expect(names).toEqual([
      ['/api/endpoints/functions.invocation-stats', 'functionsInvocationStats'],
      ['/api/endpoints/query/6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01', 'functionsInvocationStatsById'],
      ['/api/endpoints/logs.all', 'logsAll'],
      ['/api/endpoints/query/c2a7d5e4-93b1-4c0f-8d26-5b7e40f91a02', 'logsAllById'],
      ['/api/endpoints/usage.api-counts', 'usageApiCounts'],
      ['/api/endpoints/query/1d94f6b8-2e57-4a3d-b0c8-7a6f25d3e803', 'usageApiCountsById'],
      ['/api/endpoints', 'listEndpoints'],
      ['/healthz', 'getHealth'],
      ['/readyz', 'getReadiness'],
      ['/metrics', 'getMetrics'],
      ['/openapi.json', 'getOpenApi'],
    ]);
  });

  test('tells every status; a 304 only where rows are kept', () => {
    const statuses = (path: string) => Object.keys(operationOf(ownDocument, path).responses ?? {});
    const problems = '400 401 403 404 429 500 502 503 504 default'.split(' ');
    expect(statuses('/api/endpoints/usage.api-counts')).toEqual(['200', '304', ...problems]);
    expect(statuses('/api/endpoints/logs.all')).toEqual(['200', ...problems]);
  });

  test('asks for a key everywhere but for health', () => {
    const open = Object.entries(ownDocument.paths)
      .filter(([, { get }]) => get.security?.length === 0)
      .map(([path]) => path);
    expect(open).toEqual(['/healthz', '/readyz']);
    const { security } = operationOf(ownDocument, '/api/endpoints/logs.all');
    expect(security).toEqual([{ apiKey: [] }, { bearer: [] }]);
  });

  test('says what each value of an interval and of a tier means', () => {
    const [, interval] = parametersOf(ownDocument, '/api/endpoints/usage.api-counts');
    expect(interval?.schema['x-enumDescriptions']).toEqual({
      hourly: '1 hour back, in buckets of 1 hour.',
      daily: '7 days back, in buckets of 1 day.',
      minutely: '1 hour back, in buckets of 1 minute.',
    });
    const [, tier] = parametersOf(ownDocument, '/api/endpoints/logs.all');
    expect(tier?.schema['x-enumDescriptions']).toMatchObject({
      PAYG: 'Nothing older than 90 days.',
    });
  });

  test('tells cache, limits, retention and buckets as data', () => {
    const { 'x-quern': logs } = operationOf(ownDocument, '/api/endpoints/logs.all');
    expect(logs).toMatchObject({ limit: 100, max_rows: 1000, cache: null, buckets: null });
    expect(logs?.retention).toMatchObject({ by: 'project_tier' });
    const { 'x-quern': usage } = operationOf(ownDocument, '/api/endpoints/usage.api-counts');
    expect(usage).toMatchObject({ cache: { ttl: 900, refresh: 300 }, retention: null });
    expect(usage?.buckets?.intervals[1]).toEqual({
      value: 'daily',
      last_seconds: 604_800,
      step_seconds: 86_400,
    });
  });
});

describe('an operation', () => {
  const names = [
    '/api/endpoints/every.thing-1',
    '/api/endpoints/every.encode',
    '/api/endpoints/chosen',
  ];
  const [every = '', encoded = '', chosen = ''] = names;
  const answerOf = (path: string) => {
    const { responses = {} } = operationOf(everyDocument, path);
    return Object(resolved(everyDocument, Object(responses['200']).$ref));
  };
  const headersOf = (response: object) => Object.keys(Object(response).headers).join(' ');
  const ALL = 'Cache-Control Vary X-Request-Id';

  test('tells of its endpoint as data', () => {
    expect(operationOf(everyDocument, every)['x-quern']).toEqual({
      name: 'every.thing-1',
      id: '10000000-0000-4000-8000-0000000000ab',
      engines: ['bigquery', 'duckdb', 'clickhouse'],
      limit: 7,
      max_rows: 9,
      cache: null,
      retention: null,
      buckets: null,
    });
    const { 'x-quern': definition } = operationOf(everyDocument, chosen);
    expect(definition).toMatchObject({
      limit: null,
      max_rows: 1000,
      cache: { ttl: 900, refresh: 300 },
    });
    expect(definition?.retention).toEqual({
      by: 'tier',
      windows: [
        { value: 'free', seconds: 129_600 },
        { value: 'paid', seconds: 31_449_600 },
      ],
    });
    expect(definition?.buckets).toMatchObject({
      ...{ column: 'timestamp', by: 'interval', window: 'sliding', gaps: 'zero' },
      intervals: [
        { value: 'short', last_seconds: 90, step_seconds: 1 },
        { value: '7', last_seconds: 604_800, step_seconds: 21_600 },
      ],
    });
  });

  test('says of each choice what it chooses, and of other parameters nothing', () => {
    const said = parametersOf(everyDocument, chosen).map(
      ({ schema }) => schema['x-enumDescriptions'],
    );
    expect(said).toEqual([
      {
        short: '90 seconds back, in buckets of 1 second.',
        '7': '7 days back, in buckets of 6 hours.',
      },
      { free: 'Nothing older than 36 hours.', paid: 'Nothing older than 364 days.' },
    ]);
    for (const { schema } of parametersOf(everyDocument, every)) {
      expect(schema).not.toHaveProperty('x-enumDescriptions');
    }
  });

  test('answers as many rows as there can be, with headers that are there', () => {
    const rowsOf = (path: string) => answerOf(path).content['application/json'].schema;
    expect(rowsOf(every)).toMatchObject({
      required: ['result'],
      properties: { result: { maxItems: 7 } },
    });
    expect(rowsOf(chosen).properties.result.maxItems).toBe(1000);
    const own = 'X-Row-Limit X-Truncated';
    expect(headersOf(answerOf(every))).toBe(`${own} X-Cache Server-Timing ${ALL}`);
    expect(headersOf(answerOf(encoded))).toBe(`${own} X-Cache Age ETag Server-Timing ${ALL}`);
    const { NotModified, Unauthorized, RateLimited, Unavailable, Problem, Forbidden } = Object(
      everyDocument.components.responses,
    );
    expect(headersOf(NotModified)).toBe(`X-Cache Age ETag ${ALL}`);
    expect(headersOf(Unauthorized)).toBe(`WWW-Authenticate ${ALL}`);
    expect(headersOf(RateLimited)).toBe(`Retry-After RateLimit RateLimit-Policy ${ALL}`);
    expect(headersOf(Unavailable)).toBe(`Retry-After ${ALL}`);
    expect(headersOf(Problem)).toBe(`Allow ${ALL}`);
    expect(headersOf(Forbidden)).toBe(ALL);
  });

  test('has headers of the values that the service gives them', () => {
    const schemas = Object.entries(everyDocument.components.headers ?? {}).map(([name, header]) => [
      name,
      Object(header).schema,
    ]);
    expect(Object.fromEntries(schemas)).toMatchObject({
      'X-Row-Limit': { type: 'integer', minimum: 1 },
      'X-Truncated': { type: 'string', enum: ['true'] },
      'X-Cache': { type: 'string', enum: ['hit', 'miss', 'stale', 'bypass'] },
      Age: { type: 'integer', minimum: 0 },
      'Retry-After': { type: 'integer', minimum: 0 },
      'X-Request-Id': { type: 'string' },
    });
  });

  test('by identifier is the same, in a group of its own', () => {
    const byName = operationOf(everyDocument, every);
    const other = operationOf(
      everyDocument,
      '/api/endpoints/query/10000000-0000-4000-8000-0000000000ab',
    );
    const { operationId, tags, summary, description, 'x-codeSamples': samples, ...same } = other;
    expect(byName).toMatchObject(same);
    expect([operationId, tags]).toEqual(['everyThing1ById', ['By identifier']]);
    expect(summary).toBe(`By identifier: ${byName.summary}`);
    expect(description).toContain('The same as `every.thing-1`, by the identifier');
    expect(description).toContain(byName.description);
    const [curl] = samples ?? [];
    expect(curl?.source).toContain('/api/endpoints/query/10000000-0000-4000-8000-0000000000ab"');
    expect(byName['x-codeSamples']?.[0]?.source).toContain('/api/endpoints/every.thing-1"');
  });

  test('of the service asks for a key, unless it may be public', () => {
    const [key, open] = [[{ apiKey: [] }, { bearer: [] }], {}];
    const asked = (path: string) => operationOf(everyDocument, path).security;
    expect(['/api/endpoints', '/metrics', '/openapi.json', '/healthz'].map(asked)).toEqual([
      ...[key, [...key, open], [...key, open], []],
    ]);
    expect(everyDocument.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
    expect(everyDocument.servers).toEqual([{ url: '/' }]);
  });

  test('has bounds and defaults as numbers where they are such, else in words', () => {
    const params = parametersOf(everyDocument, every);
    const found = (name: string) => Object(params.find(param => param.name === name));
    const { schema, description } = found('least');
    expect([schema.minimum, schema.maximum, schema.default]).toEqual([-5, undefined, 7]);
    expect(description).toBe('At most 9007199254740993.');
    expect(found('most').schema).not.toHaveProperty('default');
    expect(found('most').description).toBe('Absent means 9007199254740993.');
    expect(found('since').description).toContain('ISO 8601; UTC where it has no offset.');
  });
});

test('tells of what no parameter chooses, and of one that chooses twice', () => {
  const [sources] = EVERYTHING_INPUTS;
  if (sources === undefined) throw new Error('there are sources');
  const endpoint = (params: string, clauses: string) =>
    `endpoint: one\nid: 50000000-0000-4000-8000-000000000000\nfrom: things\n${params}${clauses}select: { n: count() }\n`;
  const documentOf = (bytes: string) =>
    documentFrom(compiled([sources, { path: 'endpoints/one.yaml', bytes }]));
  const fixed = documentOf(
    endpoint(
      '',
      'retention: { of: timestamp, window: 2 days }\nbuckets: { of: timestamp, last: 1 hour, step: minute }\n',
    ),
  );
  expect(operationOf(fixed, '/api/endpoints/one')['x-quern']).toMatchObject({
    retention: { by: null, windows: [{ value: null, seconds: 172_800 }] },
    buckets: { by: null, intervals: [{ value: null, last_seconds: 3_600, step_seconds: 60 }] },
  });
  const twice = documentOf(
    endpoint(
      'params: { tier: { enum: [free, paid], required: true } }\n',
      'retention: { of: timestamp, by: tier, windows: { free: 1 day, paid: 90 seconds } }\nbuckets: { of: timestamp, by: tier, intervals: { free: { last: 1 hour, step: minute }, paid: { last: 1 minute, step: second } } }\n',
    ),
  );
  const [tier] = parametersOf(twice, '/api/endpoints/one');
  expect(tier?.schema['x-enumDescriptions']).toEqual({
    free: '1 hour back, in buckets of 1 minute. Nothing older than 1 day.',
    paid: '1 minute back, in buckets of 1 second. Nothing older than 90 seconds.',
  });
});

describe('a document as a whole', () => {
  test.each(DOCUMENTS)('of %s refers to what is there, and has nothing else', (_, document) => {
    const text = JSON.stringify(document);
    const referred = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    const used = new Set(referred.map(([, kind, name]) => `${kind}/${name}`));
    const { securitySchemes: __, ...components } = document.components;
    const known = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all ?? {}).map(name => `${kind}/${name}`),
    );
    expect([...used].sort()).toEqual([...known].sort());
  });

  test('is the same whatever the order of the files, and ends in a line break', () => {
    const text = emittedText(everything);
    expect(text.endsWith('}\n')).toBe(true);
    expect(emittedText(compiled([...EVERYTHING_INPUTS].reverse()))).toBe(text);
  });

  test('has another version exactly when it says something else', () => {
    const versionOf = (more: Parameters<typeof compiled>[0]) =>
      documentFrom(compiled([...EVERYTHING_INPUTS, ...more])).info.version;
    expect(versionOf([])).toBe(everyDocument.info.version);
    const one = versionOf([endpointInput('one.more', '50000000-0000-4000-8000-000000000000')]);
    expect(one).not.toBe(everyDocument.info.version);
  });

  test('is called, and served, as the project says; its name is not its contract', () => {
    const { info, servers, ...rest } = everyDocument;
    const document = (openapi: typeof NO_CODE.openapi): Document =>
      JSON.parse(emittedText(everything, { ...NO_CODE, openapi }));
    const title = HOSTILE.join('\n');
    expect(document({ title, server: '/' })).toEqual({
      ...rest,
      info: { ...info, title },
      servers,
    });
    const moved = document({ title: info.title, server: 'https://logs.example.com/v1' });
    expect(moved.servers).toEqual([{ url: 'https://logs.example.com/v1' }]);
    expect(moved.info.version).not.toBe(info.version);
  });

  test('groups by what stands before the dot', () => {
    expect(everyDocument.tags.map(({ name }) => name)).toEqual([
      'a',
      'a-b',
      'every',
      'list',
      'x',
      'Endpoints',
      'By identifier',
      'Service',
    ]);
    const used = Object.values(everyDocument.paths).flatMap(({ get }) => get.tags ?? []);
    expect(new Set(used)).toEqual(new Set(everyDocument.tags.map(({ name }) => name)));
  });
});

describe('every parameter and column of every scenario', () => {
  const projects = [
    own,
    everything,
    ...loadScenarios()
      .filter(({ compiled: { diagnostics } }) => diagnostics.length === 0)
      .map(({ compiled: { compilation } }) => compilation),
  ].map(compilation => ({
    manifest: manifestOf(compilation),
    document: documentFrom(compilation),
  }));
  const each = (look: (endpoint: Manifest['endpoints'][number], document: Document) => void) => {
    for (const { manifest, document } of projects) {
      for (const endpoint of manifest.endpoints) look(endpoint, document);
    }
  };

  test('there are many', () => {
    expect(projects.length).toBeGreaterThan(80);
  });

  test('is what the manifest says', () => {
    each((endpoint, document) => {
      const found = parametersOf(document, `/api/endpoints/${endpoint.name}`);
      expect(found.map(inManifest), endpoint.name).toEqual(endpoint.params.map(comparable));
      expect(parametersOf(document, `/api/endpoints/query/${endpoint.id}`)).toEqual(found);
    });
  });

  test('repeats a constraint in the words of JSON Schema, or in the description', () => {
    each(({ name, params }, document) => {
      const found = parametersOf(document, `/api/endpoints/${name}`);
      for (const [i, { constraints }] of params.entries()) {
        const { schema, description = '' } = found[i] ?? { schema: {} };
        const words = rendered(description);
        const { minLength, maxLength, min = '', max = '', pattern = '' } = constraints;
        // A type may have a bound of its own where none is declared.
        if (minLength !== undefined) expect(schema.minLength).toBe(minLength);
        if (maxLength !== undefined) expect(schema.maxLength).toBe(maxLength);
        expect(String(schema.minimum ?? '') === min || words.includes(`At least ${min}`)).toBe(
          true,
        );
        expect(sameNumber(schema.maximum, max) || words.includes(`At most ${max}`)).toBe(true);
        const whole = pattern === '' ? undefined : `^(?:${pattern})$`;
        expect(schema.pattern === whole || words.includes(pattern)).toBe(true);
      }
    });
  });

  test('has all columns in order, always there, null only where they may be', () => {
    each(({ name, columns }, document) => {
      expectFields(rowOf(document, `/api/endpoints/${name}`), columns);
    });
  });
});

function sameNumber(number: number | undefined, text: string): boolean {
  return number === undefined ? text === '' : number === Number(text);
}

/** A documented parameter in the manifest's form. */
function inManifest(parameter: Parameter) {
  const { schema, example } = parameter;
  const type = schema['x-quern-type'] ?? '';
  const text = (value: unknown) => {
    if (value === undefined) return null;
    const parsed = paramType(type).parse(String(value), {
      values: schema.enum ?? null,
      constraints: { min: null, max: null, minLength: null, maxLength: null, pattern: null },
    });
    return parsed.ok ? paramType(type).format(parsed.value) : `no ${type}: ${value}`;
  };
  return {
    name: parameter.name,
    type,
    required: parameter.required,
    values: schema.enum ?? null,
    default: schema['x-quern-default'] ?? text(schema.default),
    example: parameter['x-quern-example'] ?? text(example),
    otherwise: parameter['x-quern-otherwise'] ?? 'reject',
    constraints: schema['x-quern-constraints'] ?? {},
    deprecated: parameter.deprecated ?? false,
  };
}

function comparable({ scalar: _, description: __, ...rest }: ManifestParam) {
  return rest;
}

function expectFields(schema: Schema, fields: readonly ManifestField[]): void {
  const { properties = {}, required } = schema;
  expect(Object.keys(properties)).toEqual(fields.map(({ name }) => name));
  expect(required).toEqual(fields.map(({ name }) => name));
  for (const field of fields) {
    const property = (properties[field.name] ?? {}) as Schema;
    if (field.type === 'json') expect(property.type).toBe(undefined);
    else {
      // NaN is stored in a column that is never NULL, and answered as null.
      const mayBeNull = field.nullable || field.type === 'float64';
      expect([property.type].flat().includes('null'), field.name).toBe(mayBeNull);
    }
    expect(property['x-unit']).toBe(field.unit);
    expect(rendered(property.description ?? '')).toContain(field.description ?? '');
    if (field.type === 'record') expectFields(property, field.fields ?? []);
  }
}

// ---- rows -----------------------------------------------------------------------------------------------------------

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}(?:\d{3})?)?Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

/** Knows the document's formats and extensions, and nothing that a reader of JSON Schema would not. */
function validatorOf(document: Document, $ref: string) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: FORMATS });
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
  ajv.addFormat('double', { type: 'number', validate: Number.isFinite });
  ajv.addVocabulary(['x-unit', 'x-quern-encode', 'components']);
  ajv.addSchema({ components: { schemas: document.components.schemas } }, 'document');
  return ajv.compile({ $ref: `document${$ref}` });
}

const integers = fc.maxSafeInteger().map(BigInt);
const instants = fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n });
/** What an engine hands over for a value, by its type. */
const CELLS: Readonly<Record<ManifestField['type'], fc.Arbitrary<unknown>>> = {
  string: fc.string({ unit: 'grapheme' }),
  int64: integers,
  float64: fc.oneof(fc.double(), fc.constantFrom('NaN', '-Infinity')),
  bool: fc.boolean(),
  timestamp: instants,
  date: fc.constantFrom('0001-01-01', '2026-01-15'),
  json: fc.json(),
  record: fc.constant(null),
};

function cells(field: ManifestField, encode: Encoding): fc.Arbitrary<unknown> {
  const { type, nullable } = field;
  const cell = isEpochMicros(type, encode) ? integers : CELLS[type];
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

function referenceOfRow(document: Document, name: string): string {
  const { responses = {} } = operationOf(document, `/api/endpoints/${name}`);
  return `${Object(responses['200']).$ref}`.replace('/responses/', '/schemas/').slice(0, -1);
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
        'The rows of `usage.api-counts`. At most 1000 rows. They may be up to 900 seconds old.',
    });
  });
});

describe('the answer that is shown', () => {
  const answerOf = (document: Document, name: string) => {
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
  const many = { name: 'many', now: 0n, params: { a: 'b' }, given: [], expect: expect12 };
  expect(exampleOf([many]).examples?.['rows']).toEqual({
    summary: 'many',
    description: 'The first 10 of 12 rows at 1970-01-01T00:00:00Z to\n\n* a=b\n',
    value: { result: expect12.slice(0, 10) },
  });
});

describe('what the service says besides', () => {
  /** A caller that has gone away sees nothing. */
  const seen = Object.entries(PROBLEMS).filter(([code]) => code !== 'cancelled');

  test('every code stands in the schema, and with its status and title in an example', () => {
    const examples = Object.values(ownDocument.components.responses ?? {}).flatMap(response => {
      const problem = Object(response).content?.['application/problem+json'];
      return Object.values(problem?.examples ?? {}).map(example => Object(example).value);
    });
    const told = examples.map(({ code, status, title }) => [code, [status, title]]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(seen));
    const { properties = {} } = ownDocument.components.schemas?.['Problem'] ?? {};
    expect([...Object(properties['code']).enum].sort()).toEqual(seen.map(([code]) => code).sort());
  });

  test('every example keeps to the schema of its own status, which takes no other code', () => {
    for (const [name, response] of Object.entries(ownDocument.components.responses ?? {})) {
      const { content = {} } = Object(response);
      const [[mediaType, { schema, examples }] = ['', Object()]] =
        Object.entries<Record<string, object>>(content);
      if (schema === undefined || Object(schema).properties?.result !== undefined) continue;
      expect(mediaType).toBe('application/problem+json');
      const [reference, narrowed = {}] = Object(schema).allOf ?? [schema];
      const problem = validatorOf(ownDocument, reference.$ref);
      const own = new Ajv2020({ strict: false }).compile(narrowed);
      for (const { value } of Object.values<{ value: object }>(Object(examples))) {
        expect([name, problem(value), own(value)]).toEqual([name, true, true]);
        if (Object(schema).allOf !== undefined)
          expect(own({ ...value, code: 'cancelled' })).toBe(false);
        const isAtFault = Object(value).code.endsWith('_parameter');
        expect('parameters' in value).toBe(isAtFault);
      }
    }
  });

  test('a problem as it is written keeps to the schema', () => {
    const accepts = validatorOf(ownDocument, '#/components/schemas/Problem');
    const fault = [{ name: 'a', message: 'b' }];
    for (const code of seen.map(([code]) => code as keyof typeof PROBLEMS)) {
      expect(accepts(JSON.parse(problemText(code, 'Why.', fault))), code).toBe(true);
    }
    expect(accepts({ ...JSON.parse(problemText('internal', '')), code: 'other' })).toBe(false);
  });

  test('a record of the list keeps to the schema', () => {
    const accepts = validatorOf(everyDocument, '#/components/schemas/SavedQuery');
    for (const endpoint of catalogue(manifestOf(everything)).endpoints) {
      const record = JSON.parse(JSON.stringify(savedQuery(endpoint, 'duckdb', null)));
      expect(accepts(record), JSON.stringify(accepts.errors)).toBe(true);
      expect(accepts({ ...record, columns: [{}] })).toBe(false);
    }
  });
});

// ---- names and texts ------------------------------------------------------------------------------------------------

describe('names of operations', () => {
  const idOf = (at: number) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const namesOf = (names: readonly string[]) =>
    operationNames(names.map((name, at) => ({ name, id: idOf(at) })));
  const part = fc.stringMatching(/^[a-c1_-]{1,3}$/);
  const endpointNames = fc
    .tuple(fc.constantFrom('a', 'b', 'list', 'class', 'x'), fc.array(part, { maxLength: 3 }))
    .map(parts => parts.flat().join('.'));

  test('of collisions and reserved words', () => {
    expect(
      Object.fromEntries(namesOf(['a.bc', 'a.b-c', 'a-b.c', 'class', 'list.endpoints'])),
    ).toEqual({
      'a-b.c': 'aBC00000002',
      'a.b-c': 'aBC00000001',
      'a.bc': 'aBc00000000',
      class: 'runClass',
      'list.endpoints': 'listEndpoints00000004',
    });
    expect(namesOf(['x', 'x.by-id']).get('x.by-id')).toBe('xById00000001');
    expect(namesOf(['a.b', 'a-b.by-id']).get('a.b')).toBe('aB00000000');
  });

  test('are identifiers, and no two the same without regard to case', () => {
    fc.assert(
      fc.property(fc.uniqueArray(endpointNames, { maxLength: 30 }), names => {
        const found = [...namesOf(names).values()];
        const all = [...OWN_NAMES, ...found, ...found.map(byId)].map(name => name.toLowerCase());
        expect(new Set(all).size).toBe(all.length);
        for (const name of found) expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
      }),
    );
  });

  test('never come to mean another endpoint when one is added', () => {
    fc.assert(
      fc.property(fc.uniqueArray(endpointNames, { minLength: 1, maxLength: 20 }), names => {
        const all = names.map((name, at) => ({ name, id: idOf(at) }));
        const before = operationNames(all.slice(1));
        const after = new Map(
          [...operationNames(all)].map(([name, operation]) => [operation, name]),
        );
        for (const [name, operation] of before) {
          expect([name, undefined]).toContain(after.get(operation));
        }
      }),
    );
  });
});

describe('texts of authors', () => {
  const PIECES = [
    ...'\\`*/_{}[]()<>#+-.!|~&;:=@ \n\t\r\u0085\u2028a1"\'',
    'lt',
    '    ',
    '\n\n',
    'www',
    'http:',
    '__',
  ];
  const texts = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map(pieces => pieces.join('')),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(...HOSTILE),
  );

  test('are shown as they were written', () => {
    fc.assert(fc.property(texts, text => void expect(rendered(markdown(text))).toBe(text)));
  });

  test('hold no mark that means anything', () => {
    fc.assert(
      fc.property(texts, text => {
        const bare = markdown(text).replace(/\\[!-/:-@[-`{-~]|&(?:lt|amp|#9|#32);/g, '\u0001');
        expect(bare).not.toMatch(/[\\`*[\]{}|~<@]/);
        expect(markdown(text)).not.toMatch(/\/\*|\*\//);
        expect(bare).not.toMatch(/&#?\w+;|[a-z]:\S|www\./i);
        expect(bare).not.toMatch(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u);
        for (const line of bare.split(/[\n\r\v\f\u0085\u2028\u2029]/)) {
          expect(line).not.toMatch(/^\s*(?:[#>+=:-]|\d+[.)])/);
          expect(line).not.toMatch(/^[ \t]+\S/);
        }
      }),
    );
  });

  test.each([
    ['<b>', '&lt;b>'],
    ['&lt;', '&amp;lt;'],
    ['R & D', 'R & D'],
    ['iso_timestamp_start', 'iso_timestamp_start'],
    ['a/b /* **//', 'a/b /\\* \\*\\*\\//'],
    ['_a_ __b', '\\_a\\_ \\_\\_b'],
    ['# a\n  - b\n3. c', '\\# a\n&#32; \\- b\n3\\. c'],
    ['[a](javascript:b)', '\\[a\\](javascript\\:b)'],
  ])('%j is %j', (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  test('stand in descriptions escaped, and as they are where text is plain', () => {
    const { summary, description } = operationOf(everyDocument, '/api/endpoints/every.thing-1');
    expect(summary).toBe(HOSTILE[4]);
    expect(description).toBe(markdown(HOSTILE[3]));
    expect(rendered(description ?? '')).toBe(HOSTILE[3]);
    const kind = parametersOf(everyDocument, '/api/endpoints/every.thing-1').find(
      ({ name }) => name === 'kind',
    );
    expect(kind?.schema.enum).toEqual(['15', '<b>', '`*`', '7', 'constructor']);
    expect(kind?.description).toBe(`${markdown(HOSTILE[2])}. Any other value means &lt;b>.`);
  });

  test('are sentences, whoever ended them', () => {
    expect(sentences('A', null, 'B.', '', 'C\n', 'D')).toBe('A. B. C\nD');
  });
});
