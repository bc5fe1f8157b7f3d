/** Plain names for columns of files. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainNames } from '../../../../engines/support/plain-names.ts';
import { compile } from '../../../../generator/compile.ts';
import { RESERVED_WORDS } from '../../../../generator/core/types/reserved-words.ts';
import { PARTS } from '../../../../generator/shape/parts.ts';
import { unicodeText } from '../../../support/unicode-text.ts';

const namesOf = (...stored: readonly string[]) => [...plainNames(stored).keys()];
const long = 'x'.repeat(128);

describe('plain names', () => {
  it.each([
    [
      ['id', 'camelCase', '_x', 'ID2'],
      ['id', 'camelCase', '_x', 'ID2'],
    ],
    [
      ['Order ID', 'Total (EUR)', '  a - b  '],
      ['order_id', 'total_eur', 'a_b'],
    ],
    [
      ['Café', 'Ünïcode', 'Straße', '①'],
      ['cafe', 'unicode', 'strasse', '_1'],
    ],
    [
      ['', '数量', '--'],
      ['column_1', 'column_2', 'column_3'],
    ],
    [
      ['2024', '1st'],
      ['_2024', '_1st'],
    ],
    [
      ['true', 'IN', 'Null', 'order'],
      ['true_', 'in_', 'null_', 'order'],
    ],
    [
      ['A b', 'a_b', 'a-b', 'A_B'],
      ['a_b_2', 'a_b', 'a_b_3', 'a_b_4'],
    ],
    [
      ['', 'column_1'],
      ['column_1_2', 'column_1'],
    ],
    [
      [`${long}y`, `${long}z`],
      ['x'.repeat(127), `${'x'.repeat(126)}_2`],
    ],
  ])('of %j are %j', (stored, names) => {
    expect(namesOf(...stored)).toEqual(names);
  });

  const header = fc.oneof(
    unicodeText({ maxLength: 200 }),
    fc.constantFrom(
      'a',
      'A',
      'a b',
      'a_b',
      'a_2',
      '',
      ' ',
      'or',
      'OR',
      '1',
      '_1',
      'column_2',
      long,
    ),
  );

  it('are names, each once in any letter case, and lead back to what is stored', () => {
    fc.assert(
      fc.property(fc.array(header, { maxLength: 30 }), stored => {
        const names = plainNames(stored);
        const keys = [...names.keys()];
        for (const name of keys) {
          expect(name).toMatch(new RegExp(PARTS.name.pattern));
          expect(name.length).toBeLessThanOrEqual(PARTS.name.maxLength);
          expect(RESERVED_WORDS.has(name.toLowerCase())).toBe(false);
        }
        expect(new Set(keys.map(name => name.toLowerCase())).size).toBe(stored.length);
        expect([...names.values()]).toEqual(stored);
      }),
      { numRuns: 500 },
    );
  });

  it('stay as they are once they are plain', () => {
    fc.assert(
      fc.property(fc.array(header, { maxLength: 30 }), stored => {
        const once = namesOf(...stored);
        expect(namesOf(...once)).toEqual(once);
      }),
    );
  });
});

describe('reserved words', () => {
  const endpointOver = (name: string) => [
    {
      path: 'endpoints/sources.yaml',
      bytes: `sources:\n  s:\n    tables: { duckdb: { table: s } }\n    columns:\n      "${name}": { type: string }\n`,
    },
    {
      path: 'endpoints/s.all.yaml',
      bytes: `endpoint: s.all\nid: 0b0d2c3e-51a6-4a3c-9f0e-1d2c3b4a5f60\nsummary: Rows.\nfrom: s\nwhere:\n  - ${name} = 'x'\nselect:\n  - ${name}\nmax_rows: 1\n`,
    },
  ];
  const isSound = (name: string) =>
    compile(endpointOver(name), { dialects: ['duckdb'] }).diagnostics.length === 0;

  it.each([...RESERVED_WORDS])('no column can be read as %s', word => {
    expect(isSound(word)).toBe(false);
    expect(isSound(`${word}_`)).toBe(true);
  });

  it.each(['select', 'order', 'limit', 'date', 'timestamp', 'interval', 'like', 'now', 'case'])(
    'a column can be read as %s',
    word => expect(isSound(word)).toBe(true),
  );
});
