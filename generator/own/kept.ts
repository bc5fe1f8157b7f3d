/**
 * The tables that a statement reads as a file of `generated/own/`, for runs without the engine's parser. An entry is valid if its hash
 * equals the hash of the question about the present texts.
 */
import { isObject, parseObject } from '../core/types/json-object.ts';

/** Increased whenever the same text may get another answer. */
export const KEPT_TABLES_FORMAT = 1;

/** The answer about the statement for one engine; the parser accepts it, and it reads nothing else. */
export interface KeptTables {
  /** The hash of the question. */
  readonly hash: string;
  /** Each is the parts of the name as written, outermost first. */
  readonly tables: readonly (readonly string[])[];
}

/** The text of the file, from the answers by name of engine. */
export function printKeptTables(engines: ReadonlyMap<string, KeptTables>): string {
  const file = { format: KEPT_TABLES_FORMAT, engines: Object.fromEntries(engines) };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** The answer in a file. Returns `null` if the file is no such file, or if the hash differs. */
export function keptTables(text: string, engine: string, hash: string): KeptTables | null {
  const file = parseObject(text);
  if (file?.['format'] !== KEPT_TABLES_FORMAT) return null;
  const { engines } = file;
  const entry = isObject(engines) && Object.hasOwn(engines, engine) ? engines[engine] : null;
  if (!isObject(entry) || entry['hash'] !== hash || !areNames(entry['tables'])) return null;
  return { hash, tables: entry['tables'] };
}

function areNames(value: unknown): value is KeptTables['tables'] {
  const isName = (one: unknown) =>
    Array.isArray(one) && one.every(part => typeof part === 'string');
  return Array.isArray(value) && value.every(isName);
}
