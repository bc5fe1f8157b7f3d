/** Functions of texts that take them apart: by patterns, and as URLs. */

import type { Value } from '../values.ts';
import { compiledPattern } from './compiled.ts';
import { asText, onTexts, type Rule, rule, strict } from './rule.ts';

/** The only group, else all; NULL where that is empty. */
function extract(text: string, pattern: string): Value {
  const matcher = compiledPattern(pattern).matcher(text);
  if (!matcher.find()) return null;
  const found = matcher.groupCount() === 1 ? matcher.group(1) : matcher.group();
  return found || null;
}

function replace(text: string, pattern: string, by: string): string {
  const matcher = compiledPattern(pattern).matcher(text);
  let replaced = '';
  let at = 0;
  while (matcher.find()) {
    const filled = by.replace(/\\(.)/g, (_, one: string) =>
      one === '\\' ? one : (matcher.group(Number(one)) ?? ''),
    );
    replaced += text.slice(at, matcher.start()) + filled;
    at = matcher.end();
  }
  return replaced + text.slice(at);
}

/** The parts before and behind the first of the signs. */
function cut(text: string, signs: string): readonly [before: string, behind: string | null] {
  const at = [...text].findIndex(sign => signs.includes(sign));
  const before = at === -1 ? text : [...text].slice(0, at).join('');
  return [before, at === -1 ? null : text.slice(before.length + 1)];
}

/** The authority: it follows `//` at the beginning or behind a scheme. */
function authority(url: string): { readonly text: string; readonly behind: string } | null {
  const at = url.indexOf('//');
  const scheme = url.slice(0, at);
  if (at === -1 || (scheme !== '' && !/^[a-z][a-z0-9+.-]*:$/i.test(scheme))) return null;
  const rest = url.slice(at + 2);
  const [text] = cut(rest, '/?#');
  return { text, behind: rest.slice(text.length) };
}

function host(url: string): Value {
  const found = authority(url)?.text ?? '';
  const named = found.slice(found.lastIndexOf('@') + 1);
  const end = named.startsWith('[') ? named.indexOf(']') + 1 : cut(named, ':')[0].length;
  const [name, port] = [named.slice(0, end), named.slice(end)];
  if (port !== '' && (!port.startsWith(':') || /[^0-9]/.test(port.slice(1)))) return null;
  const isOdd = name.startsWith('[') ? !name.endsWith(']') : /[[\]]/.test(name);
  return isOdd ? null : name || null;
}

function path(url: string): Value {
  const [found] = cut(authority(url)?.behind ?? url, '?#');
  return found.startsWith('/') ? found : null;
}

function param(url: string, name: string): Value {
  const [, query] = cut(cut(url, '#')[0], '?');
  const pairs = (query ?? '').split('&');
  const found = pairs.find(pair => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || null;
}

const KEPT = /[A-Za-z0-9._~-]/;

function encode(text: string): string {
  const bytes = [...Buffer.from(text)].map(byte => {
    const sign = String.fromCharCode(byte);
    if (sign === ' ') return '+';
    return KEPT.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return bytes.join('');
}

/** NULL if the bytes are not UTF-8. */
function decode(text: string): Value {
  const bytes = Buffer.from(
    text
      .replaceAll('+', ' ')
      .replaceAll(/%([0-9a-fA-F]{2})|./gsu, (sign, hex?: string) =>
        hex === undefined
          ? Buffer.from(sign).toString('latin1')
          : String.fromCharCode(parseInt(hex, 16)),
      ),
    'latin1',
  );
  const read = bytes.toString();
  return Buffer.from(read).equals(bytes) ? read : null;
}

/** `%` and `_` of a pattern, by trying every end of what `%` matches. */
function isLike(points: readonly string[], signs: readonly string[]): boolean {
  let ends = new Set([0]);
  for (const sign of signs) {
    const next = new Set<number>();
    for (const end of ends)
      if (sign === '%') for (let at = end; at <= points.length; at += 1) next.add(at);
      else if (end < points.length && (sign === '_' || points[end] === sign)) next.add(end + 1);
    ends = next;
  }
  return ends.has(points.length);
}

export default {
  like: rule(
    'any',
    'bool',
    onTexts((text, pattern) => (pattern.includes('\\') ? null : isLike([...text], [...pattern]))),
  ),
  regexp_extract: rule('any', 'string', onTexts(extract)),
  regexp_replace: rule(
    'any',
    'string',
    strict(([text, pattern, by]) => replace(asText(text), asText(pattern), asText(by))),
  ),
  url_host: rule('any', 'string', onTexts(host)),
  url_path: rule('any', 'string', onTexts(path)),
  url_param: rule('any', 'string', onTexts(param)),
  url_encode: rule('any', 'string', onTexts(encode)),
  url_decode: rule('any', 'string', onTexts(decode)),
} as const satisfies Record<string, Rule>;
