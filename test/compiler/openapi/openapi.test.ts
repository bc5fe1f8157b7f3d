/** The document as a whole. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { NO_CODE } from '../../../generator/emitters/emitter.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import type {
  OpenApiDocument,
  Schema,
} from '../../../generator/emitters/openapi/document-types.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { savedQuery } from '../../../server/http/endpoints/listing.ts';
import { PROBLEMS, problemText } from '../../../server/http/problem.ts';
import {
  compiled,
  documentFrom,
  EVERYTHING_INPUTS,
  emittedText,
  endpointInput,
  HOSTILE,
} from '../../support/openapi-fixture.ts';
import {
  everyDocument,
  everything,
  operationOf,
  ownDocument,
  parametersOf,
  resolved,
  rowOf,
  validatorOf,
} from './documents.ts';

const DOCUMENTS = [
  ['this repository', ownDocument],
  ['everything', everyDocument],
  ['nothing', documentFrom(compiled([]))],
] as const;

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
      ['/api/endpoints/usage.statuses', 'usageStatuses'],
      ['/api/endpoints/query/8c2d5f71-94ab-4e06-b3d7-5e1c60a9f204', 'usageStatusesById'],
      ['/api/endpoints', 'listEndpoints'],
      ['/healthz', 'getHealth'],
      ['/readyz', 'getReadiness'],
      ['/metrics', 'getMetrics'],
      ['/openapi.json', 'getOpenApi'],
    ]);
  });

  test('tells every status; a 304 only where rows are kept', () => {
    const statuses = (path: string) => Object.keys(operationOf(ownDocument, path).responses ?? {});
    const problems = '400 401 403 404 406 429 500 502 503 504 default'.split(' ');
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
    const daily = { value: 'daily', last_seconds: 604_800, step_seconds: 86_400 };
    expect(usage?.buckets).toMatchObject({ intervals: expect.arrayContaining([daily]) });
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

  test('has the version of the API, which no endpoint changes', () => {
    const more = endpointInput('one.more', '50000000-0000-4000-8000-000000000000');
    const other = documentFrom(compiled([...EVERYTHING_INPUTS, more]));
    expect([everyDocument.info.version, other.info.version]).toEqual(['0.0.0', '0.0.0']);
  });

  test('is called, and served, as the project says; its name is not its contract', () => {
    const { info, servers, ...rest } = everyDocument;
    const document = (openapi: typeof NO_CODE.openapi): OpenApiDocument =>
      JSON.parse(emittedText(everything, { ...NO_CODE, openapi }));
    const title = HOSTILE.join('\n');
    const version = '2.1.0';
    expect(document({ title, version, server: '/' })).toEqual({
      ...rest,
      info: { ...info, title, version },
      servers,
    });
    const moved = document({ ...info, server: 'https://logs.example.com/v1' });
    expect(moved.servers).toEqual([{ url: 'https://logs.example.com/v1' }]);
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
      'By POST',
      'Service',
    ]);
    const used = Object.values(everyDocument.paths).flatMap(({ get, post }) => [
      ...(get.tags ?? []),
      ...(post?.tags ?? []),
    ]);
    expect(new Set(used)).toEqual(new Set(everyDocument.tags.map(({ name }) => name)));
  });
});

describe('what the service says besides', () => {
  /** A caller that has left sees no error. */
  const seen = Object.entries(PROBLEMS).filter(([code]) => code !== 'cancelled');

  test('every code stands in the schema, and with its status and title in an example', () => {
    const examples = Object.values(ownDocument.components.responses ?? {}).flatMap(response => {
      const problem = Object(response).content?.['application/problem+json'];
      return Object.values(problem?.examples ?? {}).map(example => Object(example).value);
    });
    const told = examples.map(({ code, status, title }) => [code, [status, title]]);
    // a body that cannot be read has a status of its own beside the usual one
    const ofBodies = ['invalid_request', [expect.toBeOneOf([413, 415]), 'Invalid request']];
    const usual = told.filter(([code, [status]]) => code !== 'invalid_request' || status === 400);
    expect(Object.fromEntries(usual)).toEqual(Object.fromEntries(seen));
    expect(told.filter(one => !usual.includes(one))).toEqual([ofBodies, ofBodies]);
    const { properties = {} } = ownDocument.components.schemas?.['Problem'] ?? {};
    expect([...Object(properties['code']).enum].sort()).toEqual(seen.map(([code]) => code).sort());
  });

  test('every example keeps to the schema of its own status, which takes no other code', () => {
    for (const [name, response] of Object.entries(ownDocument.components.responses ?? {})) {
      const { content = {} } = Object(response);
      const [[mediaType, { schema, examples }] = ['', Object()]] =
        Object.entries<Record<string, object>>(content);
      if (schema === undefined || mediaType === 'application/json') continue;
      expect(mediaType).toBe('application/problem+json');
      const named = Object(resolved(ownDocument, Object(schema).$ref));
      const [reference, narrowed = {}] = named.allOf ?? [schema];
      const problem = validatorOf(ownDocument, reference.$ref);
      const own = new Ajv2020({ strict: false }).compile(narrowed);
      for (const { value } of Object.values<{ value: object }>(Object(examples))) {
        expect([name, problem(value), own(value)]).toEqual([name, true, true]);
        if (named.allOf !== undefined) expect(own({ ...value, code: 'cancelled' })).toBe(false);
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
      const record = JSON.parse(
        JSON.stringify(
          savedQuery(endpoint.definition, { running: 'duckdb', googleSql: 'bigquery' }, null),
        ),
      );
      expect(accepts(record), JSON.stringify(accepts.errors)).toBe(true);
      expect(accepts({ ...record, columns: [{}] })).toBe(false);
    }
  });

  test('a column of the list has the members that the schema names', () => {
    const head = 'id: 70000000-0000-4000-8000-000000000001\nengines: [duckdb]\nfrom: t';
    const buckets = '{ of: at, as: start, last: 6 days, step: 1 day }';
    const select = '{ rows: count(), before: previous_rows }\norder_by: [start]';
    const compared = compiled([
      {
        path: 'endpoints/sources.yaml',
        bytes: 'sources: { t: { tables: { duckdb: { table: t } }, columns: { at: timestamp } } }',
      },
      {
        path: 'endpoints/a.yaml',
        bytes: `endpoint: a\n${head}\nbuckets: ${buckets}\ncompare: previous\nselect: ${select}\n`,
      },
    ]);
    const columns = catalogue(manifestOf(compared)).endpoints.flatMap(({ definition }) => {
      return savedQuery(definition, { running: 'duckdb', googleSql: 'bigquery' }, null).columns;
    });
    const { properties = {} } = everyDocument.components.schemas?.['SavedQueryColumn'] ?? {};
    const members = new Set(columns.flatMap(Object.keys));
    expect([...members].filter(name => !Object.hasOwn(properties, name))).toEqual([]);
    expect(members).toContain('previous');
  });
});

