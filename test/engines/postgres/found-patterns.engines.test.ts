/** Patterns that find a part of a text: PostgreSQL finds the part that RE2 does, and its groups, or the pattern is refused. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findsSame } from '../../../engines/postgres/patterns/found.ts';
import { spelledPattern } from '../../../engines/postgres/patterns/spelled.ts';
import { mayFindNothing, patternFault } from '../../../generator/params/patterns/pattern.ts';
import { capturingGroups } from '../../../generator/params/patterns/tokens.ts';
import { anyPattern } from '../../contracts/param-type/patterns/grammar.ts';
import { openDuckDb } from '../duckdb/open-duckdb.ts';
import type { OpenTestEngine } from '../test-engine.ts';
import { openPostgres } from './open-postgres.ts';

/** Few characters and many choices, so that engines with other rules find other parts. */
const atom = fc.constantFrom(
  ...['a', 'b', 'c', '/', '.', '[ab]', '[^a]', '\\d', '\\w', '\\b', '^', '$', 'ab'],
  ...['(?:a|ab)', '(?:b|$)'],
);
const repeat = fc.oneof(
  fc.constant(''),
  fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{1,2}?'),
);
const { pattern: rivalling } = fc.letrec<{ item: string; sequence: string; pattern: string }>(
  tie => ({
    item: fc.oneof(
      { maxDepth: 2 },
      fc.tuple(atom, repeat).map(parts => parts.join('')),
      fc
        .tuple(
          fc.constantFrom('(', '(?:', '('),
          tie('pattern'),
          fc.constantFrom(')', ')', ')', ')', ')?', ')??', ')*', ')+'),
        )
        .map(parts => parts.join('')),
    ),
    sequence: fc.array(tie('item'), { minLength: 1, maxLength: 4 }).map(items => items.join('')),
    pattern: fc
      .array(tie('sequence'), { minLength: 1, maxLength: 2 })
      .map(branches => branches.join('|')),
  }),
);
const pieces = fc.constantFrom('a', 'b', 'c', '/', '1', '\n', 'ab');
const TEXTS = fc.sample(
  fc.array(pieces, { maxLength: 10 }).map(parts => parts.join('')),
  { seed: 1, numRuns: 100 },
);

let engines: readonly OpenTestEngine[];
beforeAll(async () => {
  engines = [await openPostgres(), await openDuckDb()];
  const columns = { k: { type: 'int64' }, s: { type: 'string' } } as const;
  const rows = TEXTS.map((s, k) => ({ k: BigInt(k), s }));
  for (const engine of engines)
    await engine.load([{ name: 'texts', layout: 'nested', columns, rows }]);
});
afterAll(() => Promise.all(engines.map(engine => engine.close())));

/** All that a pattern finds, if it finds no empty text, else its first match; with each group. */
async function found(engine: OpenTestEngine, pattern: string, original: string) {
  const groups = Array.from({ length: Math.min(9, capturingGroups(original)) }, (_, i) => i + 1);
  const by = `[#${groups.map(group => `<\\${group}>`).join('')}]`;
  const isPostgres = engine.name === 'postgres';
  const whole = isPostgres ? '\\&' : '\\0';
  const part = (group: number) =>
    isPostgres
      ? `coalesce((regexp_match(s, $1))[${Math.max(1, group)}], '')`
      : `regexp_extract(s, $1, ${group})`;
  const items = mayFindNothing(original)
    ? (groups.length === 0 ? [0] : groups).map(part)
    : [`regexp_replace(s, $1, '${by.replace('#', whole)}', 'g')`];
  const sql = `SELECT ${items.map((item, i) => `${item} AS c${i}`).join(', ')} FROM texts ORDER BY k`;
  const { rows } = await engine.run(sql, [{ name: '1', scalar: 'string', value: pattern }]);
  return rows.map((row, i) => ({ text: TEXTS[i], found: row }));
}

async function expectSame(pattern: string, spelled: string): Promise<void> {
  const [postgres, re2] = engines;
  if (postgres === undefined || re2 === undefined) throw new Error('two engines are open');
  expect({ pattern, rows: await found(postgres, spelled, pattern) }).toEqual({
    pattern,
    rows: await found(re2, pattern, pattern),
  });
}

test('patterns made by the grammar find the same parts', { timeout: 300_000 }, async () => {
  let accepted = 0;
  const all = [
    ...fc.sample(rivalling, { seed: 20260115, numRuns: 2_500 }),
    ...fc.sample(anyPattern, { seed: 20260115, numRuns: 500 }),
  ];
  for (const pattern of all) {
    if (patternFault(pattern) !== null) continue;
    const spelled = spelledPattern(pattern, 'groups');
    if (spelled === null) continue;
    accepted += 1;
    await expectSame(pattern, spelled);
  }
  expect(accepted).toBeGreaterThan(400);
});

describe('takes', () => {
  test.each([
    '^/v([0-9]+)/',
    '/[0-9]+',
    '[0-9a-f]{8}-[0-9a-f]{4}-',
    '^https?://([^/?#]+)',
    '(?i)status[=:] *(\\d{3})\\b',
    '^(.*)/([^/]*)$',
    'user=(\\w+)|id=(\\d+)',
    '"(.*?)" took (\\d+)ms',
    'key=(.*?)(?:&|$)',
    '^/api(/v\\d+)?/',
    '\\.(com|org|net)$',
    '(GET|POST|PUT) ',
    '^(?:a|ab)$',
  ])('%s', pattern => {
    expect(patternFault(pattern)).toBe(null);
    expect(findsSame(pattern, 'groups')).toBe(true);
  });
});

describe('refuses, because PostgreSQL finds another part or group', () => {
  test.each([
    'a|ab',
    '(a|ab)(c|bcd)',
    '(?:(a)|b)*',
    'a(?:|b)',
    '"(.*?)" (\\d+)',
    '(?:a?)(?:ab)?',
    '(?U)a+',
    '\\b[ab]+?',
  ])('%s', pattern => {
    expect(patternFault(pattern)).toBe(null);
    expect(findsSame(pattern, 'groups')).toBe(false);
  });
});
