/** `DECLARE a, b INT64 DEFAULT 7` and `SET a = 8`: the variables of a script. */
import type { Type } from '../../../core/types/scalar.ts';
import {
  endsInComma,
  nameOf,
  type RefuseAt,
  type ScriptToken,
  splitAtCommas,
  type Tokens,
  tokenRange,
} from './statements.ts';
import { readWrittenType } from './types.ts';

export interface Variable {
  readonly name: string;
  /** The name in the text. */
  readonly at: Pick<ScriptToken, 'start' | 'end'>;
  /** The type, and as it is written; `null`: the type of the value. */
  readonly type: { readonly type: Type; readonly written: string } | null;
  /** Where the value stands; `null`: it is NULL. */
  readonly value: Pick<ScriptToken, 'start' | 'end'> | null;
}

/** Returns `null` if the statement has a fault, which is reported. */
export function readDeclare(statement: Tokens, refuse: RefuseAt): readonly Variable[] | null {
  const [, ...parts] = statement;
  if (endsInComma(parts, refuse)) return null;
  const at = parts.findIndex(({ word }) => word === 'default');
  const head = at === -1 ? parts : parts.slice(0, at);
  const value = at === -1 ? null : valueAt(parts.slice(at + 1), 'DEFAULT', statement, refuse);
  const names = namesIn(head);
  if (names === null)
    return refuse(
      tokenRange(statement),
      'The DECLARE cannot be read',
      'Write `DECLARE a INT64 DEFAULT 7`.',
    );
  const words = head.slice(names.length * 2 - 1);
  if (value === undefined) return null;
  if (words.length === 0 && value !== null)
    return names.map(name => ({ ...name, type: null, value }));
  const type = readWrittenType(words, tokenRange(statement), refuse);
  if (type === null) return null;
  const written = words.map(({ text }) => text).join('');
  return names.map(name => ({ ...name, type: { type, written }, value }));
}

/**
 * The variables, of which one has a new value and moves to the end: a value may read only variables before it, so none that has the old value
 * reads the new one. Returns `null` if the statement has a fault, which is reported.
 */
export function readSet(
  statement: Tokens,
  variables: readonly Variable[],
  refuse: RefuseAt,
): readonly Variable[] | null {
  const [, target, equals, ...parts] = statement;
  const name = nameOf(target)?.toLowerCase();
  const found = variables.find(one => one.name.toLowerCase() === name);
  if (target === undefined || name === undefined || equals?.word !== '=')
    return refuse(tokenRange(statement), 'The SET cannot be read', 'Write `SET a = 7`.');
  if (found === undefined)
    return refuse(target, `\`${target.text}\` is not declared`, 'Declare it with `DECLARE`.');
  if (endsInComma(parts, refuse)) return null;
  const value = valueAt(parts, '=', statement, refuse);
  if (value === undefined) return null;
  return [...variables.filter(one => one !== found), { ...found, value }];
}

type Name = Pick<Variable, 'name' | 'at'>;

/** The names before the type, between commas. */
function namesIn(head: readonly ScriptToken[]): readonly Name[] | null {
  const items = splitAtCommas(head);
  const names = items.map(([first, ...rest], i): Name | null => {
    const name = nameOf(first);
    const isLast = i === items.length - 1;
    if (first === undefined || name === null || (!isLast && rest.length > 0)) return null;
    return { name, at: first };
  });
  return names.every(name => name !== null) ? names : null;
}

/** The range of an expression whose parentheses are closed; `undefined` if it has a fault, which is reported. */
function valueAt(
  [first, ...rest]: readonly ScriptToken[],
  after: string,
  statement: Tokens,
  refuse: RefuseAt,
): Variable['value'] | undefined {
  const range = first === undefined ? null : tokenRange([first, ...rest]);
  if (first === undefined || range === null || !isClosed([first, ...rest])) {
    refuse(
      range ?? tokenRange(statement),
      `The value after ${after} cannot be read`,
      'Write one expression.',
    );
    return undefined;
  }
  const query = [first, ...rest].find(({ word }) => word === 'select');
  if (query === undefined) return range;
  refuse(query, 'A variable reads no table', 'Write the subquery in the query.');
  return undefined;
}

function isClosed(parts: readonly ScriptToken[]): boolean {
  let depth = 0;
  const isNeverBelow = parts.every(({ word }) => {
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    return depth >= 0;
  });
  return isNeverBelow && depth === 0 && splitAtCommas(parts).length === 1;
}
