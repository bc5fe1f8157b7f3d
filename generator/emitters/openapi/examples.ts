/** What an endpoint answers, as a reader sees it: out of its tests. */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { EndpointTest } from '../../ir.ts';
import { formatInstant } from '../../params/instant.ts';
import { markdown } from './markdown.ts';

type Examples = Readonly<Record<string, OpenAPIV3_1.ExampleObject>>;

/** The rows of the first test that expects some, and the request that they answer; none without such a test. */
export function exampleOf(tests: readonly EndpointTest[]): { readonly examples?: Examples } {
  const shown = tests.find(({ expect }) => expect !== null && expect.length > 0);
  if (shown === undefined) return {};
  const { name, expect } = shown;
  const example = { summary: name, description: requestOf(shown), value: { result: expect } };
  return { examples: { rows: example } };
}

function requestOf({ params, now }: EndpointTest): string {
  const query = markdown(String(new URLSearchParams(params)));
  return `The answer to ${query === '' ? 'a request without parameters' : query} at ${formatInstant(now)}.`;
}
