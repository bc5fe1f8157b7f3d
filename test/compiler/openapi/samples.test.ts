/** What the samples of an endpoint ask for; `samples.slow.test.ts` runs them. */
import { expect, it } from 'vitest';
import { descriptionOf } from '../../../generator/emitters/description.ts';
import { listShownArguments } from '../../../generator/emitters/facts/calls.ts';
import { compiled, EVERYTHING_INPUTS } from '../../support/openapi-fixture.ts';

const COLUMNS = { int64: 'whole', timestamp: 'timestamp' };

/** A use of the parameter that a line declares. */
function filterOf(line: string): string {
  const [name] = line.trim().split(':', 1);
  const [, type = ''] = /type: (\w+)/.exec(line) ?? [];
  const filter = `${Object(COLUMNS)[type] ?? 'id'} = @${name}`;
  const isThere = /default|required/.test(line);
  return isThere ? `  - ${filter}` : `  - { when: ${name}, filter: ${filter} }`;
}

/** The parameters that a sample gives, with their texts. */
function asked(params: string, test = ''): Readonly<Record<string, string | readonly string[]>> {
  const [sources] = EVERYTHING_INPUTS;
  if (sources === undefined) throw new Error('there are sources');
  const bytes = `endpoint: one
id: 50000000-0000-4000-8000-000000000000
from: things
params:
${params}where:
${params.trimEnd().split('\n').map(filterOf).join('\n')}
select: [id]
${test}`;
  const compilation = compiled([sources, { path: 'endpoints/one.yaml', bytes }]);
  const [one] = descriptionOf(compilation).endpoints;
  if (one === undefined) throw new Error('there is an endpoint');
  const found = listShownArguments(one, one.known.params);
  return Object.fromEntries(found.map(({ param, text }) => [param.name, text]));
}

const PARAMS = `  plain: { type: string, example: shown }
  silent: { type: string }
  old: { type: string, example: gone, deprecated: true }
  lax: { enum: [one, two], default: one, otherwise: default, example: two }
  since: { type: timestamp }
`;
const testOf = (params: string, expected: string) =>
  `  ${expected}: { now: 2026-01-15, params: ${params}, given: [], expect: [${expected === 'none' ? '' : '{ id: a }'}] }\n`;

it('is what has an example, where no test is shown', () => {
  expect(asked(PARAMS)).toEqual({ plain: 'shown', lax: 'two' });
  expect(asked(PARAMS, `tests:\n${testOf('{ plain: none }', 'none')}`)).toEqual({
    plain: 'shown',
    lax: 'two',
  });
});

it('is what the test asks for whose rows are shown', () => {
  const tests = `tests:\n${testOf('{ plain: none }', 'none')}${testOf("{ silent: a, old: b, plain: '', since: 2026-01-15T12:07:00+02:00 }", 'rows')}`;
  expect(asked(PARAMS, tests)).toEqual({
    silent: 'a',
    old: 'b',
    since: '2026-01-15T10:07:00Z',
  });
});

it('is what has an example, where the test gives what no client takes', () => {
  const tests = `tests:\n${testOf('{ plain: a, lax: three }', 'rows')}`;
  expect(asked(PARAMS, tests)).toEqual({ plain: 'shown', lax: 'two' });
});

it('is a value that the parameter takes, where it must be given and has no example', () => {
  const params = `  word: { type: string, required: true }
  long: { type: string, required: true, min_length: 10 }
  short: { type: string, required: true, max_length: 2 }
  strange: { type: string, required: true, pattern: '[0-9]{3}' }
  least: { type: int64, required: true, min: 5 }
  most: { type: int64, required: true, max: -3 }
  kind: { enum: [a, b], required: true }
  lax: { enum: [c, d], required: true }
  endless: { type: string, required: true, min_length: 4000000000 }
`;
  expect(asked(params)).toEqual({
    endless: 'text',
    ...{ word: 'text', long: 'texttextte', short: 'te', strange: 'text', kind: 'a', lax: 'c' },
    ...{ least: '5', most: '-3' },
  });
});
