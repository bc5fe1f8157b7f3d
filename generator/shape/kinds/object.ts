/** Mappings with known keys. */
import { nearest, type Report } from '../../core/report/diagnostics.ts';
import { entryOf, type MappingEntry, type MappingNode } from '../../core/spec/document.ts';
import type { Entry } from '../../core/spec/located.ts';
import { commaCut } from '../faults/comma.ts';
import type { Faults } from '../faults/faults.ts';
import { replacedKey } from '../faults/foreign-keys.ts';
import type { Spot } from '../faults/spot.ts';
import { missingKey, unknownKey } from '../faults/words.ts';
import type { Emission, JsonSchema } from '../json-schema.ts';
import type { Shape } from '../shape.ts';
import { asMapping } from './list.ts';
import type { KeyRule } from './rules.ts';

/** A key of a mapping with its value, or several such keys. */
export interface KeyField<T> {
  /** The keys, for a field with this name. */
  readonly keys: (name: string) => ReadonlyMap<string, Shape<unknown>>;
  readonly isNeeded: boolean;
  /** The value without any of the keys. */
  readonly absent: unknown;
  /** Reads an entry; `before` is the value so far. */
  readonly read: (entry: MappingEntry, before: unknown, report: Report) => T;
}

function field<T>(shape: Shape<T>, isNeeded: boolean, absent: unknown): KeyField<T> {
  const { read } = shape;
  return {
    keys: name => new Map([[name, shape]]),
    isNeeded,
    absent,
    read: ({ value, place }, _, report) => read(value, place, report),
  };
}

/** A key that the mapping must have. */
export function needed<T>(shape: Shape<T>): KeyField<T> {
  return field(shape, true, null);
}

/** A key that the mapping may have; without it, its value is `null`. */
export function optional<T>(shape: Shape<T>): KeyField<T | null> {
  return field<T | null>(shape, false, null);
}

/** A key that the mapping may have; without it, its value is `byDefault`. */
export function usually<T, D>(shape: Shape<T>, byDefault: D): KeyField<T | D> {
  return field<T | D>(shape, false, byDefault);
}

/** A key for each of `names`; its value has the keys that are written, in their order. */
export function each<T>(
  names: readonly string[],
  shapeOf: (name: string) => Shape<T>,
): KeyField<readonly Entry<T>[]> {
  const shapes = new Map(names.map(name => [name, shapeOf(name)]));
  return {
    keys: () => shapes,
    isNeeded: false,
    absent: [],
    read: ({ name, place, value }, before, report) => {
      const read = shapes.get(name)?.read;
      if (read === undefined) throw new Error(`The check accepted the key ${name}.`);
      return [
        ...(before as readonly Entry<T>[]),
        { name, place, value: read(value, place, report) },
      ];
    },
  };
}

export type Fields = Readonly<Record<string, KeyField<unknown>>>;

/** The type that a mapping of these fields is read as, with keys such as `orderBy`. */
export type FieldsOf<F extends Fields> = {
  readonly [K in keyof F & string as Camel<K>]: F[K] extends KeyField<infer T> ? T : never;
};
type Camel<K extends string> = K extends `${infer A}_${infer B}`
  ? `${A}${Capitalize<Camel<B>>}`
  : K;

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

interface Options {
  readonly rules?: readonly KeyRule[];
  readonly title?: string;
  readonly description?: string;
}

