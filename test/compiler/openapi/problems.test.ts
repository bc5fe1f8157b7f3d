import { expect, test } from 'vitest';
import type { Compiled } from '../../../generator/compile.ts';
import { parseQuery, readValues } from '../../../server/http/reading/read-request.ts';
import { compiled, documentFrom } from '../../support/openapi-fixture.ts';
import { resolved } from './documents.ts';

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

test('examples of errors are in the words of the service', () => {
  const compilation = withEndpoint(
    'params: { project: { type: string, required: true }, interval: { enum: [hour, day], default: day } }\nwhere: [text = @project, "@interval = \'day\'"]\nselect: [text]',
  );
  expect(detailsOf(compilation, 'BadRequest')).toEqual({
    ...saidOf(compilation, 'a', 'interval=another'),
    ...saidOf(compilation, 'a', 'project=a&projects=1'),
    ...saidOf(compilation, 'a', 'project=a&project=b'),
    invalid_request: 'The request is not well-formed.',
  });
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
  const document = documentFrom(sandbox);
  const { responses = {} } = document.components;
  const { schema, examples } = Object(responses[of]).content['application/problem+json'];
  const { allOf } = Object(resolved(document, schema.$ref));
  const codes = ['unsafe_integer', 'result_too_large'];
  expect(allOf[1].properties.code.enum).toEqual(expect.arrayContaining(codes));
  for (const code of codes) {
    const { value } = examples[code];
    expect(value).toMatchObject({ status: 400, parameters: [{ name: 'sql' }] });
  }
});
