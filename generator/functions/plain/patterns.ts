/** Functions that compare texts with patterns, and encode them with one signature. */
import { entry } from '../entry.ts';

export default [
  entry('url_encode', {
    group: 'texts',
    signature: 'url_encode(text)',
    meaning:
      'The text, encoded like a form value: ASCII letters and digits and `-._~` stay, a space becomes `+`, any other byte becomes `%` and two hex digits.',
    example: 'url_encode(path)',
    takes: ['string'],
    gives: 'string',
  }),
  entry('url_decode', {
    group: 'texts',
    signature: 'url_decode(text)',
    meaning:
      'The text that `url_encode` encodes so: `+` becomes a space, `%` and two hex digits become a byte; any other `%` stays. NULL if the result is not UTF-8.',
    example: 'url_decode(path)',
    takes: ['string'],
    gives: 'string',
    nullable: 'always',
  }),
  entry('like', {
    group: 'texts',
    signature: 'like(text, pattern)',
    meaning:
      'Whether the whole text has the form of the pattern: `%` is any text, `_` any code point; case-sensitive. NULL if the pattern contains a backslash.',
    example: "like(path, '/rest/v_/%')",
    takes: ['string', 'string'],
    gives: 'bool',
    domains: [{ argument: 1, lacks: '\\' }],
  }),
];
