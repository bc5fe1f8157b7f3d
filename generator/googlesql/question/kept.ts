/**
 * The translation of a text as a file of `generated/googlesql/`, for runs without the analyser. It is valid if its hash equals the hash of
 * the question about the present text.
 */

import type { Plan } from '../../core/plan/relation.ts';
import type { Source } from '../../core/spec/source.ts';
import { isObject } from '../../core/types/json-object.ts';
import type { NotedNeed, TableRead, TranslationRefusal } from '../context.ts';

/** Increased whenever the same text may get another translation, or plans change their form. */
export const TRANSLATION_FORMAT = 7;

export interface KeptTranslation {
  readonly plan: Plan;
  readonly refusals: readonly TranslationRefusal[];
  readonly reads: readonly TableRead[];
  readonly noted: readonly NotedNeed[];
  /** Whether it calls functions of a team, which no engine has, or lists values in an order that the text leaves open. */
  readonly isInlined: boolean;
}

/** The text of the file; `hash` is that of the question. */
export function printTranslation(
  hash: string,
  { plan, refusals, reads, noted, isInlined }: KeptTranslation,
): string {
  const file = { format: TRANSLATION_FORMAT, hash, refusals, reads, noted, isInlined, plan };
  return `${JSON.stringify(file, (key, value) => plainOf(key, value), 1)}\n`;
}

/** JSON has no 64-bit integers and no negative zero, and a data set is written as its name. */
function plainOf(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { int: String(value) };
  if (Object.is(value, -0)) return { float: '-0' };
  return key === 'source' && isObject(value) ? { data_set: value['name'] } : value;
}

function wholeOf(value: unknown, sources: ReadonlyMap<string, Source>): unknown {
  if (!isObject(value) || Object.keys(value).length !== 1) return value;
  const { int, float, data_set: name } = value;
  if (typeof int === 'string') return BigInt(int);
  if (typeof float === 'string') return Number(float);
  if (typeof name !== 'string') return value;
  const source = sources.get(name);
  if (source === undefined) throw new Error(`a kept translation reads the unknown ${name}`);
  return source;
}

/** The hash of the question that a file answers. Returns `null` if it is no such file. */
export function keptHash(text: string): string | null {
  try {
    const file: unknown = JSON.parse(text);
    if (!isObject(file) || file['format'] !== TRANSLATION_FORMAT) return null;
    return typeof file['hash'] === 'string' ? file['hash'] : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The translation in a file; its hash must be that of a question over `sources`. */
export function readTranslation(
  text: string,
  sources: ReadonlyMap<string, Source>,
): KeptTranslation {
  return JSON.parse(text, (_, value) => wholeOf(value, sources));
}
