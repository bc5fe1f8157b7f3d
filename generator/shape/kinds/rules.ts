/** Rules about several keys of a mapping. */
import { entryOf, type MappingEntry, type MappingNode } from '../../core/spec/document.ts';
import type { Faults } from '../faults/faults.ts';
import { labelOf, type Spot } from '../faults/spot.ts';
import { missingKey, missingOneOf, rivals } from '../faults/words.ts';
import type { Emission, JsonSchema } from '../json-schema.ts';
import type { Shape } from '../shape.ts';

// ---- conditions -----------------------------------------------------------------------------------------------------

/** A condition on the keys of a mapping. In JSON Schema, keywords about keys hold for everything that is no mapping. */
export interface KeyCondition {
  readonly schema: JsonSchema;
  readonly holds: (mapping: MappingNode) => boolean;
}

export function has(key: string): KeyCondition {
  return { schema: { required: [key] }, holds: mapping => entryOf(mapping, key) !== null };
}

export function not(one: KeyCondition): KeyCondition {
  return { schema: { not: one.schema }, holds: mapping => !one.holds(mapping) };
}

export function anyCondition(...conditions: readonly KeyCondition[]): KeyCondition {
  return {
    schema: { anyOf: conditions.map(({ schema }) => schema) },
    holds: mapping => conditions.some(one => one.holds(mapping)),
  };
}

export function allConditions(...conditions: readonly KeyCondition[]): KeyCondition {
  return {
    schema: { allOf: conditions.map(({ schema }) => schema) },
    holds: mapping => conditions.every(one => one.holds(mapping)),
  };
}

/** The condition, which does not hold for anything but a mapping. */
export function mappingWith(one: KeyCondition): KeyCondition {
  return { ...one, schema: { type: 'object', ...one.schema } };
}

/** Whether the mapping has one of the keys. */
export function hasAny(...keys: readonly string[]): KeyCondition {
  return anyCondition(...keys.map(has));
}

// ---- rules ----------------------------------------------------------------------------------------------------------

export interface KeyRule {
  readonly schema: (emission: Emission) => JsonSchema;
  readonly check: (mapping: MappingNode, spot: Spot, faults: Faults) => void;
}

/** All rules, written as a list. */
export function rules(...all: readonly KeyRule[]): KeyRule {
  return {
    schema: emission => ({ allOf: all.map(rule => rule.schema(emission)) }),
    check: (mapping, spot, faults) => {
      for (const rule of all) rule.check(mapping, spot, faults);
    },
  };
}

/** The rules for mappings for which the condition does not hold. */
export function unless(condition: KeyCondition, ...then: readonly KeyRule[]): KeyRule {
  const otherwise = together(then);
  return {
    schema: emission => ({ if: condition.schema, else: otherwise.schema(emission) }),
    check: (mapping, spot, faults) => {
      if (!condition.holds(mapping)) otherwise.check(mapping, spot, faults);
    },
  };
}

/** Rules for mappings for which the condition holds, and for all others. */
export function ifElse(
  condition: KeyCondition,
  then: readonly KeyRule[],
  otherwise: readonly KeyRule[],
): KeyRule {
  const [yes, no] = [together(then), together(otherwise)];
  return {
    schema: emission => ({
      if: condition.schema,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: yes.schema(emission),
      else: no.schema(emission),
    }),
    check: (mapping, spot, faults) => {
      (condition.holds(mapping) ? yes : no).check(mapping, spot, faults);
    },
  };
}

/** Several rules in one schema, whose properties are joined. */
function together(all: readonly KeyRule[]): KeyRule {
  return {
    ...rules(...all),
    schema: emission => {
      const schemas = all.map(rule => rule.schema(emission));
      const properties = Object.assign({}, ...schemas.map(({ properties = {} }) => properties));
      const isEmpty = Object.keys(properties).length === 0;
      return { ...Object.assign({}, ...schemas), ...(isEmpty ? {} : { properties }) };
    },
  };
}

/** Keys that the mapping must have. */
export function needs(...keys: readonly string[]): KeyRule {
  return {
    schema: () => ({ required: keys }),
    check: (mapping, spot, faults) => {
      for (const key of keys)
        if (entryOf(mapping, key) === null) faults.add(mapping, missingKey(spot, key));
    },
  };
}

/** Why a key is not allowed: the end of the message, and the hint. */
export interface KeyRefusal {
  readonly what: string;
  readonly hint: string;
}

/** Keys that the mapping must not have; `refusal` says why, of the quoted name of a key. */
export function forbids(
  keys: readonly string[],
  refusal: (label: string, mapping: MappingNode) => KeyRefusal,
): KeyRule {
  return {
    schema: () => ({ properties: Object.fromEntries(keys.map(key => [key, false])) }),
    check: (mapping, above, faults) => {
      for (const entry of mapping.entries) {
        if (!keys.includes(entry.name)) continue;
        const label = labelOf({ node: entry.value, above, entry });
        const { what, hint } = refusal(label, mapping);
        const message = `${label} ${what}`;
        faults.add(entry.value, { code: 'clause-conflict', place: entry.place, message, hint });
      }
    },
  };
}

/** The shape of one key's value under a condition. */
export function narrows(key: string, shape: Shape<unknown>): KeyRule {
  return {
    schema: emission => ({ properties: { [key]: shape.schema(emission) } }),
    check: (mapping, above, faults) => {
      const entry = entryOf(mapping, key);
      if (entry !== null) shape.check(spotOf(entry, above), faults);
    },
  };
}

function spotOf(entry: MappingEntry, above: Spot): Spot {
  return { node: entry.value, above, entry };
}

/** One of several ways to write a mapping: a key, and what else must hold. */
export interface Way {
  readonly key: string;
  readonly condition: KeyCondition;
}

export function way(key: string, excluded: KeyCondition | null = null): Way {
  const one = has(key);
  if (excluded === null) return { key, condition: one };
  const other = not(excluded);
  const schema = { ...one.schema, ...other.schema };
  return { key, condition: { schema, holds: of => one.holds(of) && other.holds(of) } };
}

/** Exactly one of several ways. */
export function either(...ways: readonly Way[]): KeyRule {
  const keys = ways.map(({ key }) => key);
  return {
    schema: () => ({ oneOf: ways.map(({ condition }) => condition.schema) }),
    check: (mapping, spot, faults) => {
      const taken = ways.filter(({ condition }) => condition.holds(mapping));
      if (taken.length === 0) faults.add(mapping, missingOneOf(spot, keys));
      if (taken.length > 1)
        faults.add(
          mapping,
          rivals(
            spot,
            taken.slice(0, 2).map(({ key }) => key),
          ),
        );
    },
  };
}

/** The rule for mappings, where a text may be written instead. */
export function unlessText(...all: readonly KeyRule[]): KeyRule {
  const rule = together(all);
  return { ...rule, schema: emission => ({ if: { type: 'string' }, else: rule.schema(emission) }) };
}
