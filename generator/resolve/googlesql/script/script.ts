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
  tokenRange,
} from './statements.ts';
import { createsFunction, readFunction } from './temp-function.ts';

export interface Script {
  /** Whether anything precedes the query. */
  readonly isScript: boolean;
  readonly variables: readonly Variable[];
  readonly functions: readonly TeamFunction[];
  /** The query. In the text that is sent, blanks replace what is around it, so that places stay the same. */
  readonly query: ReadText;
}

const ONLY = 'A script may only declare and set variables and SQL functions before its query';
const HINT = 'Use `DECLARE`, `SET` and `CREATE TEMP FUNCTION`, then one SELECT.';

/** Returns `null` if what precedes the query has a fault, which is reported. */
export function readScript(read: ReadText, report: Report): Script | null {
  const statements = withoutBlock(splitStatements(read));
  const refuse = refusing(read, report);
  const query = statements.at(-1);
  if (query === undefined || (statements.length === 1 && isWhole(query, read)))
    return { isScript: false, variables: [], functions: [], query: read };
  if (isHead(query)) return refuse(query[0], 'The script has no query', 'End it with a SELECT.');
  const head = readHead(statements.slice(0, -1), read, refuse);
  if (head === null || hasTwice(head, read, report)) return null;
  return { isScript: true, ...head, query: only(tokenRange(query), read) };
}

/** The statements, without BEGIN and END around the last ones. */
function withoutBlock(statements: readonly Tokens[]): readonly Tokens[] {
  const last = statements.at(-1);
  const at = statements.findIndex(([first]) => first.word === 'begin');
  const [, first, ...rest] = statements[at] ?? [];
  if (first === undefined || last?.length !== 1 || last[0].word !== 'end') return statements;
  return [...statements.slice(0, at), [first, ...rest], ...statements.slice(at + 1, -1)];
}

/** Whether the text has nothing before the query. */
function isWhole(query: Tokens, { tokens }: ReadText): boolean {
  const first = tokens.find(({ kind }) => kind !== 'space' && kind !== 'comment');
  return !isHead(query) && first?.start === query[0].start;
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

/** The text with blanks in place of what is not in the range. */
function only({ start, end }: Pick<ScriptToken, 'start' | 'end'>, read: ReadText): ReadText {
  const { sent } = read.text;
  const blanked = blank(sent.slice(0, start)) + sent.slice(start, end) + blank(sent.slice(end));
  const tokens = read.tokens.filter(token => token.start >= start && token.end <= end);
  return { ...read, text: { ...read.text, sent: blanked }, tokens };
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
