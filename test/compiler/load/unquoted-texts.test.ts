/** Texts without quotes that begin with `@` or have a `: `: read as with quotes, with a warning, or refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { both, expectAsQuoted, HEAD, made, outcome, SOURCES } from './made.ts';

const MIN = 'params: { min: { type: int64, default: 1 } }\n';
const PART = 'params: { part: { type: string, default: a } }\n';
const BOTH = `params: { min: { type: int64, default: 1 }, part: { type: string, default: a } }\n`;
const SPAN =
  'params: { since: { type: timestamp, required: true }, until: { type: timestamp, required: true } }\n';

const READ: readonly (readonly [what: string, marked: string, count: number])[] = [
  [
    'parameters between braces and on a line',
    `${SPAN}buckets: { of: at, from: «@since», to: «@until», step: 1 day }\nselect: { n: count() }\n`,
    2,
  ],
  [
    'an expression',
    `${SPAN}select: { id: id, a: «@until - interval 1 day», at: at }\nwhere:\n  - at >= @since\n`,
    1,
  ],
  [
    'a limit',
    'params: { most: { type: int64, default: 5, min: 1, max: 9 } }\nselect: { id: id }\norder_by: [id]\nlimit: «@most»\n',
    1,
  ],
  [
    'items by lines',
    `${BOTH}where:\n  - «@min < duration»\n  - «@part = 'a, b'»\n  - «@part = country» # a comment\nselect: { id: id }\n`,
    3,
  ],
  [
    'items between brackets',
    `${BOTH}where: [«@min < duration», country is not null, «@part = country»]\nselect: { id: id }\n`,
    2,
  ],
  [
    'a call with a comma',
    `${PART}where: [«@part in ('a', 'b')»]\nselect: { n: { value: «@part = coalesce(country, id)», unit: ms } }\n`,
    2,
  ],
  [
    'an expression over lines',
    `${MIN}where:\n  - «@min\n    < duration»\nselect:\n  a: {\n    value: «@min\n      + duration»,\n  }\n`,
    2,
  ],
  ['a summary', 'summary: «Tickets: by day»\nselect: { id: id }\n', 1],
  [
    'descriptions',
    'select:\n  id:\n    value: id\n    description: «The length: an hour, or: "a day" (so: [)»\n    unit: ms\ndescription: «It’s so:»\n',
    2,
  ],
  [
    'values of several kinds',
    'params: { part: { type: string } }\nwhere:\n  - when: part\n    filter: «@part = country»\nselect:\n  n: { description: «Either: a or b», value: id }\ndescription: «a: b»   \n',
    3,
  ],
  [
    'a description between braces',
    'select:\n  n: { value: id, description: «Either: a or b» }\n  m: { description: «The unit: a or b», value: id }\n',
    2,
  ],
  [
    'a description with a comma behind its colon, between braces',
    'select:\n  n: { value: id, description: «Either: a, or b, c», unit: ms }\n  m: { description: «The unit: a or b», value: id }\n',
    2,
  ],
  ['the owner', 'owner: «Payments: the second floor»\nselect: { id: id }\n', 1],
  [
    'many lines',
    `${MIN}select:\n${Array.from({ length: 60 }, (_, i) => `  n${i}: { value: «@min + ${i}», unit: ms, description: «So: ${i}» }\n`).join('')}`,
    120,
  ],
];

describe('a text whose meaning is certain', () => {
  test.each(READ)('%s', (_, marked, count) => expectAsQuoted(marked, count));

  test('in `sources.yaml`', () => {
    const title = '  visits:\n    title: Visits: all\n    description: Those of: a day\n';
    const sources = SOURCES.replace('  visits:\n', title);
    const quoted = sources
      .replace('Visits: all', "'Visits: all'")
      .replace('Those of: a day', "'Those of: a day'");
    const endpoint = `${HEAD}select: { country: country }\n`;
    const written = made(endpoint, sources);
    expect(written.faults).toEqual(['3:12 unquoted-text', '4:18 unquoted-text']);
    expect(written.files).toEqual(made(endpoint, quoted).files);
  });

  test('has faults at their own places, as the rest of the file', () => {
    const text = `${MIN}summary: Visits: all\nwhere:\n  - @min < cuntry\n  - @nim < duration\nselect: { id: idd }\n`;
    expect(made(HEAD + text).faults).toEqual([
      '5:10 unquoted-text',
      '7:5 unquoted-text',
      '7:12 unknown-column',
      '8:5 unknown-parameter',
      '8:5 unquoted-text',
      '9:15 unknown-column',
    ]);
  });
});

const REFUSED: readonly (readonly [what: string, endpoint: string, faults: readonly string[]])[] = [
  ['an `@` alone', 'where:\n  - @\nselect: { id: id }\n', ['5:5 yaml-syntax']],
  ['an `@` before a digit', 'limit: @1\nselect: { id: id }\n', ['4:8 yaml-syntax']],
  ['two `@`', 'limit: @@most\nselect: { id: id }\n', ['4:8 yaml-syntax']],
  ['a key', 'select:\n  @id: id\n', ['5:3 yaml-syntax']],
  ['a key between braces', 'select: { @id: id, @at }\n', ['4:11 yaml-syntax']],
  ['a key in a value', 'select:\n  id: @id: x\n', ['5:7 yaml-syntax']],
  [
    'brackets behind it, between braces',
    "select: { a: { value: @part in ['a'], unit: ms } }\n",
    ['4:14 yaml-syntax', '4:23 yaml-syntax'],
  ],
  ['quotes before a colon', 'description: "a": b\nselect: { id: id }\n', ['4:14 yaml-syntax']],
  ['a comment', 'description: a: b # c\nselect: { id: id }\n', ['4:14 yaml-syntax']],
  ['more lines', 'description: a: b\n  and c\nselect: { id: id }\n', ['4:14 yaml-syntax']],
  ['deeper keys', 'description: a: b\n  c: d\nselect: { id: id }\n', ['4:14 yaml-syntax']],
  [
    'a known key behind it, without a value',
    'select: { a: { value: id, description: Either: a, unit } }\n',
    ['4:40 unquoted-text', '4:51 wrong-type'],
  ],
  ['an expression', 'select:\n  a: b: c\n', ['5:6 yaml-syntax']],
  [
    'a key of one word between braces',
    'select: { a: { description: unit: ms, value: id } }\n',
    ['4:29 yaml-syntax'],
  ],
];

test.each(REFUSED)('refuses %s', (_, endpoint, faults) => {
  expect(made(HEAD + endpoint).faults).toEqual(faults);
});

// ---- any text -------------------------------------------------------------------------------------------------------

const part = fc.constantFrom(
  'country',
  "'a'",
  "'a, b'",
  "'a: b'",
  "'a #b'",
  "'[{'",
  "'it''s'",
  '@part',
  'coalesce(@part, country)',
  'concat(id,country )',
);
const expressions = fc.oneof(
  fc.tuple(fc.constantFrom('=', '!=', '<', '+', ':'), part).map(parts => parts.join(' ')),
  fc.array(part, { minLength: 1, maxLength: 3 }).map(parts => `in (${parts.join(', ')})`),
  fc.tuple(part, part).map(parts => `between ${parts.join(' and ')}`),
);
const words = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'a',
        "it's",
        'so:',
        'unit: ms',
        '"',
        '[',
        ']',
        '{ b }',
        ',',
        '@x',
        '-',
        'é',
        ':',
      ),
      fc.constantFrom(' ', '  ', ''),
    ),
    { maxLength: 6 },
  )
  .map(parts => parts.flat().join('').trim());

/** Compiles any such text with and without quotes. Returns how many are read without them. */
function readAlike(texts: fc.Arbitrary<string>, endpoint: (text: string) => string): number {
  let read = 0;
  fc.assert(
    fc.property(texts, text => {
      const [bare, quoted] = both(endpoint(text));
      const written = outcome(bare);
      if (written.isRefused) return;
      read += 1;
      expect(written).toEqual(outcome(quoted));
    }),
    { numRuns: 200 },
  );
  return read;
}

describe('any text compiles as in quotes, or is refused', () => {
  test.each([
    ['on a line', (text: string) => `select:\n  n: «@part ${text}»\n  id: id\n`],
    ['as an item', (text: string) => `where:\n  - «@part ${text}»\nselect: { id: id }\n`],
    ['between braces', (text: string) => `select: { n: { value: «@part ${text}», unit: ms } }\n`],
    [
      'between brackets',
      (text: string) => `where: [«@part ${text}», id is not null]\nselect: { id: id }\n`,
    ],
  ])('expressions %s', (_, endpoint) => {
    expect(readAlike(expressions, text => `${PART}${endpoint(text)}`)).toBeGreaterThan(50);
  });

  test.each([
    ['on a line', (text: string) => `description: «${text}»\nselect: { id: id }\n`],
    [
      'between braces',
      (text: string) => `select: { n: { value: id, description: «${text}», unit: ms } }\n`,
    ],
  ])('descriptions %s', (_, endpoint) => {
    const texts = words.map(text => `So: ${text}`.trim());
    expect(readAlike(texts, endpoint)).toBeGreaterThan(20);
  });
});
