/**
 * Writes a long argument once, although its spelling names it several times: nested calls would otherwise make a text that grows
 * exponentially with their depth.
 */
import type { SqlExpr } from '../../../core/expr/expr.ts';
import type { FunctionName } from '../../../functions/names.ts';
import type { Dialect } from '../../dialect.ts';
import { isName, local } from '../../spelling.ts';
import { type Sql, word } from '../../sql.ts';
import type { FindInner } from './block-expr.ts';
import { fitsLambda, isBeforeRows, readsRow } from './shared.ts';

type Spell = (args: readonly Sql[]) => Sql;

/** The most characters by which repeated arguments may lengthen a spelling. Engines find short repetitions themselves. */
export const MOST_REPEATED = 800;

/** Arguments, by their positions, that some engine accepts only as constants. */
const CONSTANT: Readonly<Partial<Record<FunctionName, number>>> = {
  date_from_timestamp: 1,
  timestamp_from_date: 1,
  start_of: 2,
  extract: 2,
  format_timestamp: 2,
  matches: 1,
};

interface Around {
  readonly dialect: Dialect;
  /** Names that the surrounding expression gives to values. */
  readonly given?: ReadonlyMap<string, Sql>;
  readonly inner: FindInner;
}

/** The text that `spell` makes of `args`, which are the texts of `exprs`. */
export function writtenOnce(
  exprs: readonly SqlExpr[],
  args: readonly Sql[],
  spell: Spell,
  { dialect, given, inner }: Around,
  fn?: FunctionName,
): Sql {
  const whole = spell(args);
  if (whole.text.length <= MOST_REPEATED) return whole;
  if (dialect.onceIsSelect && !exprs.every(expr => fitsLambda(expr, inner))) return whole;
  const fixed = fn === undefined ? undefined : CONSTANT[fn];
  const computed = args.map((arg, i) => i !== fixed && isComputed(arg, exprs[i]));
  if (repetition(whole, args, computed, spell) <= MOST_REPEATED) return whole;
  const moved = exprs.map(
    (expr, i) => computed[i] === true && (isRepeated(i, args, spell) || readsRow(expr)),
  );
  const staying = args.filter((_, i) => moved[i] !== true);
  const values = args.filter((_, i) => moved[i] === true);
  const taken = given?.values() ?? [];
  return dialect.once(values, local('given', ...staying, ...taken), names => {
    let next = 0;
    return spell(args.map((arg, i) => (moved[i] === true ? (names[next++] ?? arg) : arg)));
  });
}

/**
 * Whether the argument is computed for each row, or from literals. A value of parameters or the clock stays, however long:
 * engines compute it before they read rows, and use it to choose which rows they read.
 */
function isComputed(sql: Sql, expr: SqlExpr | undefined): boolean {
  if (expr === undefined || expr.kind === 'literal') return false;
  return !isName(sql) && !isBeforeRows(expr);
}

const [SHORT, LONGER] = [word('q'), word('qq')];

/** How many characters `whole` has only because `computed` arguments occur in it more than once. */
function repetition(
  whole: Sql,
  args: readonly Sql[],
  computed: readonly boolean[],
  spell: Spell,
): number {
  const least = spell(args.map((arg, i) => (computed[i] === true ? SHORT : arg))).text.length;
  const once = args.reduce(
    (sum, arg, i) => sum + (computed[i] === true ? arg.text.length - SHORT.text.length : 0),
    0,
  );
  return whole.text.length - least - once;
}

function isRepeated(i: number, args: readonly Sql[], spell: Spell): boolean {
  return spell(args.with(i, LONGER)).text.length - spell(args.with(i, SHORT)).text.length > 1;
}
