/**
 * Descriptions of JSON that programs exchange. A description is the JSON Schema of a value, with words for readers, and TypeScript reads the
 * type of the value from it: `Of<typeof description>`.
 */

/** A JSON Schema of the values of `T`. No member exists for `T`; it is there for the compiler. */
export interface Described<T> {
  readonly [keyword: string]: unknown;
  readonly [of]?: T;
}
declare const of: unique symbol;

/** The type of the values that a description accepts. */
export type Of<D> = D extends Described<infer T> ? T : never;

type Members = Readonly<Record<string, Described<unknown>>>;
type Whole<R extends Members, O extends Members> = {
  readonly [K in keyof R]: Of<R[K]>;
} & { readonly [K in keyof O]?: Of<O[K]> };
/** The same members as one object type. */
type Flat<T> = { readonly [K in keyof T]: T[K] };

export const text: Described<string> = { type: 'string' };
export const flag: Described<boolean> = { type: 'boolean' };
export const whole: Described<number> = { type: 'integer', minimum: 0 };

/** The same, or null. The description must have a single type. */
export function orNull<T>(described: Described<T>): Described<T | null> {
  return { ...described, type: [described['type'], 'null'] };
}

export const maybeText = orNull(text);

/** A member that is only there if it is true. */
export const set: Described<true> = { const: true };

export function list<T>(items: Described<T>): Described<readonly T[]> {
  return { type: 'array', items };
}

export function byName<T>(values: Described<T>): Described<Readonly<Record<string, T>>> {
  return { type: 'object', additionalProperties: values };
}

export function choice<const T extends string | number>(values: readonly T[]): Described<T> {
  return { enum: values };
}

export function oneOf<const D extends readonly Described<unknown>[]>(
  ...options: D
): Described<Of<D[number]>> {
  return { oneOf: options };
}

/** A definition of the same schema, by its name. */
export function part<T>(name: string): Described<T> {
  return { $ref: `#/$defs/${name}` };
}

/** An object that requires the members `required`, may have the members `optional`, and has no others. */
export function object<R extends Members, O extends Members = Readonly<Record<never, never>>>(
  required: R,
  optional?: O,
): Described<Flat<Whole<R, O>>> {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

/** The same with words for readers. */
export function means<T>(description: string, described: Described<T>): Described<T> {
  return { description, ...described };
}
