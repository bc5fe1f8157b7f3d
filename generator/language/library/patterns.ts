/** Functions that analyse texts: by patterns, and as URLs. */
import { type LibraryFunction, plain } from './rule.ts';

export default [
  {
    name: 'url_encode',
    group: 'texts',
    signature: 'url_encode(text)',
    meaning:
      'The text as a value in a form: letters and digits of ASCII and `-._~` stay, a space is `+`, any other byte `%` and two digits.',
    example: 'url_encode(path)',
    rule: plain('url_encode', ['string'], 'string'),
  },
  {
    name: 'url_host',
    group: 'texts',
    signature: 'url_host(url)',
    meaning:
      'The host of a URL as it is written, without user, password and port; NULL where the URL has no host.',
    example: "url_host('https://example.com:8443/a')",
    rule: { kind: 'url', part: 'host' },
  },
  {
    name: 'url_path',
    group: 'texts',
    signature: 'url_path(url)',
    meaning:
      'The path of a URL, or of what follows the host alone, as it is written; NULL where none begins with `/`.',
    example: 'url_path(path)',
    rule: { kind: 'url', part: 'path' },
  },
  {
    name: 'url_param',
    group: 'texts',
    signature: 'url_param(url, name)',
    meaning:
      'The first value of that name in the query of a URL, as it is written there, encoded; NULL where it is missing or empty. The name must be a literal.',
    example: "url_param(path, 'utm_source')",
    rule: { kind: 'url', part: 'param' },
  },
  {
    name: 'regexp_extract',
    group: 'texts',
    signature: 'regexp_extract(text, pattern)',
    meaning:
      'The first text that the RE2 pattern finds: its group where it has exactly one, otherwise the whole match. NULL where nothing is found, the group took no part, or the result is empty. The pattern must be a literal.',
    example: "regexp_extract(path, r'^/v([0-9]+)/')",
    rule: { kind: 'pattern', fn: 'regexp_extract' },
  },
  {
    name: 'regexp_replace',
    group: 'texts',
    signature: 'regexp_replace(text, pattern, by)',
    meaning:
      'The text with `by` in every place where the RE2 pattern is found: `\\\\1` in it is the first group, `\\\\0` all that was found. Both must be literals, and the pattern must not match the empty text.',
    example: "regexp_replace(path, r'/[0-9]+', '/:id')",
    rule: { kind: 'pattern', fn: 'regexp_replace' },
  },
] satisfies readonly LibraryFunction[];
