/** Patterns by the grammar of RE2, some of which are not valid or too costly. */
import fc from 'fast-check';
import { asAlternatives } from '../../../../generator/params/patterns/case.ts';

const atom = fc.constantFrom(
  ...['a', 'b', 'A', 'x', '0', '/', ' ', '%', '_', "'", 'é', 'É', 'ß', 'ſ', 'K', 'σ', '日', '😀'],
  ...['.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\.', '\\\\', '\\n', '\\x{e9}', '\\x41'],
  ...['[ab]', '[^a]', '[a-z]', '[^/]', '[[:alpha:]]', '[^[:space:]]', '[é-ü]', '[日-語]', '[%_]'],
  ...['\\pL', '\\p{Lu}', '\\PL', '\\p{Greek}', '[\\d_]', '[\\pL]', '\\Qa.b\\E', '\\Q%\\E'],
  ...['^', '$', '\\b', '\\B', '\\A', '\\z', '(|a)', '(?:é)'],
);
const counted = fc
  .tuple(fc.nat({ max: 4 }), fc.constantFrom(null, 0, 1, 3))
  .chain(([least, more]) =>
    fc.constantFrom(`{${least}}`, `{${least},}`, `{${least},${least + (more ?? 0)}}`),
  );
const repeat = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  { weight: 4, arbitrary: fc.constantFrom('*', '+', '?', '*?', '+?', '??') },
  { weight: 1, arbitrary: counted },
);
const opener = fc.constantFrom('(', '(?:', '(?i:', '(?s:', '(?P<n>', '(?-s:', '(?m:', '(?-i:');
const flags = fc.constantFrom('', '', '', '(?i)', '(?s)', '(?m)', '(?is)', '(?U)', '(?i-s)');

const { pattern } = fc.letrec<{ item: string; sequence: string; pattern: string }>(tie => ({
  item: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    fc.tuple(atom, repeat).map(parts => parts.join('')),
    fc.tuple(opener, tie('pattern'), fc.constant(')'), repeat).map(parts => parts.join('')),
  ),
  sequence: fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map(items => items.join('')),
  pattern: fc
    .array(tie('sequence'), { minLength: 1, maxLength: 2 })
    .map(sequences => sequences.join('|')),
}));

/** Flags stand at the beginning, and no two groups share a name. */
const onePattern = fc.tuple(flags, pattern).map(parts => {
  let groups = 0;
  return parts.join('').replaceAll('<n>', () => {
    groups += 1;
    return `<n${groups}>`;
  });
});

/** As a filter makes it of all that a request gives. */
const alternatives = fc
  .array(onePattern, { minLength: 2, maxLength: 3 })
  .map(patterns => asAlternatives(patterns).map(one => `(?:${one})`))
  .map(groups => groups.join('|'));

export const anyPattern: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: onePattern },
  { weight: 1, arbitrary: alternatives },
);
