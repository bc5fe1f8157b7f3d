/**
 * The few forms in which a dialect spells functions. Its tables are data, made with `call`, `infix`, `prefix` and
 * `form`. Parentheses come from binding strengths, never from the table.
 */

import type { CallExpr, Rank, SqlExpr } from '../core/expr/expr.ts';
import type { FunctionName, WindowName } from '../functions/names.ts';
import {
  BREAK,
  indented,
  joined,
  numeral,
  operand,
  type Sql,
  type Strength,
  sql,
  tighter,
  word,
} from './sql.ts';

export type Spelling = (args: readonly Sql[]) => Sql;

const COMMA = sql`, `;

/** `` call`NAME` ``: NAME(a, b, …). */
export function call(name: TemplateStringsArray): Spelling {
  const called = sql(name);
  return args => sql`${called}(${joined(args, COMMA)})`;
}

/** `` infix('or')`OR` ``: a OR b OR …, left to right. `or`, `and`, `+` and `*` of three operands need no inner parentheses. */
export function infix(strength: Strength): (operator: TemplateStringsArray) => Spelling {
  const right = tighter(strength);
  const left = strength === 'comparison' ? right : strength;
  return operator => {
    const between = sql` ${sql(operator)} `;
    return args => {
      const operands = args.map((arg, i) => operand(arg, i === 0 ? left : right));
      return joined(operands, between, strength);
    };
  };
}

/** `` prefix('not')`NOT` ``; with a space if the operator is a word or if two signs would touch (`--` begins a comment). */
export function prefix(strength: Strength): (operator: TemplateStringsArray) => Spelling {
  const template = sql(strength);
  return strings => {
    const operator = sql(strings);
    return args => {
      const of = operand(argument(args, 0), strength);
      const isApart = /\w$/.test(operator.text) || of.text.startsWith(operator.text);
      return template`${operator}${isApart ? sql` ` : sql``}${of}`;
    };
  };
}

/** An argument in a place where only an atom (a name or a call) fits. */
export interface Atom {
  readonly atom: number;
}
export function atom(index: 0 | 1 | 2): Atom {
  return { atom: index };
}
/** The index of an argument, in a place where anything fits (between parentheses or commas); an atom; or a fixed piece. */
export type Hole = 0 | 1 | 2 | Atom | Sql;
type Form = (strings: TemplateStringsArray, ...holes: readonly Hole[]) => Spelling;

/** A fixed shape: `` form`CAST(${0} AS STRING)` ``, or `` form('comparison')`${atom(0)} IS NULL` `` if it binds weaker than a name. */
export function form(strings: TemplateStringsArray, ...holes: readonly Hole[]): Spelling;
export function form(strength: Strength): Form;
export function form(
  first: TemplateStringsArray | Strength,
  ...holes: readonly Hole[]
): Spelling | Form {
  if (typeof first !== 'string') return shaped('primary', first, holes);
  const ofStrength: Form = (strings, ...parts) => shaped(first, strings, parts);
  return ofStrength;
}

function shaped(
  strength: Strength,
  strings: TemplateStringsArray,
  holes: readonly Hole[],
): Spelling {
  const template = sql(strength);
  return args => template(strings, ...holes.map(hole => holeFilled(hole, args)));
}

function holeFilled(hole: Hole, args: readonly Sql[]): Sql {
  if (typeof hole === 'number') return argument(args, hole);
  return 'atom' in hole ? operand(argument(args, hole.atom), 'primary') : hole;
}

function argument(args: readonly Sql[], index: number): Sql {
  const found = args[index];
  if (found === undefined) throw new Error(`a spelling has no argument ${index}`);
  return found;
}

/** A function directly followed by its OVER clause. */
export function windowed(spelling: Spelling): (args: readonly Sql[], over: Sql) => Sql {
  return (args, over) => sql`${spelling(args)} ${over}`;
}

/** The mean of decimals over a window: their exact sum as a float of that type, by their number. */
export function decimalMean(float: Sql): (args: readonly Sql[], over: Sql) => Sql {
  const [sum, count] = [windowed(call`SUM`), windowed(call`COUNT`)];
  return (args, over) =>
    sql('multiplicative')`CAST(${sum(args, over)} AS ${float}) / ${count(args, over)}`;
}

/** The index of a `list_item` call, from 0. */
export function indexOf({ args: [, index] }: CallExpr<SqlExpr>): bigint {
  if (index?.kind !== 'literal' || typeof index.value !== 'bigint')
    throw new Error('an item has an index that is known');
  return index.value;
}

/** A name for a list item: it differs from all words of the surrounding SQL, any of which might be a column. */
export function local(name: string, ...beside: readonly Sql[]): Sql {
  const words = new Set(beside.flatMap(({ text }) => text.toLowerCase().split(/\W+/)));
  let free = name;
  for (let n = 1; words.has(free); n += 1) free = n === 1 ? `${name}_` : `${name}_${n}`;
  return word(free);
}

