/**
 * Checks parts of BigQuery's answers. Any form other than the REST API's is a `failed` failure, which names the part but not
 * its value.
 */
import { EngineFailure } from '../../engine.ts';

export function record(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(name, 'an object');
  }
  return value as Readonly<Record<string, unknown>>;
}

export function requireList(name: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(name, 'a list');
  return value;
}

export function requireText(name: string, value: unknown): string {
  if (typeof value !== 'string') throw malformed(name, 'a text');
  return value;
}

/** An integer stays the text of its digits. */
export function integerText(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) throw malformed(name, 'an integer');
  return value;
}

export function requireWholeNumber(name: string, value: unknown): number {
  const number = Number(integerText(name, value));
  if (!Number.isSafeInteger(number) || number < 0) throw malformed(name, 'a count');
  return number;
}

export function malformed(name: string, expected: string): EngineFailure {
  return new EngineFailure('failed', `the answer's \`${name}\` is not ${expected}`);
}
