/** Functions of a team: GoogleSQL expressions over their arguments, which GoogleSQL texts of endpoints call. */
import type { Report } from '../../core/report/diagnostics.ts';
import type { Entry } from '../../core/spec/located.ts';
import type { FunctionSpec, SourcesSpec } from '../../core/spec/sources-spec.ts';
import { SCALARS, type Scalar } from '../../core/types/scalar.ts';
import type { TeamFunction } from '../../googlesql/question/question.ts';
import { placeIn, type ReadText, readOwnText } from '../../own/read.ts';
import { splitTokens } from '../../own/tokens.ts';
import type { OwnSql } from '../../sql/author/own-sql.ts';
import { distinctNames } from '../names/names.ts';

/** The functions without faults, in declared order. Reports faults. `lexis`: the lexical rules of GoogleSQL. */
export function resolveFunctions(
  files: readonly SourcesSpec[],
  lexis: OwnSql,
  report: Report,
): readonly TeamFunction[] {
  const all = files.flatMap(({ functions }) => functions);
  return distinctNames(all, 'function', report).flatMap(entry => {
    const args = argumentsOf(entry, report);
    const isSound = isExpression(entry, lexis, report);
    const { name, value } = entry;
    return args === null || !isSound
      ? []
      : { name, args, returns: null, body: value.is.value.trim() };
  });
}

function argumentsOf(
  { place, value }: Entry<FunctionSpec>,
  report: Report,
): TeamFunction['args'] | null {
  if (value.args.length === 0) {
    const message = 'A function has at least one argument';
    report('clause-conflict', place, message, 'Write the expression where it is called.');
    return null;
  }
  return distinctNames(value.args, 'argument', report).map(({ name, value: { value: type } }) => {
    const scalar: Scalar | undefined = SCALARS.find(one => one === type);
    if (scalar === undefined) throw new Error('The schema accepted an invalid type.');
    return { name, scalar };
  });
}

/** Words that an expression of a function must not contain. */
const QUERY: ReadonlySet<string> = new Set(['select', 'with']);

/** Reports parameters, subqueries and the end of a statement. */
function isExpression(
  { value: { is } }: Entry<FunctionSpec>,
  lexis: OwnSql,
  report: Report,
): boolean {
  const faults: boolean[] = [];
  const read = readOwnText(is, lexis, new Map(), (...fault) => {
    faults.push(true);
    report(...fault);
  });
  for (const { kind, start, end } of read.tokens) {
    const word = is.value.slice(start, end).toLowerCase();
    const isParameter = kind === 'parameter';
    if (!isParameter && word !== ';' && !(kind === 'word' && QUERY.has(word))) continue;
    faults.push(true);
    const message = isParameter
      ? `\`${word}\` is a parameter of an endpoint, which a function does not have`
      : `\`${word.toUpperCase()}\` is not allowed in a function: it is one expression of its arguments`;
    const hint = isParameter ? 'Make it an argument, and pass the parameter.' : null;
    report('sql-statement', placeIn(is, { start, end }), message, hint);
  }
  return faults.length === 0;
}

/** The `functions` that the text calls, directly or through other functions, in declared order. */
export function functionsFor(
  { text, tokens }: ReadText,
  functions: readonly TeamFunction[],
  lexis: OwnSql,
): readonly TeamFunction[] {
  const called = new Set<TeamFunction>();
  const add = (words: ReadonlySet<string>): void => {
    for (const one of functions) {
      if (called.has(one) || !words.has(one.name.toLowerCase())) continue;
      called.add(one);
      add(wordsOfBody(one, lexis));
    }
  };
  add(wordsIn(text.written.value, tokens));
  return functions.filter(one => called.has(one));
}

/** The `functions` that the expression of `one` calls directly. */
export function callsOf(
  one: TeamFunction,
  functions: readonly TeamFunction[],
  lexis: OwnSql,
): readonly TeamFunction[] {
  const words = wordsOfBody(one, lexis);
  return functions.filter(({ name }) => words.has(name.toLowerCase()));
}

function wordsOfBody({ body }: TeamFunction, lexis: OwnSql): ReadonlySet<string> {
  return wordsIn(body, splitTokens(body, lexis));
}

function wordsIn(text: string, tokens: ReadText['tokens']): ReadonlySet<string> {
  const words = tokens.flatMap(({ kind, start, end }) => {
    if (kind === 'word') return [text.slice(start, end).toLowerCase()];
    return kind === 'name' ? [text.slice(start + 1, end - 1).toLowerCase()] : [];
  });
  return new Set(words);
}
