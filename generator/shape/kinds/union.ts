/** Values that may be written in several ways. */
import type { Node } from '../../core/spec/document.ts';
import type { Faults } from '../faults/faults.ts';
import type { Spot } from '../faults/spot.ts';
import type { JsonSchema } from '../json-schema.ts';
import { isOf, type Kind } from '../kind.ts';
import type { Shape } from '../shape.ts';
import type { KeyCondition } from './rules.ts';

/** A value of one of several shapes. Its kind decides which. */
export function union<A, B, C = never>(
  description: string | null,
  a: Shape<A>,
  b: Shape<B>,
  c?: Shape<C>,
): Shape<A | B | C> {
  const members: readonly Shape<A | B | C>[] = c === undefined ? [a, b] : [a, b, c];
  const kinds = members.flatMap(member => member.kinds);
  const memberFor = (node: Node) => members.find(member => isOf(member.kinds, node));
  const misfit = members.find(member => member.misfit !== null)?.misfit ?? null;
  return {
    kinds,
    misfit,
    ...(members.some(({ hasCommas }) => hasCommas) ? { hasCommas: true } : {}),
    schema: emission =>
      merged(
        members.map(member => member.schema(emission)),
        kinds,
        description,
      ),
    check: (spot, faults) => {
      const member = memberFor(spot.node);
      if (member === undefined) faults.mistyped(spot, kinds, misfit);
      else member.check(spot, faults);
    },
    read: (node, key, report) => {
      const member = memberFor(node);
      if (member === undefined) throw new Error('The check accepted a value of no shape.');
      return member.read(node, key, report);
    },
  };
}

/** One schema for several kinds: keywords of one kind do not concern the others. */
function merged(
  schemas: readonly JsonSchema[],
  kinds: readonly Kind[],
  description: string | null,
): JsonSchema {
  const all: JsonSchema = Object.assign({}, ...schemas.toReversed());
  const { description: _, enum: values, ...others } = all;
  const words = description === null ? {} : { description };
  return { ...others, ...valuesOr(values, schemas), type: kinds, ...words };
}

/** Listed values concern every kind in JSON Schema, so the other kinds are listed beside them. */
function valuesOr(values: unknown, schemas: readonly JsonSchema[]): JsonSchema {
  if (values === undefined) return {};
  const others = schemas.flatMap(one => (one['enum'] === undefined ? [one['type']].flat() : []));
  return others.length === 0 ? { enum: values } : { anyOf: [{ enum: values }, { type: others }] };
}

/** The value, or `null`. */
export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  const kinds: readonly Kind[] = [...shape.kinds, 'null'];
  return {
    ...shape,
    kinds,
    schema: emission => {
      const schema = shape.schema(emission);
      const values = schema['enum'];
      return {
        ...schema,
        type: kinds,
        ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
      };
    },
    check: (spot, faults) => {
      if (isNull(spot.node)) return;
      if (isOf(kinds, spot.node)) shape.check(spot, faults);
      else faults.mistyped(spot, kinds, shape.misfit);
    },
    read: (node, key, report) => (isNull(node) ? null : shape.read(node, key, report)),
  };
}

function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** A mapping of one of two shapes, and a condition decides which. */
export function split<A, B>(
  condition: KeyCondition,
  then: Shape<A>,
  other: Shape<B>,
): Shape<A | B> {
  const of = (node: Node): Shape<A | B> =>
    node.kind === 'mapping' && condition.holds(node) ? then : other;
  return {
    kinds: ['object'],
    misfit: null,
    schema: emission => ({
      if: { type: 'object', ...condition.schema },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: then.schema(emission),
      else: other.schema(emission),
    }),
    check: (spot: Spot, faults: Faults) => of(spot.node).check(spot, faults),
    read: (node, key, report) => of(node).read(node, key, report),
  };
}

/** A value that rules of its mapping check: only its schema is written here. */
export function loose(kinds: readonly Kind[], description: string): Shape<Node> {
  return {
    kinds,
    misfit: null,
    schema: () => ({ type: kinds, description }),
    check: () => {},
    read: node => node,
  };
}