export function object<F extends Fields>(fields: F, options: Options = {}): Shape<FieldsOf<F>> {
  const { rules = [], title, description } = options;
  const all = Object.entries(fields);
  const required = all.filter(([, { isNeeded }]) => isNeeded).map(([name]) => name);
  const keys = keysOf(all);
  const read = reader<F>(all, keys);
  return {
    kinds: ['object'],
    misfit: null,
    schema: emission => ({
      ...(title === undefined ? {} : { title }),
      type: 'object',
      properties: propertiesOf(keys, emission),
      required,
      additionalProperties: false,
      ...Object.assign({}, ...rules.map(rule => rule.schema(emission))),
      ...(description === undefined ? {} : { description }),
    }),
    check: (spot, faults) => {
      const { node } = spot;
      if (node.kind !== 'mapping') return faults.mistyped(spot, ['object'], null);
      if (!isForeign(node, keys)) {
        const meant = asMeant(node, keys);
        const ofKeys = meant === node ? faults : withoutMissing(faults);
        for (const rule of rules) rule.check(node, spot, ofKeys);
        if (meant !== node) for (const rule of rules) rule.check(meant, spot, onlyMissing(faults));
        for (const name of required)
          if (entryOf(meant, name) === null) faults.add(node, missingKey(spot, name));
      }
      checkEntries(node, spot, keys, faults);
    },
    read: (node, _, report) => read(asMapping(node), report),
  };
}

interface Key {
  readonly shape: Shape<unknown>;
  readonly field: KeyField<unknown>;
  /** The name of the field in what is read. */
  readonly as: string;
}
type Keys = ReadonlyMap<string, Key>;

function keysOf(fields: readonly (readonly [string, KeyField<unknown>])[]): Keys {
  return new Map(
    fields.flatMap(([name, one]) =>
      [...one.keys(name)].map(([key, shape]) => [key, { shape, field: one, as: camel(name) }]),
    ),
  );
}

function propertiesOf(keys: Keys, emission: Emission): JsonSchema {
  return Object.fromEntries([...keys].map(([name, { shape }]) => [name, shape.schema(emission)]));
}

/** Whether all keys are unknown: then only they are reported, because one of them may be a missing key under another name. */
function isForeign({ entries }: MappingNode, keys: Keys): boolean {
  return entries.length > 0 && entries.every(({ name }) => !keys.has(name));
}

/** The mapping with each unknown key under the name of the absent one that it stands for, which is then not missing. */
function asMeant(node: MappingNode, keys: Keys): MappingNode {
  if (node.entries.every(({ name }) => keys.has(name))) return node;
  const known = [...keys.keys()];
  const free = known.filter(name => entryOf(node, name) === null);
  const entries = node.entries.map(entry => {
    if (keys.has(entry.name)) return entry;
    const name = replacedKey(entry.name, known) ?? nearest(entry.name, free);
    return name !== null && free.includes(name) ? { ...entry, name } : entry;
  });
  return { ...node, entries };
}

function withoutMissing(faults: Faults): Faults {
  return {
    ...faults,
    add: (node, fault) => fault.code !== 'missing-key' && faults.add(node, fault),
  };
}

function onlyMissing(faults: Faults): Faults {
  return {
    ...faults,
    add: (node, fault) => fault.code === 'missing-key' && faults.add(node, fault),
  };
}

function checkEntries(node: MappingNode, spot: Spot, keys: Keys, faults: Faults): void {
  const known = [...keys.keys()];
  const shapeOf = (name: string) => keys.get(name)?.shape ?? null;
  for (const entry of node.entries) {
    const key = keys.get(entry.name);
    if (key === undefined)
      faults.add(
        node,
        commaCut(node, entry, known, shapeOf) ?? unknownKey(spot, entry.name, known),
      );
    else key.shape.check({ node: entry.value, above: spot, entry }, faults);
  }
}

/** One pass over the entries that are written, into a copy of what a mapping without entries is read as. */
function reader<F extends Fields>(
  fields: readonly (readonly [string, KeyField<unknown>])[],
  keys: Keys,
): (node: MappingNode, report: Report) => FieldsOf<F> {
  const absent = Object.fromEntries(fields.map(([name, one]) => [camel(name), one.absent]));
  return (node, report) => {
    const values = { ...absent };
    for (const entry of node.entries) {
      const key = keys.get(entry.name);
      if (key !== undefined) values[key.as] = key.field.read(entry, values[key.as], report);
    }
    return values as FieldsOf<F>;
  };
}
