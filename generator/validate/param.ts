/** Builds the typed specification of a parameter from a tree that the schema accepted. */
import { entryOf, type MappingNode, type Node } from '../core/spec/document.ts';
import type { ParamSpec } from '../core/spec/spec.ts';
import { ACCEPTED_FORMS } from '../core/types/scalar.ts';
import {
  asMapping,
  entries,
  expression,
  flag,
  located,
  locatedFlag,
  locatedList,
  locatedNumber,
  optional,
  plainOrList,
  readOneOf,
  readPlain,
  readTextNode,
} from './read.ts';

export function buildParam(node: Node): ParamSpec {
  const mapping = asMapping(node);
  return {
    use: optional(mapping, 'use', located),
    ...valueKeys(mapping),
    list: entryOf(mapping, 'list')?.place ?? null,
    minItems: optional(mapping, 'min_items', locatedNumber),
    maxItems: optional(mapping, 'max_items', locatedNumber),
    separator: optional(mapping, 'separator', located),
    required: optional(mapping, 'required', locatedFlag),
    default: optional(mapping, 'default', plainOrList),
    moving: optional(mapping, 'default', node => (isExpression(node) ? expression(node) : null)),
    otherwise: optional(mapping, 'otherwise', readOneOf(['reject', 'default'])),
    description: optional(mapping, 'description', readTextNode),
    example: optional(mapping, 'example', plainOrList),
    deprecated: optional(mapping, 'deprecated', flag),
    absent: optional(mapping, 'absent', located),
  };
}

/** A default that matches is an expression: no value of a type with moving defaults matches. */
const OF_EXPRESSIONS = /[(@]|interval/;

function isExpression(node: Node): boolean {
  return node.kind === 'scalar' && OF_EXPRESSIONS.test(readTextNode(node));
}

/** The properties of the value. In a list parameter, they describe the items and are under `list`: a type, or a mapping. */
function valueKeys(mapping: MappingNode) {
  const list = entryOf(mapping, 'list')?.value;
  const type = list?.kind === 'scalar' ? located(list) : null;
  const of = list?.kind === 'mapping' ? list : mapping;
  return {
    type: type ?? optional(of, 'type', located),
    enum: optional(of, 'enum', locatedList),
    aliases: optional(of, 'aliases', (node, place) => ({
      value: entries(node, entry => located(entry.value)),
      place,
    })),
    min: optional(of, 'min', readPlain),
    max: optional(of, 'max', readPlain),
    minLength: optional(of, 'min_length', locatedNumber),
    maxLength: optional(of, 'max_length', locatedNumber),
    pattern: optional(of, 'pattern', located),
    accept: optional(of, 'accept', readOneOf(ACCEPTED_FORMS)),
  };
}
