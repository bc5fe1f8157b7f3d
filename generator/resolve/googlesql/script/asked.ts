/** The functions and variables of a script, as the analyser is asked about them. */
import type { Param } from '../../../core/plan/param.ts';
import type { Report } from '../../../core/report/diagnostics.ts';
import { isScalar, listOf } from '../../../core/types/scalar.ts';
import type { TeamFunction } from '../../../googlesql/question/question.ts';
import { placeIn, type ReadText } from '../../../own/read.ts';
import type { OwnSql } from '../../../sql/author/own-sql.ts';
import type { Using } from '../../scope.ts';
import { callsOf, functionsFor } from '../functions.ts';
import type { AskedScriptVariable } from '../question.ts';
import type { Variable } from './declare.ts';
import { type Script, selectValue } from './script.ts';

/** The functions that a text calls: its own, and those of the team that have other names. Reports a call of a replaced function. */
export function functionsOf(
  { functions }: Script,
  read: ReadText,
  ofTeam: readonly TeamFunction[],
  lexis: OwnSql,
  report: Report,
): readonly TeamFunction[] {
  const own = new Set(functions.map(({ name }) => name.toLowerCase()));
  const kept = ofTeam.filter(({ name }) => !own.has(name.toLowerCase()));
  const called = functionsFor(read, [...functions, ...kept], lexis);
  for (const one of called.filter(one => kept.includes(one))) {
    const replaced = callsOf(one, functions, lexis)[0];
    if (replaced === undefined) continue;
    const message = `\`${one.name}\` of \`sources.yaml\` calls \`${replaced.name}\`, which the text replaces`;
    report(
      'duplicate-name',
      read.text.written.place,
      message,
      'Give the function of the text another name.',
    );
  }
  return called;
}

/** The variables of the script. A parameter of the same name sets a variable in place of its DEFAULT. */
export function variablesOf(
  { variables }: Script,
  read: ReadText,
  using: Using,
): readonly AskedScriptVariable[] {
  return variables.flatMap(variable => askedOf(variable, read, using) ?? []);
}

/** Returns `null` for a fault, which is reported. */
function askedOf(variable: Variable, read: ReadText, using: Using): AskedScriptVariable | null {
  const { name, at, type, value } = variable;
  const given = [...using.params.byName.values()].find(
    param => param.name.toLowerCase() === name.toLowerCase(),
  );
  if (given !== undefined) return setBy(given, variable, read, using);
  if (value === null) {
    if (type === null) throw new Error(`the variable ${name} has neither a type nor a value`);
    if (isScalar(type.type)) return { name, sql: null, type: type.type, param: null };
    const message = `The list \`${name}\` has no value`;
    using.report('sql-statement', placeIn(read.text.written, at), message, 'Add `DEFAULT []`.');
    return null;
  }
  const sql = selectValue(variable, value, read);
  return { name, sql, type: type?.type ?? null, place: { start: value.start, end: value.end } };
}

function setBy(
  { name: param, scalar, list }: Param,
  { name, at, type }: Variable,
  { text }: ReadText,
  { used, report }: Using,
): AskedScriptVariable | null {
  used.add(param);
  const own = list === null ? scalar : listOf(scalar);
  if (type === null ? list === null : type.type === own)
    return { name, sql: null, type: own, param };
  const shown = list === null ? `of type \`${scalar}\`` : `a list of \`${scalar}\``;
  const message = `The parameter \`${param}\` sets the variable \`${name}\`, but is ${shown}`;
  const hint = 'Declare both with one type, or rename one of them.';
  report('type-mismatch', placeIn(text.written, at), message, hint);
  return null;
}
