/** Conditions of predicates (`when`), bound to the declared parameters. */

import { type Condition, conditionKey, presentWhere } from '../core/expr/condition.ts';
import type { Param } from '../core/plan/param.ts';
import type { WhenSpec } from '../core/spec/body-spec.ts';
import type { Located, Plain } from '../core/spec/located.ts';
import { paramType } from '../params/index.ts';
import { paramTypeWords } from '../params/list.ts';
import { mayBeAbsent } from './choices.ts';
import { suggest } from './names/names.ts';
import { defaultForAll } from './params/enum-values.ts';
import { paramNamed, type Using } from './scope.ts';

/** The condition of a predicate, and the parameters that are present if it is true. */
export interface Guard {
  readonly when: Condition | null;
  readonly present: ReadonlySet<string>;
}

/** Reports parameters that are undeclared or never absent, and values that a parameter never has. */
export function guardOf(context: Using, when: WhenSpec | null): Guard {
  if (when === null) return { when: null, present: new Set() };
  const condition = conditionOf(context, when);
  // an unknown name may be meant as any parameter
  if (condition === null) return { when: null, present: new Set(context.params.byName.keys()) };
  return { when: condition, present: new Set(presentWhere(condition)) };
}

/** Returns `null` if it names an undeclared parameter, or a value that cannot be checked. */
function conditionOf(context: Using, when: WhenSpec): Condition | null {
  if ('param' in when) return valueCondition(context, when.param, when.is);
  if ('absent' in when) {
    const name = optionalNamed(context, when.absent, () => 'Remove the predicate.');
    return name === null ? null : { none: [name] };
  }
  if ('present' in when) return presentNamed(context, when.present);
  const parts =
    'all' in when
      ? when.all.map(part => conditionOf(context, part))
      : when.any.map(name => presentNamed(context, name));
  const known = parts.filter(part => part !== null);
  const different = [...new Map(known.map(part => [conditionKey(part), part])).values()];
  const [first] = different;
  if (first === undefined || known.length < parts.length) return null;
  if (different.length === 1) return first;
  return 'all' in when ? { all: different } : { any: different };
}

function presentNamed(context: Using, name: Located<string>): string | null {
  return optionalNamed(context, name, unguarded);
}

function unguarded(param: Param): string {
  const without = 'Write the predicate without `when`.';
  if (param.required) return without;
  const all = defaultForAll(param);
  return all === null
    ? `Remove the default of \`${param.name}\`, or write the predicate without \`when\`.`
    : `Remove \`default: ${all}\`, or write \`any: ["@${param.name} = '${all}'", …]\`, with the condition as the second item.`;
}

/** The name of a declared parameter. Reports a parameter that is never absent. */
function optionalNamed(
  context: Using,
  name: Located<string>,
  hint: (param: Param) => string,
): string | null {
  const param = paramNamed(context, name);
  if (param === null) return null;
  // other errors of the parameter may hide that it is optional; don't report twice
  if (!mayBeAbsent(param) && !context.params.faulty.has(param.name)) {
    const why = param.required ? 'is required' : 'has a default';
    const message = `The parameter \`${name.value}\` ${why}, so it is never absent`;
    context.report('never-absent', name.place, message, hint(param));
  }
  return param.name;
}

function valueCondition(
  context: Using,
  name: Located<string>,
  { value: { text }, place }: Located<Plain>,
): Condition | null {
  const param = paramNamed(context, name);
  if (param === null || context.params.untyped.has(param.name)) return null;
  const values = valuesOf(param);
  if (values === null) {
    const type = paramTypeWords(param.type, param.list);
    const message = `\`${param.name}\` is of type \`${type}\`, and \`when\` only compares enums and \`bool\``;
    const hint = `Compare in the expression, under \`when: ${param.name}\` if it is optional.`;
    context.report('type-mismatch', name.place, message, hint);
    return null;
  }
  const parsed = paramType(param.type).parse(text, param);
  if (parsed.ok) return { param: param.name, is: paramType(param.type).format(parsed.value) };
  const what = param.scalar === 'bool' ? 'the `bool`' : 'the enum';
  const message = `\`${text}\` is not a value of ${what} \`${param.name}\``;
  context.report('unknown-enum-value', place, message, suggest(text, values));
  return null;
}

/** The values that a parameter may have, if they are a finite list; otherwise `null`. */
function valuesOf({ values, scalar, list }: Param): readonly string[] | null {
  if (list !== null) return null;
  return scalar === 'bool' ? ['true', 'false'] : values;
}
