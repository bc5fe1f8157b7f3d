/** Names of operations, and texts of authors in Markdown. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentences } from '../../../generator/core/report/words.ts';
import { byId, OWN_NAMES, operationNames } from '../../../generator/emitters/facts/names.ts';
import { markdown } from '../../../generator/emitters/openapi/texts/markdown.ts';
import { HOSTILE } from '../../support/openapi-fixture.ts';
import { everyDocument, operationOf, parametersOf, rendered } from './documents.ts';

describe('names of operations', () => {
  const idOf = (at: number) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const namesOf = (names: readonly string[]) =>
    operationNames(names.map((name, at) => ({ name, id: idOf(at) })));
  const part = fc.stringMatching(/^[a-c1_-]{1,3}$/);
  const endpointNames = fc
    .tuple(fc.constantFrom('a', 'b', 'list', 'class', 'x'), fc.array(part, { maxLength: 3 }))
    .map(parts => parts.flat().join('.'));

  test('of collisions and reserved words', () => {
    expect(
      Object.fromEntries(namesOf(['a.bc', 'a.b-c', 'a-b.c', 'class', 'list.endpoints'])),
    ).toEqual({
      'a-b.c': 'aBC00000002',
      'a.b-c': 'aBC00000001',
      'a.bc': 'aBc00000000',
      class: 'runClass',
      'list.endpoints': 'listEndpoints00000004',
    });
    expect(namesOf(['x', 'x.by-id']).get('x.by-id')).toBe('xById00000001');
    expect(namesOf(['a.b', 'a-b.by-id']).get('a.b')).toBe('aB00000000');
  });

  test('are told apart by a number where identifiers begin alike, in the order of names', () => {
    const id = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`;
    const endpoints = ['a.b-c', 'a-b.c', 'a_b_c'].map((name, at) => ({ name, id: id(String(at)) }));
    const expected = { 'a-b.c': 'aBC00000000', 'a.b-c': 'aBC00000000N2', a_b_c: 'aBC00000000N3' };
    expect(Object.fromEntries(operationNames(endpoints))).toEqual(expected);
    expect(Object.fromEntries(operationNames([...endpoints].reverse()))).toEqual(expected);
  });

  test('are identifiers, and no two the same without regard to case', () => {
    fc.assert(
      fc.property(fc.uniqueArray(endpointNames, { maxLength: 30 }), names => {
        const found = [...namesOf(names).values()];
        const all = [...OWN_NAMES, ...found, ...found.map(byId)].map(name => name.toLowerCase());
        expect(new Set(all).size).toBe(all.length);
        for (const name of found) expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
      }),
    );
  });

  test('never come to mean another endpoint when one is added', () => {
    fc.assert(
      fc.property(fc.uniqueArray(endpointNames, { minLength: 1, maxLength: 20 }), names => {
        const all = names.map((name, at) => ({ name, id: idOf(at) }));
        const before = operationNames(all.slice(1));
        const after = new Map(
          [...operationNames(all)].map(([name, operation]) => [operation, name]),
        );
        for (const [name, operation] of before) {
          expect([name, undefined]).toContain(after.get(operation));
        }
      }),
    );
  });
});

describe('texts of authors', () => {
  const PIECES = [
    ...'\\`*/_{}[]()<>#+-.!|~&;:=@ \n\t\r\u0085\u2028a1"\'',
    'lt',
    '    ',
    '\n\n',
    'www',
    'http:',
    '__',
  ];
  const texts = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map(pieces => pieces.join('')),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(...HOSTILE),
  );

  test('are shown as they were written', () => {
    fc.assert(fc.property(texts, text => void expect(rendered(markdown(text))).toBe(text)));
  });

  test('hold no mark that means anything', () => {
    fc.assert(
      fc.property(texts, text => {
        const bare = markdown(text).replace(/\\[!-/:-@[-`{-~]|&(?:lt|amp|#9|#32);/g, '\u0001');
        expect(bare).not.toMatch(/[\\`*[\]{}|~<@]/);
        expect(markdown(text)).not.toMatch(/\/\*|\*\//);
        expect(bare).not.toMatch(/&#?\w+;|[a-z]:\S|www\./i);
        expect(bare).not.toMatch(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u);
        for (const line of bare.split(/[\n\r\v\f\u0085\u2028\u2029]/)) {
          expect(line).not.toMatch(/^\s*(?:[#>+=:-]|\d+[.)])/);
          expect(line).not.toMatch(/^[ \t]+\S/);
        }
      }),
    );
  });

  test.each([
    ['<b>', '&lt;b>'],
    ['&lt;', '&amp;lt;'],
    ['R & D', 'R & D'],
    ['iso_timestamp_start', 'iso_timestamp_start'],
    ['a/b /* **//', 'a/b /\\* \\*\\*\\//'],
    ['_a_ __b', '\\_a\\_ \\_\\_b'],
    ['# a\n  - b\n3. c', '\\# a\n&#32; \\- b\n3\\. c'],
    ['[a](javascript:b)', '\\[a\\](javascript\\:b)'],
  ])('%j is %j', (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  test('stand in descriptions escaped, and as they are where text is plain', () => {
    const { summary, description } = operationOf(everyDocument, '/api/endpoints/every.thing-1');
    expect(summary).toBe(HOSTILE[4]);
    expect(description).toBe(markdown(HOSTILE[3]));
    expect(rendered(description ?? '')).toBe(HOSTILE[3]);
    const kind = parametersOf(everyDocument, '/api/endpoints/every.thing-1').find(
      ({ name }) => name === 'kind',
    );
    expect(kind?.schema.enum).toEqual(['15', '<b>', '`*`', '7', 'constructor']);
    expect(kind?.description).toBe(`${markdown(HOSTILE[2])}. Any other value means &lt;b>.`);
  });

  test('are sentences with one full stop', () => {
    expect(sentences('A', null, 'B.', '', 'C\n', 'D')).toBe('A. B. C\nD');
  });
});
