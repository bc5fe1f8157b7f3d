/** Sample values for parameters without an example. */
import type { Param } from '../core/plan/param.ts';
import { paramType } from './index.ts';
import { readParam } from './read-param.ts';

/** A value that the parameter accepts, as text; for a list, as many texts as `minItems` requires. */
export function sampleTexts(param: Param): string | readonly string[] {
  if (param.list === null) return sampleOf(param);
  const first = sampleOf(param);
  const others = Array.from({ length: param.list.minItems }, (_, i) => `${i + 2}`);
  const more =
    param.values ?? others.map(digits => (/[0-9]$/.test(first) ? digits : `${first}${digits}`));
  const fits = (text: string) => readParam({ ...param, ...ONE }, text).ok;
  const texts = new Set([first, ...more.filter(fits)]);
  return [...texts].slice(0, Math.max(1, param.list.minItems));
}

const ONE = { list: null, otherwise: 'reject' } as const;

/**
 * The text of a value, or of a list item, that the parameter accepts. If no candidate matches its pattern, returns one that the reader
 * must replace.
 */
export function sampleOf(param: Param): string {
  const { format, sample } = paramType(param.type);
  const { min, max, minLength, maxLength } = param.constraints;
  const usual = sample(param);
  const candidates = [
    usual,
    ...[min, max].flatMap(bound => (bound === null ? [] : [format(bound)])),
    stretched(usual, minLength ?? 0),
    usual.slice(0, maxLength ?? undefined),
  ];
  const fits = (text: string) => text !== '' && readParam({ ...param, ...ONE }, text).ok;
  return candidates.find(fits) ?? usual;
}

/** Samples are not made longer than this, because a longer one helps no reader. */
const LONGEST = 1_000;

function stretched(text: string, length: number): string {
  return length > LONGEST ? text : text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
