/** The operations of the document: of endpoints, by name and by identifier, and of the service. */
import { describe, expect, test } from 'vitest';
import { compiled, documentFrom, EVERYTHING_INPUTS } from '../../support/openapi-fixture.ts';
import { COMPAT_SOURCES, compatEndpoint } from '../compat/project.ts';
import { everyDocument, operationOf, parametersOf, rendered, resolved } from './documents.ts';

const OLD = `compat: logflare
params: { project: { type: string, required: true }, since: { type: timestamp } }
from: logs
where: [id = @project, { when: since, filter: timestamp > @since }]
select: [id]
order_by: [id]`;

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
    // a type of its own, which generators do not copy into each operation
    const rowsOf = (path: string) => {
      const { $ref } = answerOf(path).content['application/json'].schema;
      return Object(resolved(everyDocument, $ref));
    };
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
    expect(headersOf(RateLimited)).toBe(
      `Retry-After RateLimit RateLimit-Policy X-Budget-Reset ${ALL}`,
    );
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
    const { operationId, tags, summary, description, ...rest } = other;
    const { 'x-codeSamples': samples = [], 'x-quern': facts, ...same } = rest;
    expect(byName).toMatchObject(same);
    expect([operationId, tags]).toEqual(['everyThing1ById', ['By identifier']]);
    expect(summary).toBe(`By identifier: ${byName.summary}`);
    // all else stands at the first path alone, so that a document of hundreds of endpoints stays short
    expect(description).toMatch(/^The same as `every.thing-1`, by the identifier[^.]*\.$/);
    expect(facts).toEqual({ name: 'every.thing-1' });
    expect(samples.map(({ label }) => label)).toEqual(['curl']);
    expect(samples[0]?.source).toContain(
      '/api/endpoints/query/10000000-0000-4000-8000-0000000000ab"',
    );
    expect(byName['x-codeSamples']?.[0]?.source).toContain('/api/endpoints/every.thing-1"');
  });

  test('by POST takes the same parameters in a body, at both paths', () => {
    const { components, paths } = everyDocument;
    const body = Object(components.requestBodies?.['EveryThing1Body']);
    const { properties, required, additionalProperties } = body.content['application/json'].schema;
    const params = parametersOf(everyDocument, every);
    expect(Object.keys(properties)).toEqual(params.map(({ name }) => name));
    expect(required).toEqual(params.flatMap(({ name, required }) => (required ? [name] : [])));
    expect(additionalProperties).toBe(false);
    const posts = Object.entries(paths).flatMap(([path, { post }]) =>
      path.startsWith('/api/endpoints/') ? [post] : [],
    );
    expect(posts).toHaveLength(Object.keys(paths).length - 5);
    expect(posts.every(post => post !== undefined)).toBe(true);
    const { operationId, requestBody, tags } = paths[every]?.post ?? {};
    expect([operationId, tags]).toEqual(['everyThing1ByPost', ['By POST']]);
    expect(requestBody).toEqual({ $ref: '#/components/requestBodies/EveryThing1Body' });
  });

  test('has the format of the rows, unless the endpoint has a parameter of that name', () => {
    const input = (name: string) =>
      compiled([COMPAT_SOURCES, compatEndpoint('logs.old', OLD.replaceAll('project', name))]);
    const formats = (name: string) => {
      const document = documentFrom(input(name));
      const { get, post } = document.paths['/api/endpoints/logs.old'] ?? {};
      return [get, post].map(operation =>
        (operation?.parameters ?? []).map(one => String(Object(one).$ref).split('/').at(-1)),
      );
    };
    const [inGet, inPost] = formats('project');
    expect([inGet?.at(-1), inPost?.at(-1)]).toEqual(['AnswerFormat', 'AnswerFormat']);
    expect(formats('format').flat()).not.toContain('AnswerFormat');
    const { parameters, schemas } = documentFrom(input('project')).components ?? {};
    const enums = [parameters, schemas].flatMap(part =>
      Object.entries(part ?? {}).filter(([, one]) => JSON.stringify(one).includes('"parquet"')),
    );
    expect(enums.map(([name]) => name)).toEqual(['RowsFormat']);
  });

  test('by POST with `compat` takes each parameter in the address or in the body', () => {
    const document = documentFrom(compiled([COMPAT_SOURCES, compatEndpoint('logs.old', OLD)]));
    for (const path of Object.keys(document.paths).filter(path => path.includes('/endpoints/'))) {
      const { get, post } = document.paths[path] ?? {};
      const [inGet = [], inPost] = [get, post].map(operation =>
        (operation?.parameters ?? []).map(one =>
          '$ref' in one ? Object(resolved(document, one.$ref)) : one,
        ),
      );
      expect(inGet.map(({ name, required }) => [name, required])).toEqual([
        ['project', true],
        ['since', false],
        ['format', false],
      ]);
      const [format] = inGet.slice(2);
      expect(inPost).toEqual([
        ...inGet.slice(0, 2).map(({ required: _, ...parameter }) => parameter),
        format,
      ]);
      expect(post?.description).toMatch(/in the address or in the body, but not in both/);
    }
    const { required, content } = Object(document.components.requestBodies?.['LogsOldBody']);
    const { schema } = content['application/json'];
    expect([required, schema.required, Object.keys(schema.properties)]).toEqual([
      false,
      undefined,
      ['project', 'since'],
    ]);
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

  test('of the service answers in a form that it names', () => {
    const formOf = (path: string) => {
      const { responses = {} } = operationOf(everyDocument, path);
      return Object.keys(Object(responses['200']).content);
    };
    expect(formOf('/metrics')).toEqual(['text/plain']);
    expect(formOf('/api/endpoints')).toEqual(['application/json']);
    expect(formOf('/openapi.json')).toEqual(['application/openapi+json']);
  });

  test('has bounds and defaults as numbers where they are such, else in words', () => {
    const params = parametersOf(everyDocument, every);
    const found = (name: string) => Object(params.find(param => param.name === name));
    const { schema, description } = found('least');
    expect([schema.minimum, schema.maximum, schema.default]).toEqual([-5, undefined, 7]);
    expect(description).toBe('At most 9007199254740993.');
    expect(found('most').schema).not.toHaveProperty('default');
    expect(found('most').description).toBe('Absent means 9007199254740993.');
    expect(found('since').description).toContain(
      'ISO 8601; UTC if it has no offset; an offset is at most 14:00; of the years 1900 to 2299 in UTC.',
    );
    expect(found('path').description).toBe('An RE2 pattern.');
    expect(found('item').description).toBe('No period. A UUID.');
  });
});

