/** Finds parameter types by the names that specifications use. */
import type { Report } from '../../core/report/diagnostics.ts';
import type { Entry } from '../../core/spec/located.ts';
import type { ParamSpec } from '../../core/spec/spec.ts';
import { foreignList, foreignType } from '../../core/types/foreign-types.ts';
import { ANY_TEXT, ENUM, PARAM_TYPES, TYPE_NAMES } from '../../params/index.ts';
import type { ParamType } from '../../params/param-type.ts';
import { suggest } from '../names/names.ts';

/**
 * The type of a parameter. An unknown type returns `null` and is reported, except if it belongs to a shared parameter, which is reported
 * elsewhere.
 */
export function resolveParamType(
  { name, value }: Entry<ParamSpec>,
  report: Report,
): ParamType | null {
  if (value.enum !== null && value.type === null) return ENUM;
  if (value.type === null) {
    if (value.use !== null) return null;
    if (value.list !== null) {
      const message = `The list \`${name}\` does not say what its items are`;
      report(
        'missing-key',
        value.list,
        message,
        'Write `list: int64`, or a mapping with `type` or `enum`.',
      );
      return null;
    }
    throw new Error('A parameter has neither type nor enum.');
  }
  const type = PARAM_TYPES.get(value.type.value);
  const { place } = value.type;
  if (type !== undefined && type !== ENUM) {
    if (value.enum === null || type.isListable === true) return type;
    const message = `\`${name}\` is of type \`${type.name}\`, which has no enum form`;
    const hint =
      type === ANY_TEXT
        ? 'Remove `type`: the values of an enum are texts by default.'
        : 'Remove `type` or `enum`.';
    report('parameter-conflict', place, message, hint);
    return null;
  }
  if (type === undefined) {
    const message = `There is no parameter type \`${value.type.value}\``;
    report('invalid-value', place, message, typeMeant(value.type.value));
  } else {
    const [what, hint] =
      value.enum === null
        ? ['has no values', 'Use `enum: [ … ]` instead of `type`.']
        : ['has both `type: enum` and its values', 'Remove `type`.'];
    report('invalid-value', place, `\`${name}\` ${what}`, hint);
  }
  return null;
}

/** A hint with the nearest type name, or with all type names. */
function typeMeant(name: string): string | null {
  const item = foreignList(name);
  if (item !== null)
    return `Write \`list: ${foreignType(item, TYPE_NAMES) ?? item}\` instead of \`type\`.`;
  const meant = foreignType(name, TYPE_NAMES);
  return meant === null ? suggest(name, TYPE_NAMES) : `Use \`${meant}\`.`;
}
