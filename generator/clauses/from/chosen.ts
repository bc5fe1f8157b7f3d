/** A body that reads one of several relations, chosen by a parameter. It can name the columns that all of them share. */

import type { ChosenInput, SourceInput, StepInput } from '../../core/plan/query.ts';
import type { CasesSpec, Located } from '../../core/spec/located.ts';
import type { Field } from '../../core/spec/source.ts';
import { bindCases } from '../../resolve/cases.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import type { Find, Found } from '../clause.ts';
import { mergedColumn } from './merged.ts';
import { nullFault } from './nulls.ts';

type Part = SourceInput | StepInput;

/** Returns `null`, with a report, if a relation is missing or the cases do not match the values of the chooser. */
export function resolveChosen(
  context: BodyContext,
  spec: CasesSpec<Located<string>>,
  find: Find,
): Found | null {
  const found = new Map(spec.cases.map(({ value }) => [value, find(value)]));
  const bound = bindCases(context, spec);
  if (bound === null) return null;
  const cases = bound.cases.flatMap(({ name, value }) => {
    const input = found.get(value)?.input;
    return input?.kind === 'source' || input?.kind === 'step'
      ? [{ value: name, result: input }]
      : [];
  });
  if (cases.length < bound.cases.length) return null;
  const parts = cases.map(({ result }) => result);
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('A choice has no case.');
  const names = [...new Set(parts.flatMap(({ columns }) => columns.map(({ name }) => name)))];
  const merged = names.map(name => [name, merge(name, parts)] as const);
  const input: ChosenInput = {
    kind: 'chosen',
    name: 'chosen',
    by: bound.by,
    cases,
    columns: merged.flatMap(([, column]) => (typeof column === 'string' ? [] : [column])),
    partial: new Map(
      merged.flatMap(([name, why]) => (typeof why === 'string' ? [[name, why] as const] : [])),
    ),
    keys: first.keys.filter(key => others.every(other => hasKey(other, key))),
    broken: new Set(parts.flatMap(part => [...(part.broken ?? [])])),
  };
  return { input, sound: [...found.values()].every(each => each?.sound === true) };
}

function hasKey({ keys }: Part, key: readonly string[]): boolean {
  return keys.some(other => other.length === key.length && other.every(name => key.includes(name)));
}

/** The column that all relations share, or the reason why it cannot be named. */
function merge(name: string, parts: readonly Part[]): Field | string {
  const at = (part: Part) => part.columns.find(column => column.name === name);
  const lacking = parts.find(part => at(part) === undefined);
  const having = parts.find(part => at(part) !== undefined);
  if (lacking !== undefined)
    return `\`${name}\` is a column of \`${having?.name ?? ''}\`, and \`${lacking.name}\` has none of that name`;
  const typed = parts.find(part => part.nulls?.has(name) !== true) ?? parts[0];
  const column = typed === undefined ? undefined : at(typed);
  if (column === undefined || typed === undefined) throw new Error(`${name} is not a column`);
  if (column.type === 'record')
    return `\`${name}\` is a record, and relations that are chosen have single values`;
  const other = parts.find(
    part => part.nulls?.has(name) !== true && at(part)?.type !== column.type,
  );
  if (other !== undefined)
    return `\`${name}\` is \`${column.type}\` in \`${typed.name}\`, and \`${at(other)?.type ?? ''}\` in \`${other.name}\``;
  const fault = nullFault(name, parts);
  if (fault !== null) return fault;
  const digits = parts.every(part => sameDigits(at(part), column)) ? column.digits : null;
  return { ...mergedColumn(column, parts), digits };
}

function sameDigits(a: Field | undefined, { digits }: Field): boolean {
  return a?.digits?.precision === digits?.precision && a?.digits?.scale === digits?.scale;
}