test('has a bound that readers might round in words alone', () => {
  const [sources] = EVERYTHING_INPUTS;
  if (sources === undefined) throw new Error('there are sources');
  const bytes = `endpoint: one
id: 50000000-0000-4000-8000-000000000000
from: things
params: { whole: { type: int64, min: -9007199254740992, max: 9007199254740991, required: true } }
where: [whole = @whole]
select: [id]
`;
  const document = documentFrom(compiled([sources, { path: 'endpoints/one.yaml', bytes }]));
  const [whole] = parametersOf(document, '/api/endpoints/one');
  expect(whole?.schema).not.toHaveProperty('minimum');
  expect(whole?.schema.maximum).toBe(9007199254740991);
  expect(rendered(whole?.description ?? '')).toBe('At least -9007199254740992.');
});

test('refuses an empty text, and no item, where a value is required and has no format', () => {
  const [sources] = EVERYTHING_INPUTS;
  if (sources === undefined) throw new Error('there are sources');
  const bytes = `endpoint: one
id: 50000000-0000-4000-8000-000000000000
from: things
params:
  given: { type: string, required: true }
  short: { type: string, required: true, min_length: 2 }
  since: { type: timestamp, required: true }
  choice: { enum: [a, b], required: true }
  maybe: { type: string }
  all: { list: string, required: true }
  some: { list: string }
where:
  - id in (@given, @short)
  - toString = @choice
  - timestamp > @since
  - id in @all
  - { when: maybe, filter: id != @maybe }
  - { when: some, filter: id in @some }
select: [id]
`;
  const document = documentFrom(compiled([sources, { path: 'endpoints/one.yaml', bytes }]));
  const least = parametersOf(document, '/api/endpoints/one').map(({ name, schema }) => {
    return [name, schema.minLength ?? Object(schema).minItems];
  });
  expect(Object.fromEntries(least)).toEqual({
    ...{ given: 1, short: 2, all: 1 },
    ...{ since: undefined, choice: undefined, maybe: undefined, some: undefined },
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
