/**
 * The translation of a text as a file of `generated/googlesql/`, for runs without the analyser. It is valid where its
 * hash is that of the question about the present text.
 */
import type { Plan } from '../core/relation.ts';
import type { Source } from '../core/source.ts';
import type { Read, Refusal } from './context.ts';

/** Raised whenever the same text may get another translation, or plans have another form. */
export const KEPT_FORMAT = 5;

export interface Kept {
  readonly plan: Plan;
  readonly refusals: readonly Refusal[];
  readonly reads: readonly Read[];
  /** Whether functions of a team stand in it, which no engine knows. */
  readonly isInlined: boolean;
}

/** The text of the file; `hash`: of the question. */
export function keptText(hash: string, { plan, refusals, reads, isInlined }: Kept): string {
  const file = { format: KEPT_FORMAT, hash, refusals, reads, isInlined, plan };
  return `${JSON.stringify(file, (key, value) => plainOf(key, value), 1)}\n`;
}

/** JSON has no whole numbers of 64 bits, no negative zero, and no data set in place of its name. */
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The hash of the question that a file answers; `null` where it is no such file. */
export function keptHash(text: string): string | null {
  try {
    const file: unknown = JSON.parse(text);
    if (!isObject(file) || file['format'] !== KEPT_FORMAT) return null;
    return typeof file['hash'] === 'string' ? file['hash'] : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The translation in a file whose hash is that of a question over `sources`. */
export function keptIn(text: string, sources: ReadonlyMap<string, Source>): Kept {
  return JSON.parse(text, (_, value) => wholeOf(value, sources));
}
