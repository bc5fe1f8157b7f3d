/** The values of an enum, and other texts (`aliases`) that callers may send for them. */

import type { Param } from '../../core/plan/param.ts';
import { type Report, suggestion } from '../../core/report/diagnostics.ts';
import type { Entry, Located } from '../../core/spec/located.ts';
import { excerpt } from '../../language/syntax/token.ts';
import { UNCONSTRAINED } from '../../params/constraints.ts';
import { ENUM } from '../../params/index.ts';
import type { ParamType } from '../../params/param-type.ts';
import { summarizeNames } from '../names/names.ts';

const MAX_VALUE = 128;

/** The values in the canonical text form of the type, so that each value has one text, however the author wrote it. */
export function readEnumValues(
  specs: readonly Located<string>[],
  type: ParamType,
  report: Report,
): readonly string[] {
  const values = new Set<string>();
  for (const { value: written, place } of specs) {
    const value = type === ENUM ? written : canonical(type, written);
    if (value === null) {
      const shown = excerpt(written, 0, written.length);
      const message = `\`${shown}\` is not a value of type \`${type.name}\``;
      report('invalid-value', place, message, `Write ${listedForm(type)}.`);
      continue;
    }
    const fault = valueFault(value);
    if (fault !== null)
      report(
        'invalid-value',
        place,
        `A value of an enum ${fault}`,
        'Remove it, or use another value.',
      );
    else if (values.has(value))
      report('duplicate-name', place, `The value \`${value}\` occurs twice`, 'Remove one of them.');
    values.add(value);
  }
  return [...values];
}

/** The canonical form of a text. Returns `null` if it is not a value of the type. */
export function canonical(type: ParamType, text: string): string | null {
  const parsed = type.parse(text, { values: null, constraints: UNCONSTRAINED });
  return parsed.ok ? type.format(parsed.value) : null;
}

function listedForm(type: ParamType): string {
  const parsed = type.parse('?', { values: null, constraints: UNCONSTRAINED });
  return parsed.ok ? 'another' : parsed.expected;
}

function valueFault(value: string): string | null {
  if (value === '') return 'is empty, and an empty value counts as absent';
  if (value.length > MAX_VALUE) return `is longer than ${MAX_VALUE} characters`;
  return /\p{Cc}/u.test(value) ? 'contains a tab or a line break' : null;
}

/** The value of each alias. Reports invalid aliases, and aliases of unknown values. */
export function resolveAliases(
  name: string,
  type: ParamType,
  values: readonly string[] | null,
  { value: specs, place }: Located<readonly Entry<Located<string>>[]>,
  report: Report,
): NonNullable<Param['aliases']> {
  if (values === null) {
    const message = `\`${name}\` is not an enum, and \`aliases\` only apply to the values of an enum`;
    report('parameter-conflict', place, message, 'Remove `aliases`.');
    return {};
  }
  const aliases = specs.map(spec => {
    reportAlias(type, values, spec, report);
    return [spec.name, meaningOf(type, values, spec.value, report)] as const;
  });
  return Object.fromEntries(aliases);
}

function reportAlias(
  type: ParamType,
  values: readonly string[],
  { name: alias, place }: Entry<unknown>,
  report: Report,
): void {
  const fault = valueFault(alias);
  const value = fault === null && type !== ENUM ? canonical(type, alias) : alias;
  if (fault !== null)
    report('invalid-value', place, `An alias ${fault}`, 'Remove it, or use another alias.');
  else if (value !== null && values.includes(value))
    report(
      'duplicate-name',
      place,
      `\`${alias}\` is a value of the enum already`,
      'Remove the alias.',
    );
}

function meaningOf(
  type: ParamType,
  values: readonly string[],
  { value: written, place }: Located<string>,
  report: Report,
): string {
  const value = type === ENUM ? written : (canonical(type, written) ?? written);
  if (!values.includes(value)) {
    const message = `\`${excerpt(written, 0, written.length)}\` is not a value of the enum`;
    const hint = suggestion(written, values) ?? `Use one of ${summarizeNames(values)}.`;
    report('unknown-enum-value', place, message, hint);
  }
  return value;
}

/** Words that authors write for “no condition”. */
const FOR_ALL = /^(?:all|any|every|everything|\*)$/i;

/** The default of an enum, if it stands for all; else `null`. */
export function defaultForAll({
  values,
  default: value,
}: Pick<Param, 'values' | 'default'>): string | null {
  return values !== null && typeof value === 'string' && FOR_ALL.test(value) ? value : null;
}
