/** Texts between braces and brackets with commas and without quotes: read as with quotes, with a warning, or refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTree } from '../../../generator/compile-specs.ts';
import { plainData } from '../../../generator/core/spec/document.ts';
import { formatText } from '../../../generator/load/format-text.ts';
import { both, expectAsQuoted, HEAD, made, outcome, SOURCES } from './made.ts';

const WHOLE: readonly (readonly [what: string, marked: string, count: number])[] = [
  ['an expression', 'select: { n: { value: «round(avg(duration), 1)», unit: ms } }\n', 1],
  ['an expression as the last value', "select:\n  n: { value: «coalesce(max(id), 'x, y')» }\n", 1],
  [
    'a text in SQL quotes at the end of an item',
    "where: [«country in ('a', 'b')»]\nselect: { id: id }\n",
    1,
  ],
  [
    'a parameter as an argument',
    'params: { part: { type: string } }\nwhere:\n  - { when: part, filter: «contains(country, @part)» }\nselect: { id: id }\n',
    1,
  ],
  [
    'columns with names of an author',
    "select: { a: «if(duration > 1, 'x', 'y')», b: «coalesce(country, id)» }\n",
    2,
  ],
  [
    'functions in functions',
    "select: { a: «coalesce(if(duration = 1, concat(id, ', ', id), country), 'z')» }\n",
    1,
  ],
  [
    'an item between brackets',
    'where: [«coalesce(duration, 1) > 2», country is not null]\nselect: { id: id }\n',
    1,
  ],
  ['a group', 'group_by: { hour: «trunc(at, hour)» }\nselect: { n: count() }\n', 1],
  ['a description', 'select: { n: { value: id, description: «The visit, as counted» } }\n', 1],
  [
    'a description with several commas, before other keys',
    'select:\n  n: { description: «Red, green , or "blue", it’s so», value: duration, unit: «s, or so» }\n',
    2,
  ],
  [
    'a description that repeats a word',
    'select: { n: { value: id, description: «a, b, b, a» } }\n',
    1,
  ],
  [
    'a description with brackets',
    'select: { n: { value: id, description: «The visit (one, or two), as counted» } }\n',
    1,
  ],
  ['numbers', 'select: { n: { value: id, description: «1, 2» } }\n', 1],
  [
    'a text over lines',
    'select:\n  n: {\n    value: «coalesce(\n      country,\n      id\n    )»,\n    description: «The visit,\n      as counted»,\n  }\n',
    2,
  ],
  [
    'a pattern',
    'params: { part: { type: string, pattern: «^[a-z]{1,3}$», description: «Letters, at most 3» } }\nwhere: [{ when: part, filter: country = @part }]\nselect: { id: id }\n',
    2,
  ],
  [
    'many lines',
    `select:\n${Array.from({ length: 60 }, (_, i) => `  n${i}: { value: «if(duration = ${i}, 'x', 'y')», unit: ms }\n`).join('')}`,
    60,
  ],
];

describe('a text that can only be meant as one', () => {
  test.each(WHOLE)('%s', (_, marked, count) => expectAsQuoted(marked, count));

  test('in `sources.yaml`', () => {
    const columns = '      country: { type: string, description: Where, as billed }\n';
    const sources = SOURCES.replace('      country: string\n', columns);
    const quoted = sources.replace('Where, as billed', "'Where, as billed'");
    const endpoint = `${HEAD}select: { country: country }\n`;
    const written = made(endpoint, sources);
    expect(written.faults).toEqual(['10:45 unquoted-text']);
    expect(written.files).toEqual(made(endpoint, quoted).files);
  });

  test('has faults at their own places', () => {
    const select = 'select: { n: { value: if(duration > 1, country, cuntry), unit: ms } }\n';
    expect(made(HEAD + select).faults).toEqual(['4:23 unquoted-text', '4:49 unknown-column']);
    const lines = 'select:\n  n: { value: coalesce(country,\n    cuntry, id) }\n';
    expect(made(HEAD + lines).faults).toContain('6:5 unknown-column');
  });

  test('is in the tree as with quotes', () => {
    const [bare, quoted] = both("select: { n: { value: «coalesce(country, 'x')» } }\n").map(bytes =>
      readTree({ path: 'visits.yaml', bytes }),
    );
    expect(bare && plainData(bare.root)).toEqual(quoted && plainData(quoted.root));
  });
});

test('a layout that would change such a text is not written', () => {
  const [path, text] = ['visits.yaml', 'select: {n: {value: id, description: a  ,b}}\n'];
  expect(formatText(path, HEAD + text)).toBeNull();
  expect(formatText(path, HEAD + text.replace('  ,', ', '))).toBe(
    `${HEAD}select: { n: { value: id, description: a, b } }\n`,
  );
});

const REFUSED: readonly (readonly [what: string, endpoint: string, faults: readonly string[]])[] = [
  [
    'a key between the pieces',
    'select: { n: { unit: ms, value: id, description: a, unit: s, b } }\n',
    ['4:53 duplicate-key', '4:62 unknown-key'],
  ],
  [
    'a named argument',
    'select: { n: { value: coalesce(id, x: country) } }\n',
    ['4:23 yaml-syntax'],
  ],
  [
    'a known key without a value',
    'select: { n: { value: id, description: Visits, unit } }\n',
    ['4:48 wrong-type'],
  ],
  [
    'nearly a known key',
    'select: { n: { value: id, description: Visits, hiden } }\n',
    ['4:48 unknown-key'],
  ],
  [
    'a piece with a colon',
    'select: { n: { value: id, description: a, as billed: } }\n',
    ['4:43 unknown-key'],
  ],
  [
    'a piece with a value',
    'select: { n: { value: id, description: see the docs, e.g: x } }\n',
    ['4:54 unknown-key'],
  ],
  ['a comment', 'select:\n  n: { value: id, description: a, # b\n    c }\n', ['6:5 unknown-key']],
  [
    'a comma outside a call',
    'select: { n: { value: id, encode: a, b c } }\n',
    ['4:35 yaml-syntax'],
  ],
  ['a name alone', 'select: { n: max(duration), country }\n', ['4:29 wrong-type']],
  [
    'a text before in quotes',
    "select: { n: { value: id, description: 'a', b } }\n",
    ['4:45 unknown-key'],
  ],
  [
    'no closing bracket',
    'select: { n: { value: coalesce(id, country, unit: ms } }\n',
    ['4:23 yaml-syntax'],
  ],
];

test.each(REFUSED)('refuses %s', (_, endpoint, faults) => {
  expect(made(HEAD + endpoint).faults).toEqual(faults);
});

// ---- any text -------------------------------------------------------------------------------------------------------

const word = fc.constantFrom(
  'a',
  'b',
  'country',
  "it's",
  '1',
  'so (',
  ')',
  'x:y',
  "'q'",
  '"',
  '#1',
  '@p',
  '-',
  'unit',
  'null',
  'é',
);
const prose = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ', ', ',', '  ', ' , ', ': ')), {
    minLength: 2,
    maxLength: 6,
  })
  .map(parts => parts.flat().join('').trim())
  // in quotes, it is what YAML reads
  .filter(text => text.includes(',') && !/^['"]/.test(text));
const { call } = fc.letrec<{ expression: string; call: string }>(tie => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('country', 'id', "'x, y'", "'('", "'it''s'", "': '"),
    tie('call'),
  ),
  call: fc
    .tuple(
      fc.constantFrom('coalesce', 'concat', 'nullif'),
      fc.array(tie('expression'), { minLength: 2, maxLength: 3 }),
      fc.constantFrom(', ', ',', ' , '),
    )
    .map(([fn, args, comma]) => `${fn}(${args.join(comma)})`),
}));

describe('any text compiles as in quotes, or is refused', () => {
  test('expressions', () => {
    fc.assert(
      fc.property(call, call, (a, b) => {
        const [bare, quoted] = both(`select: { a: «${a}», b: { value: «${b}», unit: ms } }\n`);
        expect(outcome(bare)).toEqual(outcome(quoted));
      }),
      { numRuns: 150 },
    );
  });

  test('descriptions', () => {
    fc.assert(
      fc.property(prose, text => {
        const [bare, quoted] = both(
          `select: { a: { value: id, description: «${text}», unit: ms } }\n`,
        );
        const written = outcome(bare);
        if (!written.isRefused) expect(written.files).toEqual(made(quoted).files);
      }),
      { numRuns: 300 },
    );
  });
});
