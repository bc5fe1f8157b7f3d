/** Functions that analyse texts: by patterns, and as URLs. */
import type { LibraryFunction } from '../rule.ts';

export default [
  {
    name: 'url_host',
    group: 'texts',
    signature: 'url_host(url)',
    meaning:
      'The host of a URL as written, without user, password and port; NULL if the URL has no host.',
    example: "url_host('https://example.com:8443/a')",
    rule: { kind: 'url', part: 'host' },
  },
  {
    name: 'url_path',
    group: 'texts',
    signature: 'url_path(url)',
    meaning:
      'The path of a URL as written; the text may also be only the part of a URL after the host. NULL if there is no path that begins with `/`.',
    example: 'url_path(path)',
    rule: { kind: 'url', part: 'path' },
  },
  {
    name: 'url_param',
    group: 'texts',
    signature: 'url_param(url, name)',
    meaning:
      'The first value of that name in the query of a URL, still encoded; NULL if it is missing or empty. The name must be a literal.',
    example: "url_param(path, 'utm_source')",
    rule: { kind: 'url', part: 'param' },
  },
  {
    name: 'regexp_extract',
    group: 'texts',
    signature: 'regexp_extract(text, pattern)',
    meaning:
      'The first match of the RE2 pattern: its group if it has exactly one, otherwise the whole match. NULL if there is no match, if the group did not take part, or if the result is empty. The pattern must be a literal.',
    example: "regexp_extract(path, r'^/v([0-9]+)/')",
    rule: { kind: 'pattern', fn: 'regexp_extract' },
  },
  {
    name: 'regexp_replace',
    group: 'texts',
    signature: 'regexp_replace(text, pattern, by)',
    meaning:
      'The text, with every match of the RE2 pattern replaced by `by`: `\\\\1` in `by` is the first group, `\\\\0` the whole match. Both must be literals, and the pattern must not match the empty text.',
    example: "regexp_replace(path, r'/[0-9]+', '/:id')",
    rule: { kind: 'pattern', fn: 'regexp_replace' },
  },
] satisfies readonly LibraryFunction[];
