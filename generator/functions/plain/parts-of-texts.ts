/** Functions that take parts of texts, change them and search them with one signature. */
import { entry, type LibraryEntry } from '../entry.ts';
import { countedDomain, MOST_CHARACTERS, MOST_MADE } from '../lengths.ts';

/** `left` and `right`. */
function end<const Name extends string>(fn: Name, which: string): LibraryEntry<Name> {
  return entry(fn, {
    group: 'texts',
    signature: `${fn}(text, length)`,
    meaning: `The ${which} \`length\` code points of the text, or the whole text if it is shorter; NULL if \`length\` is below 0.`,
    example: `${fn}(path, 20)`,
    takes: ['string', 'int64'],
    gives: 'string',
    domains: [countedDomain(1)],
  });
}

export default [
  entry('replace', {
    group: 'texts',
    signature: 'replace(text, part, by)',
    meaning:
      'The text, with every occurrence of `part` replaced by `by`; unchanged if `part` is empty.',
    example: "replace(path, '/rest', '')",
    takes: ['string', 'string', 'string'],
    gives: 'string',
  }),
  entry('strpos', {
    group: 'texts',
    signature: 'strpos(text, part)',
    meaning:
      'The position of the first occurrence of the part, in code points counted from 1; 0 if there is none.',
    example: "strpos(path, '?')",
    takes: ['string', 'string'],
    gives: 'int64',
    googlesql: ['strpos', 'instr'],
  }),
  entry('reverse', {
    group: 'texts',
    signature: 'reverse(text)',
    meaning: 'The text with its code points in reverse order.',
    example: 'reverse(path)',
    takes: ['string'],
    gives: 'string',
    googlesql: ['reverse'],
  }),
  entry('repeat', {
    group: 'texts',
    signature: 'repeat(text, times)',
    meaning: 'The text, repeated `times` times; NULL if `times` is below 0 or above 1,000,000.',
    example: "repeat('*', 5)",
    takes: ['string', 'int64'],
    gives: 'string',
    domains: [countedDomain(1, MOST_MADE)],
  }),
  entry('split_part', {
    group: 'texts',
    signature: 'split_part(text, separator, number)',
    meaning:
      'The text is split at each separator: the part with that number, counted from 1. NULL if there are fewer parts, or if the separator is empty. The separator must be a literal or a parameter.',
    example: "split_part(path, '/', 2)",
    takes: ['string', 'string', 'int64'],
    gives: 'string',
    nullable: 'always',
    domains: [
      { argument: 1, isFilled: true, isConstant: true },
      { argument: 2, within: [1n, MOST_CHARACTERS] },
    ],
  }),
  end('left', 'first'),
  end('right', 'last'),
];
