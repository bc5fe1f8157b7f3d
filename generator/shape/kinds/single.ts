/** Mappings with one entry. */
import type { Entry } from '../../core/spec/located.ts';
import { labelOf } from '../faults/spot.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Shape } from '../shape.ts';
import { asMapping, checkSize } from './list.ts';

/** A mapping with one entry: one of these keys, or any other, whose value is of the shape `other`. */
export function single<T, O>(
  keys: Readonly<Record<string, Shape<T>>>,
  other: Shape<O>,
): Shape<Entry<T | O>> {
  const shapes = new Map(Object.entries(keys));
  const shapeOf = (name: string): Shape<T | O> => shapes.get(name) ?? other;
  return {
    kinds: ['object'],
    misfit: null,
    schema: emission => {
      const properties: JsonSchema = Object.fromEntries(
        [...shapes].map(([name, shape]) => [name, shape.schema(emission)]),
      );
      const additionalProperties = other.schema(emission);
      return {
        type: 'object',
        properties,
        additionalProperties,
        minProperties: 1,
        maxProperties: 1,
      };
    },
    check: (spot, faults) => {
      const { node } = spot;
      if (node.kind !== 'mapping') return faults.mistyped(spot, ['object'], null);
      checkSize(spot, node, 1, faults);
      if (node.entries.length > 1) {
        const message = `${labelOf(spot)} has several entries, and takes only one`;
        const hint = 'Write one entry, or a list of parameters.';
        faults.add(node, { code: 'invalid-value', place: node.place, message, hint });
      }
      for (const entry of node.entries)
        shapeOf(entry.name).check({ node: entry.value, above: spot, entry }, faults);
    },
    read: (node, _, report) => {
      const [entry] = asMapping(node).entries;
      if (entry === undefined) throw new Error('The check accepted a mapping without entries.');
      const { name, place, value } = entry;
      return { name, place, value: shapeOf(name).read(value, place, report) };
    },
  };
}