describe('forms that generators read', () => {
  /** Returns every schema below a value, at any depth. */
  function schemasIn(value: unknown): readonly Schema[] {
    if (typeof value !== 'object' || value === null) return [];
    return [value as Schema, ...Object.values(value).flatMap(schemasIn)];
  }
  const scalars = ['string', 'integer', 'number', 'boolean'];

  test.each(DOCUMENTS)('of the document of %s: a list of types is a scalar and NULL', (_, doc) => {
    const lists = schemasIn(doc.components).flatMap(schema =>
      Array.isArray(schema.type) ? [[schema.type, schema.default ?? null]] : [],
    );
    const odd = lists.filter(([types, byDefault]) => {
      const [scalar, none, ...others] = types;
      const isUsual = scalars.includes(scalar) && none === 'null' && others.length === 0;
      return !isUsual || byDefault !== null;
    });
    expect(odd).toEqual([]);
  });

  test('a record that may be NULL is one of two schemas', () => {
    const { record } = Object(rowOf(everyDocument, '/api/endpoints/every.thing-1').properties);
    expect(record.anyOf[0].type).toBe('object');
    expect(record.anyOf[0].properties.inner.anyOf[0].type).toBe('object');
    expect(record.anyOf[1]).toEqual({ type: 'null' });
  });

  test('the status of an error is an integer with an example', () => {
    const { BadRequestProblem: schema } = Object(ownDocument.components.schemas);
    expect(schema.allOf[1].properties.status).toEqual({ type: 'integer', examples: [400] });
    expect(schema.allOf[1].properties.code.type).toBe('string');
  });
});
