/** Values for samples of parameters that nobody gave an example of. */
import type { Param } from '../core/endpoint.ts';
import { paramType } from './index.ts';
import { readParam } from './read-param.ts';

/** The text of a value that the parameter takes; where its pattern fits none of those tried, one that is to be replaced. */
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
  const fits = (text: string) =>
    text !== '' && readParam({ ...param, otherwise: 'reject' }, text).ok;
  return candidates.find(fits) ?? usual;
}

/** A sample that is longer shows nobody anything. */
const LONGEST = 1_000;

function stretched(text: string, length: number): string {
  return length > LONGEST ? text : text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
