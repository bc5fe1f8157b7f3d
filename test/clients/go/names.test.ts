/** Names of the Go client mean the same after one more endpoint, or are gone: no caller silently reaches another endpoint. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import { compiled, EVERYTHING_INPUTS } from '../../support/openapi-fixture.ts';
import { usually } from '../../support/usually.ts';
import { clientFiles } from './support.ts';

/** Some are one name once mangled, some are begun like another with what belongs to it, some the runtime or Go has. */
const NAMES = [
  ...['a', 'ab', 'a.b', 'a-b', 'a.b.c', 'a.row', 'a.params', 'a.row.b', 'a.b.c.row', 'a.b.params'],
  ...['string', 'run.string', 'string.2', 'error', 'run.error', 'cache', 'cache.state', 'with'],
];
const endpoint = (name: string, i: number) => ({
  path: `endpoints/${name}.yaml`,
  bytes: `endpoint: ${name}
id: ${String(i).padStart(8, '7')}-0000-4000-8000-000000000000
from: things
params: { b: { enum: [c, row] }, b_c: { enum: [row, b] }, c: { enum: [a] }, params: { enum: [b] }, row: { enum: [b] }, row_b: { enum: [c] }, params_b: { enum: [a] }, state: { enum: [hit] }, state_hit: { enum: [a] }, b_c_row: { enum: [a] }, header: { enum: [a] } }
where: [${['b', 'b_c', 'c', 'params', 'row', 'row_b', 'params_b', 'state', 'state_hit', 'b_c_row', 'header'].map(one => `{ when: ${one}, filter: id = @${one} }`).join(', ')}]
select: { id: id, b: record, b_c: record }
`,
});
const all = compiled([...EVERYTHING_INPUTS.slice(0, 1), ...NAMES.map(endpoint)]);
const only = (names: readonly string[]): Compilation => ({
  ...all,
  endpoints: all.endpoints.filter(one => names.includes(one.endpoint.name)),
});

const METHOD = /^func \(c \*Client\) (\w+)\(.*\n\treturn run\[\w+\]\(ctx, c, "([^"]+)"/m;
const DECLARED = /^(?:type (\w+) |\t(\w+) +\w+ += ")/gm;

/** The meaning of each name: its endpoint, and its place among that endpoint's declarations. */
function meanings(names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { path, text } of clientFiles(only(names))) {
    if (!path.endsWith('_endpoint.go')) continue;
    const [, method = '', name = ''] = METHOD.exec(text) ?? [];
    found.set(`method ${method}`, name);
    [...text.matchAll(DECLARED)].forEach(([, type, constant], i) => {
      const known = type ?? constant ?? '';
      expect(found.has(known)).toBe(false);
      found.set(known, `${name} ${i}`);
    });
  }
  return found;
}

describe('what an endpoint is called in Go', () => {
  it('is whole', () => {
    const names = [...meanings(NAMES).keys()];
    expect(names.filter(name => name.startsWith('method '))).toHaveLength(NAMES.length);
    expect(names.length).toBeGreaterThan(NAMES.length * 20);
  });

  it('is nobody else’s for a word that Go knows', () => {
    expect([...meanings(['string', 'run.string'])]).toEqual(
      expect.arrayContaining([
        ['method String_', 'string'],
        ['method RunString', 'run.string'],
      ]),
    );
  });

  it('is given to none where two want it', () => {
    const alone = meanings(['a.b']);
    expect(alone.has('ABC') && alone.has('ABCA') && alone.has('ABParams')).toBe(true);
    const both = meanings(['a', 'a.b']);
    expect(both.has('ABC') || both.has('ABCA') || both.has('ABParams')).toBe(false);
    expect(both.get('A_BC')).toMatch(/^a \d/);
    expect(both.get('AB_C')).toMatch(/^a\.b \d/);
  });

  it('never becomes what another was called', () => {
    const some = fc.subarray(NAMES);
    fc.assert(
      fc.property(some, some, (before, more) => {
        const after = meanings([...before, ...more]);
        const taken = [...meanings(before)].filter(
          ([name, meaning]) => after.has(name) && after.get(name) !== meaning,
        );
        expect(taken).toEqual([]);
      }),
      { numRuns: usually(100, 5) },
    );
  });
});
