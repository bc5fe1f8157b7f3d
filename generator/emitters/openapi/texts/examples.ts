/** An endpoint's answer as an example, from its tests. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { formatInstant } from '../../../params/time/instant.ts';
import type { ShownTest } from '../../emitter.ts';
import { exampleRows, MOST_ROWS } from '../../facts/example-rows.ts';
import { markdown } from './markdown.ts';

type Examples = Readonly<Record<string, OpenAPIV3_1.ExampleObject>>;

/** Returns the rows of the test as an example, described by their request. */
export function describeExample(shown: ShownTest | null): { readonly examples?: Examples } {
  if (shown === null) return {};
  const value = { result: exampleRows(shown) };
  return { examples: { rows: { summary: shown.name, description: descriptionOf(shown), value } } };
}

/** Describes the request as a list, because some viewers of examples cannot break lines. */
function descriptionOf({ params, now, expect }: ShownTest): string {
  const rows = expect?.length ?? 0;
  const what = rows > MOST_ROWS ? `The first ${MOST_ROWS} of ${rows} rows` : 'The answer';
  const given = Object.entries(params).map(([name, value]) => markdown(`${name}=${value}`));
  const head = `${what} at ${formatInstant(now)}`;
  return given.length === 0
    ? `${head}.`
    : `${head} to\n\n${given.map(one => `* ${one}\n`).join('')}`;
}
