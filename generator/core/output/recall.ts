/** Avoids repeated work: returns the earlier result of the same inputs, and reports its diagnostics again. */
import { collector, type Diagnostic, type Report } from '../report/diagnostics.ts';

export interface Work<T> {
  /** The name of the work: the last result of each name is kept. */
  readonly slot: string;
  /** The inputs of the result: byte arrays are compared by content, everything else by identity. */
  readonly key: readonly unknown[];
  /** Looks up names for the work. The result depends on what is found for the names that are looked up. */
  readonly lookUp?: LookUp;
  readonly make: (report: Report, lookUp: LookUp) => T;
}
export type LookUp = (name: string) => unknown;

/** Does the work, or returns its earlier result; reports its diagnostics either way. */
export type Recall = <T>(work: Work<T>, report: Report) => T;

export interface Memory {
  readonly recall: Recall;
  /** Forgets all work that was not requested since the last call. */
  readonly forgetUnused: () => void;
}

interface Result {
  readonly key: readonly unknown[];
  readonly found: ReadonlyMap<string, unknown>;
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
}

/** Remembers nothing. */
export const always: Recall = ({ make, lookUp = nothing }, report) => make(report, lookUp);

export function createMemory(): Memory {
  const results = new Map<string, Result>();
  const used = new Set<string>();
  const recall: Recall = <T>({ slot, key, lookUp = nothing, make }: Work<T>, report: Report): T => {
    used.add(slot);
    const known = results.get(slot);
    const result =
      known !== undefined && holds(known, key, lookUp) ? known : done(key, lookUp, make);
    results.set(slot, result);
    for (const { code, place, message, hint } of result.diagnostics)
      report(code, place, message, hint);
    return result.value as T;
  };
  const forgetUnused = () => {
    for (const slot of results.keys()) if (!used.has(slot)) results.delete(slot);
    used.clear();
  };
  return { recall, forgetUnused };
}

function done<T>(key: readonly unknown[], lookUp: LookUp, make: Work<T>['make']): Result {
  const { found, noted } = noting(lookUp);
  const { diagnostics, report } = collector();
  return { key, found, value: make(report, noted), diagnostics };
}

/** `lookUp`, and a record of everything that it has found so far. */
export function noting(lookUp: LookUp): {
  readonly noted: LookUp;
  readonly found: ReadonlyMap<string, unknown>;
} {
  const found = new Map<string, unknown>();
  const noted: LookUp = name => {
    const value = lookUp(name);
    found.set(name, value);
    return value;
  };
  return { noted, found };
}

function holds({ key, found }: Result, now: readonly unknown[], lookUp: LookUp): boolean {
  if (key.length !== now.length || !key.every((part, i) => isSame(part, now[i]))) return false;
  return [...found].every(([name, one]) => isSame(one, lookUp(name)));
}

function isSame(a: unknown, b: unknown): boolean {
  if (!(a instanceof Uint8Array && b instanceof Uint8Array)) return Object.is(a, b);
  return Buffer.compare(a, b) === 0;
}

function nothing(): undefined {
  return undefined;
}
