/** Functions of texts with one signature. */
import { entry, type LibraryEntry } from '../entry.ts';

/** The digest of a text, which every engine computes over the same bytes. */
function digest<const Name extends `${string}_hex`>(
  name: Name,
  title: string,
  warning: string,
): LibraryEntry<Name> {
  return entry(name, {
    group: 'texts',
    signature: `${name}(text)`,
    meaning: `The ${title} digest of the text in UTF-8, as hexadecimal digits in lower case. ${warning}`,
    example: `${name}(path)`,
    takes: ['string'],
    gives: 'string',
  });
}

export default [
  entry('contains', {
    group: 'texts',
    signature: 'contains(text, part)',
    meaning: 'Whether the text contains the part; case-sensitive.',
    example: "contains(path, '/rest')",
    takes: ['string', 'string'],
    gives: 'bool',
    refuses: { 'list<string>': 'Write `item in list`.' },
  }),
  entry('starts_with', {
    group: 'texts',
    signature: 'starts_with(text, part)',
    meaning: 'Whether the text begins with the part; case-sensitive.',
    example: "starts_with(path, '/rest')",
    takes: ['string', 'string'],
    gives: 'bool',
    googlesql: ['starts_with'],
  }),
  entry('ends_with', {
    group: 'texts',
    signature: 'ends_with(text, part)',
    meaning: 'Whether the text ends with the part; case-sensitive.',
    example: "ends_with(path, '.json')",
    takes: ['string', 'string'],
    gives: 'bool',
    googlesql: ['ends_with'],
  }),
  entry('lower', {
    group: 'texts',
    signature: 'lower(text)',
    meaning: 'The text in lower case; characters beyond ASCII as the engine converts them.',
    example: 'lower(path)',
    takes: ['string'],
    gives: 'string',
  }),
  entry('upper', {
    group: 'texts',
    signature: 'upper(text)',
    meaning: 'The text in upper case; characters beyond ASCII as the engine converts them.',
    example: 'upper(path)',
    takes: ['string'],
    gives: 'string',
  }),
  entry('byte_length', {
    group: 'texts',
    signature: 'byte_length(text)',
    meaning: 'The number of bytes of a text in UTF-8.',
    example: 'byte_length(path)',
    takes: ['string'],
    gives: 'int64',
    googlesql: ['byte_length', 'octet_length'],
  }),
  digest('md5_hex', 'MD5', 'It is fast, and attackers can make two texts with one digest.'),
  digest('sha1_hex', 'SHA-1', 'Attackers can make two texts with one digest.'),
  digest('sha256_hex', 'SHA-256', 'It does not hide a text that can be guessed.'),
];
