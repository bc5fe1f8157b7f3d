/** A GoogleSQL text as a script: variables and functions, then one query. */
import type { Report } from '../../../core/report/diagnostics.ts';
import type { TeamFunction } from '../../../googlesql/question/question.ts';
import { placeIn, type ReadText } from '../../../own/read.ts';
import { readDeclare, readSet, type Variable } from './declare.ts';
import {
  type RefuseAt,
  refusing,
  type ScriptToken,
  splitStatements,
  type Tokens,
} from './statements.ts';
import { createsFunction, readFunction } from './temp-function.ts';

export interface Script {
  /** Whether anything precedes the query. */
  readonly isScript: boolean;
  readonly variables: readonly Variable[];
  readonly functions: readonly TeamFunction[];
  /** The query. In the text that is sent, blanks replace what precedes it, so that places stay the same. */
  readonly query: ReadText;
}

const ONLY = 'A script may only declare and set variables and SQL functions before its query';
const HINT = 'Use `DECLARE`, `SET` and `CREATE TEMP FUNCTION`, then one SELECT.';

/** Returns `null` if what precedes the query has a fault, which is reported. */
export function readScript(read: ReadText, report: Report): Script | null {
  const statements = splitStatements(read);
  const refuse = refusing(read, report);
  const query = statements.at(-1);
  if (query === undefined || (statements.length === 1 && !isHead(query)))
    return { isScript: false, variables: [], functions: [], query: read };
  if (isHead(query)) return refuse(query[0], 'The script has no query', 'End it with a SELECT.');
  const head = readHead(statements.slice(0, -1), read, refuse);
  if (head === null || hasTwice(head, read, report)) return null;
  return { isScript: true, ...head, query: from(query[0].start, read) };
}

function isHead([first]: Tokens): boolean {
  return ['declare', 'create', 'set'].includes(first.word);
}

type Head = Pick<Script, 'variables' | 'functions'>;

function readHead(statements: readonly Tokens[], read: ReadText, refuse: RefuseAt): Head | null {
  const variables: Variable[] = [];
  const functions: TeamFunction[] = [];
  for (const statement of statements) {
    const [first] = statement;
    if (first.word === 'declare') {
      if (functions.length > 0)
        return refuse(
          first,
          'A variable is declared after a function',
          'Move it to the beginning.',
        );
      const declared = readDeclare(statement, refuse);
      if (declared === null) return null;
      variables.push(...declared);
    } else if (first.word === 'set') {
      const set = readSet(statement, variables, refuse);
      if (set === null) return null;
      variables.splice(0, variables.length, ...set);
    } else {
      if (!createsFunction(statement)) return refuse(first, ONLY, HINT);
      const made = readFunction(statement, read.text.written.value, refuse);
      if (made === null) return null;
      functions.push(made);
    }
  }
  return { variables, functions };
}

/** Reports a variable or a function that is declared twice. */
function hasTwice({ variables, functions }: Head, { text }: ReadText, report: Report): boolean {
  const second = (names: readonly string[]) =>
    names.findIndex((name, i) => names.indexOf(name) !== i);
  const variable = variables[second(variables.map(({ name }) => name.toLowerCase()))];
  const made = functions[second(functions.map(({ name }) => name.toLowerCase()))];
  const name = variable?.name ?? made?.name;
  if (name === undefined) return false;
  const place = variable === undefined ? text.written.place : placeIn(text.written, variable.at);
  report(
    'duplicate-name',
    place,
    `\`${name}\` is declared twice`,
    'Give one of them another name.',
  );
  return true;
}

function from(start: number, read: ReadText): ReadText {
  const sent = blank(read.text.sent.slice(0, start)) + read.text.sent.slice(start);
  const tokens = read.tokens.filter(token => token.start >= start);
  return { ...read, text: { ...read.text, sent }, tokens };
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** A SELECT of the variable's value, at the same offsets as in the text. */
export function selectValue(
  { type }: Variable,
  { start, end }: Pick<ScriptToken, 'start' | 'end'>,
  { text }: ReadText,
): string {
  const [opening, closing] =
    type === null ? ['SELECT (', ')'] : ['SELECT CAST(', ` AS ${type.written})`];
  return `${opening.padStart(start)}${text.sent.slice(start, end)}${closing}`;
}
