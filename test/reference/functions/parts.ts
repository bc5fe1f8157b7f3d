/** Functions of texts that count code points, and what is put into them. */
import type { Value } from '../values.ts';
import { type Apply, asText, onTexts, type Rule, rule, strict } from './rule.ts';

/** Of a text, by its code points, and numbers. */
function onPoints(apply: (points: readonly string[], a: number, b?: number) => Value): Apply {
  return strict(([text, a, b]) =>
    apply([...asText(text)], Number(a), b === undefined ? undefined : Number(b)),
  );
}

const MOST = 2 ** 32 - 1;

function substr(points: readonly string[], start: number, length = MOST): Value {
  if (Math.abs(start) > MOST || length < 0 || length > MOST) return null;
  const from = start < 0 ? Math.max(0, points.length + start) : Math.max(0, start - 1);
  return points.slice(from, from + length).join('');
}

const trimmed = (begins: boolean, ends: boolean): Apply =>
  strict(([text, set = ' \t\n\v\f\r']) => {
    const points = [...asText(text)];
    const characters = new Set(asText(set));
    while (begins && characters.has(points[0] ?? '')) points.shift();
    while (ends && characters.has(points.at(-1) ?? '')) points.pop();
    return points.join('');
  });

function part(text: string, separator: string, number: bigint): Value {
  if (separator === '' || number < 1n || number > BigInt(MOST)) return null;
  return text.split(separator)[Number(number) - 1] ?? null;
}

function padded(text: string, length: number, pad: string, isLeft: boolean): Value {
  if (pad === '' || length < 0 || length > 1_000_000) return null;
  const points = [...text];
  const missing = length - points.length;
  if (missing <= 0) return points.slice(0, length).join('');
  const signs = [...pad];
  const rest = signs.slice(0, missing % signs.length).join('');
  const signsBeside = pad.repeat(Math.floor(missing / signs.length)) + rest;
  return isLeft ? signsBeside + text : text + signsBeside;
}

/** The place, in code points from 1 on. */
const place = (text: string, at: number): bigint =>
  at === -1 ? 0n : BigInt([...text.slice(0, at)].length + 1);

function padding(isLeft: boolean): Rule {
  return rule(
    'any',
    'string',
    strict(([text, length, pad = ' ']) =>
      padded(asText(text), Number(length), asText(pad), isLeft),
    ),
  );
}

export default {
  substr: rule('any', 'string', onPoints(substr)),
  left: rule(
    'any',
    'string',
    onPoints((points, length) => substr(points, 1, length)),
  ),
  right: rule(
    'any',
    'string',
    onPoints((points, length) => {
      if (length < 0 || length > MOST) return null;
      return points.slice(Math.max(0, points.length - length)).join('');
    }),
  ),
  trim: rule('any', 'string', trimmed(true, true)),
  ltrim: rule('any', 'string', trimmed(true, false)),
  rtrim: rule('any', 'string', trimmed(false, true)),
  replace: rule(
    'any',
    'string',
    strict(([text, old, by]) =>
      old === '' ? (text ?? null) : asText(text).split(asText(old)).join(asText(by)),
    ),
  ),
  split_part: rule(
    'any',
    'string',
    strict(([text, separator, number]) =>
      part(asText(text), asText(separator), BigInt(String(number))),
    ),
  ),
  strpos: rule(
    'any',
    'int64',
    onTexts((text, part) => place(text, text.indexOf(part))),
  ),
  lpad: padding(true),
  rpad: padding(false),
  repeat: rule(
    'any',
    'string',
    strict(([text, times]) => {
      const count = Number(times);
      return count < 0 || count > 1_000_000 ? null : asText(text).repeat(count);
    }),
  ),
  reverse: rule(
    'any',
    'string',
    onTexts(text => [...text].reverse().join('')),
  ),
} as const satisfies Record<string, Rule>;
