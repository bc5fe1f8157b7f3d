/** `CREATE TEMP FUNCTION half(x FLOAT64) AS (x / 2)`: the functions of a script. */
import type { TeamFunction } from '../../../googlesql/question/question.ts';
import {
  closingOf,
  endsInComma,
  nameOf,
  type RefuseAt,
  type ScriptToken,
  splitAtCommas,
  type Tokens,
  tokenRange,
} from './statements.ts';
import { readScalar } from './types.ts';

const FORM = 'Write `CREATE TEMP FUNCTION half(x FLOAT64) AS (x / 2)`.';

/** Whether the statement creates a temporary function. */
export function createsFunction([first, ...parts]: Tokens): boolean {
  if (first.word !== 'create') return false;
  const words = parts.slice(0, 4).map(({ word }) => word);
  const [temp = '', kind] = words[0] === 'or' ? words.slice(2) : words;
  return /^temp(?:orary)?$/.test(temp) && kind === 'function';
}

/** Returns `null` if the statement has a fault, which is reported. `text`: the whole text. */
export function readFunction(
  statement: Tokens,
  text: string,
  refuse: RefuseAt,
): TeamFunction | null {
  const parts = statement.slice(statement.findIndex(({ word }) => word === 'function') + 1);
  const name = nameOf(parts[0]);
  const closing = closingOf(parts, 1);
  const end = parts.findIndex(({ word }, i) => i > closing && word === 'as');
  if (name === null || parts[1]?.word !== '(' || closing === -1)
    return refuse(tokenRange(statement), 'The function cannot be read', FORM);
  const options = parts.slice(closing + 1, end === -1 ? parts.length : end);
  const language = options.find(({ word }) => word === 'language');
  if (language !== undefined)
    return refuse(
      language,
      'A script may only have functions in SQL',
      'Write it as a SQL function.',
    );
  const args = argumentsOf(parts.slice(2, closing), statement, refuse);
  const returns = returnsOf(options, statement, refuse);
  const body = bodyOf(end === -1 ? [] : parts.slice(end + 1), statement, text, refuse);
  if (args === null || returns === undefined || body === null) return null;
  return { name, args, returns, body };
}

function argumentsOf(
  parts: readonly ScriptToken[],
  statement: Tokens,
  refuse: RefuseAt,
): TeamFunction['args'] | null {
  if (parts.length === 0) {
    const hint = 'Declare a variable instead, as in `DECLARE a DEFAULT 7`.';
    return refuse(tokenRange(statement), 'A function has at least one argument', hint);
  }
  if (endsInComma(parts, refuse)) return null;
  const args = splitAtCommas(parts).map(([first, ...type]) => {
    const name = nameOf(first);
    if (first === undefined || name === null)
      return refuse(first ?? tokenRange(statement), 'An argument has no name', FORM);
    if (isAny(type)) return { name, scalar: null };
    const scalar = readScalar(type, first, refuse);
    return scalar === null ? null : { name, scalar };
  });
  return args.every(arg => arg !== null) ? args : null;
}

function isAny(type: readonly ScriptToken[]): boolean {
  return type.map(({ word }) => word).join(' ') === 'any type';
}

/** `undefined` if there is a fault, which is reported. */
function returnsOf(
  options: readonly ScriptToken[],
  statement: Tokens,
  refuse: RefuseAt,
): TeamFunction['returns'] | undefined {
  const [first, ...type] = options;
  if (first === undefined) return null;
  if (first.word === 'returns') return readScalar(type, tokenRange(statement), refuse) ?? undefined;
  refuse(first, `\`${first.text}\` is not read in a function of a script`, FORM);
  return undefined;
}

/** Words that an expression of a function must not contain. */
const QUERY: ReadonlySet<string> = new Set(['select', 'with']);

/** The expression between the parentheses after AS. */
function bodyOf(
  parts: readonly ScriptToken[],
  statement: Tokens,
  text: string,
  refuse: RefuseAt,
): string | null {
  const [first, ...rest] = parts;
  const last = rest.at(-1);
  if (first?.word !== '(' || last === undefined || closingOf(parts, 0) !== parts.length - 1)
    return refuse(
      first ?? tokenRange(statement),
      'The function has no expression in parentheses after AS',
      FORM,
    );
  if (endsInComma(parts.slice(0, -1), refuse)) return null;
  const wrong = parts.find(({ kind, word }) => kind === 'parameter' || QUERY.has(word));
  if (wrong?.kind === 'parameter')
    return refuse(
      wrong,
      `\`${wrong.text}\` is a parameter of the endpoint, which a function does not have`,
      'Make it an argument, and pass the parameter.',
    );
  if (wrong !== undefined)
    return refuse(
      wrong,
      `\`${wrong.text.toUpperCase()}\` is not allowed in a function: it is one expression of its arguments`,
      'Write the subquery in the query.',
    );
  return text.slice(first.end, last.start).trim();
}
