/**
 * A description of a value in a YAML file. One description gives the type of what is read, the JSON Schema with the words that editors
 * show, and the check that reports faults.
 */
import type { Place, Report } from '../core/report/diagnostics.ts';
import type { Node } from '../core/spec/document.ts';
import type { Faults } from './faults/faults.ts';
import type { Misfit } from './faults/misfit.ts';
import type { Spot } from './faults/spot.ts';
import type { Emission, JsonSchema } from './json-schema.ts';
import type { Kind } from './kind.ts';

export interface Shape<T> {
  /** The kinds of values that fit. */
  readonly kinds: readonly Kind[];
  /** The words for a text that does not match; `null` if the general words are enough. */
  readonly misfit: Misfit | null;
  /** Whether commas are usual in such a text: it is for people, SQL or a pattern. */
  readonly hasCommas?: true;
  readonly schema: (emission: Emission) => JsonSchema;
  /** Reports every fault of the value at a spot. It accepts exactly what the schema accepts. */
  readonly check: (spot: Spot, faults: Faults) => void;
  readonly read: Read<T>;
}

/**
 * Reads a value that `check` accepted; `key` is the place of its key, or its own place if it has none. Reports what no schema can express,
 * such as a duration that is too long.
 */
export type Read<T> = (node: Node, key: Place, report: Report) => T;

/** The type of what a shape reads. */
export type Of<S> = S extends Shape<infer T> ? T : never;

/** The same values, read as something else. */
export function as<T, U>(
  shape: Shape<T>,
  make: (value: T, node: Node, key: Place, report: Report) => U,
): Shape<U> {
  const { read } = shape;
  return {
    ...shape,
    read: (node, key, report) => make(read(node, key, report), node, key, report),
  };
}

/** The same values under another description. */
export function described<T>(description: string, shape: Shape<T>): Shape<T> {
  return { ...shape, schema: emission => ({ ...shape.schema(emission), description }) };
}

/** A value that a rule of its mapping requires. */
export function ruled<T>(value: T | null): T {
  if (value === null) throw new Error('The rules of a mapping accepted it without a required key.');
  return value;
}
