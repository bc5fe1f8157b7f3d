import { expect, test } from 'vitest';
import type { Compiled } from '../../../generator/compile.ts';
import { parseQuery, readValues } from '../../../server/http/reading/read-request.ts';
import { compiled, documentFrom, ownInputs } from '../../support/openapi-fixture.ts';

const SOURCES = `
sources:
  things:
    tables: { duckdb: { table: things }, bigquery: { table: things }, clickhouse: { table: things } }
    columns:
      text: { type: string, required: true }
      amount: { type: int64, required: true }
`;

const HEAD = 'endpoint: a\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nfrom: things\n';

function withEndpoint(text: string): Compiled['compilation'] {
  const files = { 'sources.yaml': SOURCES, 'a.yaml': `${HEAD}${text}` };
  return compiled(
    Object.entries(files).map(([name, text]) => ({
      path: `endpoints/${name}`,
      bytes: Buffer.from(text),
    })),
  );
}

/** The details of the examples of a response, by their codes. */
function detailsOf(compilation: Compiled['compilation'], response: string) {
  const { responses = {} } = documentFrom(compilation).components;
  const { examples } = Object(responses[response]).content['application/problem+json'];
  return Object.fromEntries(
    Object.entries(examples).map(([code, example]) => [code, Object(example).value.detail]),
  );
}

/** The service's problems for a request, by codes. */
function saidOf(compilation: Compiled['compilation'], name: string, search: string) {
  const found = compilation.endpoints.find(({ endpoint }) => endpoint.name === name);
  const { faults } = readValues(
    found?.endpoint.params ?? [],
    parseQuery(search, found?.endpoint.params ?? []),
    {
      unknown: 'reject',
    },
  );
  return Object.fromEntries(faults.map(({ code, message }) => [code, message]));
}

const MALFORMED = { invalid_request: 'The request is not well-formed.' };

test('examples of errors are of parameters and columns that the document has, in the words of the service', () => {
  const own = compiled(ownInputs());
  expect(detailsOf(own, 'BadRequest')).toEqual({
    ...saidOf(own, 'usage.api-counts', 'interval=another'),
    ...saidOf(own, 'functions.invocation-stats', 'projects=1'),
    ...saidOf(own, 'logs.all', 'project=a&project=b'),
    ...MALFORMED,
  });
  expect(detailsOf(own, 'InternalError')['unsafe_integer']).toMatch(
    /^`\w+` contains an integer beyond 2\^53-1\.$/,
  );
  expect(detailsOf(own, 'EngineError')['stored_value']).toMatch(
    /^`\w+` contains a value that is not between /,
  );
});

test('only a sandbox has a 400 for rows of statements of callers', () => {
  const responsesOf = (compilation: Compiled['compilation']) => {
    const { paths, components } = documentFrom(compilation);
    const { get, post } = Object(paths['/api/endpoints/a']);
    const [one, other] = [get, post].map(({ responses }) =>
      responses['400'].$ref.split('/').at(-1),
    );
    expect(other).toBe(one);
    return { of: one, all: Object.keys(components.responses ?? {}) };
  };
  const usual = responsesOf(withEndpoint('select: [text]'));
  expect(usual.of).toBe('BadRequest');
  expect(usual.all).not.toContain('BadSandboxRequest');
  const sandbox = withEndpoint(
    'sandbox: true\nviews: { things: { from: things } }\nselect: [text]',
  );
  const { of, all } = responsesOf(sandbox);
  expect(of).toBe('BadSandboxRequest');
  expect(all).not.toContain('BadRequest');
  const { responses = {} } = documentFrom(sandbox).components;
  const { schema, examples } = Object(responses[of]).content['application/problem+json'];
  const codes = ['unsafe_integer', 'result_too_large'];
  expect(schema.allOf[1].properties.code.enum).toEqual(expect.arrayContaining(codes));
  for (const code of codes) {
    const { value } = examples[code];
    expect(value).toMatchObject({ status: 400, parameters: [{ name: 'sql' }] });
  }
});

test('what no request can do, and no column can hold, has no example', () => {
  const bare = withEndpoint('select: [text]');
  expect(detailsOf(bare, 'BadRequest')).toEqual({
    ...saidOf(bare, 'a', 'anothers=1'),
    ...MALFORMED,
  });
  expect(detailsOf(bare, 'InternalError')).not.toHaveProperty('unsafe_integer');
  expect(detailsOf(bare, 'EngineError')).not.toHaveProperty('stored_value');
});

test('integers that are answered as digits, or not at all, are none that JSON cannot say', () => {
  const outputs =
    '{ digits: { value: amount, encode: string }, unseen: { value: amount, hidden: true } }';
  const compilation = withEndpoint(`select: ${outputs}`);
  expect(detailsOf(compilation, 'InternalError')).not.toHaveProperty('unsafe_integer');
});

test('a parameter that is misspelled is of an endpoint that has some', () => {
  const all = [
    ...withEndpoint('select: [text]').endpoints,
    ...compiled(ownInputs()).endpoints.filter(({ endpoint }) => endpoint.params.length > 0),
  ];
  const own = { ...compiled(ownInputs()), endpoints: all };
  expect(detailsOf(own, 'BadRequest')['unknown_parameter']).not.toMatch(/there are none/);
});

test.each([
  [
    'count: { type: int64, max: 7, default: 1 }',
    'amount = @count',
    'count=another&counts=1',
    'count=1&count=1',
  ],
  [
    'tag: { type: bool, default: true }, tags: { type: string, default: a }',
    'text = @tags or @tag',
    'tag=another&tagss=1',
    'tag=true&tag=true',
  ],
  [
    'free: { enum: [a, b], default: a, otherwise: default }, day: { type: date, default: 2026-01-15 }',
    "@free = 'a' or @day is null",
    'day=another&frees=1',
    'free=a&free=a',
  ],
])('a parameter that is any other than an enum serves: %s', (params, where, wrong, twice) => {
  const compilation = withEndpoint(
    `params: { ${params} }\nwhere: [${JSON.stringify(where)}]\nselect: [text, amount]`,
  );
  expect(detailsOf(compilation, 'BadRequest')).toEqual({
    ...saidOf(compilation, 'a', wrong),
    ...saidOf(compilation, 'a', twice),
    ...MALFORMED,
  });
  expect(detailsOf(compilation, 'InternalError')['unsafe_integer']).toBe(
    '`amount` contains an integer beyond 2^53-1.',
  );
});