/** Whether the piece is the name of a column. */
export function isName({ text }: Sql): boolean {
  return /^[A-Za-z_"`][\w."`]*$/.test(text);
}

/** `a IN (b, c, …)`. */
function membership(args: readonly Sql[]): Sql {
  const of = operand(argument(args, 0), 'additive');
  return sql('comparison')`${of} IN (${joined(args.slice(1), COMMA)})`;
}

/** `CASE`: a condition and a result for each branch, then the `else`, which is left out if it is a literal NULL. */
export function spellCases(args: readonly Sql[], node: CallExpr<SqlExpr>): Sql {
  const otherwise = node.args.at(-1);
  const isNull = otherwise?.kind === 'literal' && otherwise.value === null;
  const lines: Sql[] = [];
  for (let i = 0; i + 1 < args.length; i += 2)
    lines.push(sql`WHEN ${argument(args, i)} THEN ${argument(args, i + 1)}`);
  if (!isNull) lines.push(sql`ELSE ${argument(args, args.length - 1)}`);
  if (args.length === 3) return sql`CASE ${joined(lines, sql` `)} END`;
  const body = lines.map(line => sql`${BREAK}  ${indented(line)}`);
  return sql`CASE${joined(body, sql``)}${BREAK}END`;
}

/** NULL if a nullable argument is NULL, for engines whose own function ignores it. */
export function strict(spelling: Spelling): (args: readonly Sql[], node: CallExpr<SqlExpr>) => Sql {
  return (args, node) => {
    const nullable = args.filter((_, i) => node.args[i]?.nullable === true);
    if (nullable.length === 0) return spelling(args);
    const tests = nullable.map(arg => STANDARD_OPERATORS.is_not_null([arg]));
    const all = tests.length === 1 ? tests[0] : STANDARD_OPERATORS.and(tests);
    return sql`CASE WHEN ${all ?? sql`TRUE`} THEN ${spelling(args)} END`;
  };
}

/**
 * Rounds to a number of digits by scaling with a power of ten, because engines' own two-argument functions differ. `round` rounds
 * halves away from zero.
 */
export function scaled(round: Spelling): (args: readonly Sql[], node: CallExpr<SqlExpr>) => Sql {
  return (args, { args: nodes }) => {
    const digits = nodes[1];
    if (digits?.kind !== 'literal' || typeof digits.value !== 'bigint')
      throw new Error('digits are written out');
    const x = operand(argument(args, 0), 'multiplicative');
    const power = numeral(10 ** Number(digits.value < 0n ? -digits.value : digits.value));
    const [by, back] = digits.value < 0n ? [sql`/`, sql`*`] : [sql`*`, sql`/`];
    return sql(
      'multiplicative',
    )`${round([sql('multiplicative')`${x} ${by} ${power}`])} ${back} ${power}`;
  };
}

/** Whether an argument is a literal other than 0. */
export function isNotZero(node: SqlExpr | undefined): boolean {
  return node?.kind === 'literal' && node.value !== null && Number(node.value) !== 0;
}

/** A division; spelled as `guarded` if the divisor may be 0. */
export function quotient(
  guarded: Spelling,
): (args: readonly Sql[], node: CallExpr<SqlExpr>) => Sql {
  const plain = form('multiplicative')`${atom(0)} / ${atom(1)}`;
  return (args, { args: [, divisor] }) => (isNotZero(divisor) ? plain(args) : guarded(args));
}

/** Whether an argument is a literal of at least 1: a division by it cannot overflow. */
export function isAtLeastOne(node: SqlExpr | undefined): boolean {
  if (node?.kind !== 'literal') return false;
  return typeof node.value === 'bigint' || typeof node.value === 'number' ? node.value >= 1 : false;
}

/** The operators of standard SQL. An engine with another spelling overrides them. */
export const STANDARD_OPERATORS = {
  or: infix('or')`OR`,
  and: infix('and')`AND`,
  not: prefix('not')`NOT`,
  eq: infix('comparison')`=`,
  ne: infix('comparison')`!=`,
  lt: infix('comparison')`<`,
  le: infix('comparison')`<=`,
  gt: infix('comparison')`>`,
  ge: infix('comparison')`>=`,
  between: form('comparison')`${atom(0)} BETWEEN ${atom(1)} AND ${atom(2)}`,
  in: membership,
  is_null: form('comparison')`${atom(0)} IS NULL`,
  is_not_null: form('comparison')`${atom(0)} IS NOT NULL`,
  add: infix('additive')`+`,
  subtract: infix('additive')`-`,
  multiply: infix('multiplicative')`*`,
  negate: prefix('unary')`-`,
} as const satisfies Partial<Record<FunctionName, Spelling>>;

/** The window functions of standard SQL, likewise. */
export const STANDARD_WINDOWS = {
  row_number: windowed(call`ROW_NUMBER`),
  rank: windowed(call`RANK`),
  dense_rank: windowed(call`DENSE_RANK`),
  ntile: windowed(call`NTILE`),
  lag: windowed(call`LAG`),
  lead: windowed(call`LEAD`),
  first_value: windowed(call`FIRST_VALUE`),
  last_value: windowed(call`LAST_VALUE`),
  nth_value: windowed(call`NTH_VALUE`),
  first_known: windowed(form`FIRST_VALUE(${0} IGNORE NULLS)`),
  last_known: windowed(form`LAST_VALUE(${0} IGNORE NULLS)`),
  count_rows: windowed(() => sql`COUNT(*)`),
  count: windowed(call`COUNT`),
  count_if: windowed(call`COUNTIF`),
  count_distinct: windowed(form`COUNT(DISTINCT ${0})`),
  sum_int64: windowed(call`SUM`),
  sum_float64: windowed(call`SUM`),
  sum_decimal: windowed(call`SUM`),
  avg: windowed(call`AVG`),
  min: windowed(call`MIN`),
  max: windowed(call`MAX`),
  any_value: windowed(call`ANY_VALUE`),
} as const satisfies Partial<Record<WindowName, (args: readonly Sql[], over: Sql) => Sql>>;

/** The position of a rank in `ranks`, from 1. Throws for a rank that is not among them. */
export function findRank(rank: Rank, ranks: readonly Rank[]): number {
  const at = ranks.findIndex(
    one => one.numerator * rank.denominator === rank.numerator * one.denominator,
  );
  if (at < 0) throw new Error('the ranks lack that of their own quantile');
  return at + 1;
}
