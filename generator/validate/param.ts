/** The typed specification of a parameter from a tree that the schema has accepted. */
import type { Node } from '../core/document.ts';
import type { ParamSpec } from '../core/spec.ts';
import {
  asMapping,
  flag,
  located,
  locatedFlag,
  locatedList,
  locatedNumber,
  oneOf,
  optional,
  plain,
  text,
} from './read.ts';

export function buildParam(node: Node): ParamSpec {
  const mapping = asMapping(node);
  return {
    use: optional(mapping, 'use', located),
    type: optional(mapping, 'type', located),
    enum: optional(mapping, 'enum', locatedList),
    required: optional(mapping, 'required', locatedFlag),
    default: optional(mapping, 'default', plain),
    otherwise: optional(mapping, 'otherwise', oneOf(['reject', 'default'])),
    description: optional(mapping, 'description', text),
    example: optional(mapping, 'example', plain),
    min: optional(mapping, 'min', plain),
    max: optional(mapping, 'max', plain),
    minLength: optional(mapping, 'min_length', locatedNumber),
    maxLength: optional(mapping, 'max_length', locatedNumber),
    pattern: optional(mapping, 'pattern', located),
    deprecated: optional(mapping, 'deprecated', flag),
    absent: optional(mapping, 'absent', located),
  };
}
