/** Prints expressions in one dialect. Only binding strengths decide about parentheses. */
import { makeCall, testKnown, testNull } from '../../../core/expr/calls.ts';
import type {
  CallExpr,
  CaseExpr,
  ColumnExpr,
  EachExpr,
  ItemExpr,
  RecordExpr,
  SortKey,
  SqlExpr,
  WithinExpr,
} from '../../../core/expr/expr.ts';
import { nullLiteral } from '../../../core/expr/literals.ts';
import { exprKey, visitExpr, visitItemFields } from '../../../core/expr/walk.ts';
import type { Source } from '../../../core/spec/source.ts';
import { scalarOf } from '../../../core/types/scalar.ts';
import type { FunctionName } from '../../../functions/names.ts';
import type { CallSpelling, Dialect } from '../../dialect.ts';
import { LONGEST_STATEMENT, StatementTooLong } from '../../length.ts';
import { local } from '../../spelling.ts';
import { BREAK, identifier, indented, joined, operand, type Sql, sql } from '../../sql.ts';
import { bindParam, type Uses } from '../uses.ts';
import { wireOf } from '../wire.ts';
import { withoutCasts } from './arithmetic.ts';
import type { FindInner } from './block-expr.ts';
import { printLiteral } from './literal.ts';
import { type ItemValues, pathKey, printLookup } from './lookup.ts';
import { MOST_REPEATED, writtenOnce } from './once.ts';
import { isBound, originOf } from './origin.ts';
import { isBeforeRows, sharedParts } from './shared.ts';
import { alike, alikeIn, isUnsigned } from './written-out.ts';

export interface ExprContext {
  readonly dialect: Dialect;
  readonly uses: Uses;
  readonly column: (column: ColumnExpr) => Sql;
  /** A stored column without a replacement for NULL: a missing list stays NULL. `null` for any other column. */
  readonly bare: (column: ColumnExpr) => Sql | null;
  /** A stored decimal with its table's digits, if the dialect sums it in that form; `null` for any other column. */
  readonly digits: (column: ColumnExpr) => Sql | null;
  /** The data set that stores a column or record; `null` if it was computed. */
  readonly stored: (column: ColumnExpr | RecordExpr) => Source | null;
  /** The expression of a column that the SELECT computes; `null` for any other column. */
  readonly inner: FindInner;
  /** A whole record, if the engine stores it as declared; else `null`. */
  readonly record: (record: RecordExpr) => Sql | null;
  /** The query that replaces a step read by only one semi-join; `null` for any other step. */
  readonly subquery: (step: string) => Sql | null;
  /** The name of the current list item; absent outside a list. */
  readonly item?: Sql;
  /** The fields of the current item, by `pathKey`, then those of the items around it; absent outside a list of records. */
  readonly fields?: readonly ItemValues[];
  /** Whether the expression is printed for the condition of a left join. */
  readonly outerOn?: true;
  /** Names of values that are computed before, by the keys of their expressions. */
  readonly given?: ReadonlyMap<string, Sql>;
}

/**
 * Prints `expr` in the dialect of `context`. Throws `StatementTooLong`, and an error if the dialect lacks a function, which
 * `resolve` already reports.
 */
export function printExpr(expr: SqlExpr, context: ExprContext): Sql {
  const given = context.given?.get(exprKey(expr));
  if (given !== undefined) return given;
  const printed = exprText(expr, context);
  if (printed.text.length > LONGEST_STATEMENT) throw new StatementTooLong();
  return printed;
}

function exprText(expr: SqlExpr, context: ExprContext): Sql {
  const { dialect, uses } = context;
  switch (expr.kind) {
    case 'literal':
      return printLiteral(expr.value, scalarOf(expr.scalar), dialect);
    case 'column':
      return context.column(expr);
    case 'param': {
      const position = bindParam(uses, expr);
      const form = expr.form === 'value' && expr.nullable ? 'optional' : expr.form;
      return dialect.placeholder(expr.name, expr.scalar, form, position);
    }
    case 'item':
      return expr.path === undefined
        ? (context.item ?? identifier(ITEM, dialect))
        : itemField(expr, context);
    case 'lookup':
      return printLookup(expr, {
        dialect,
        beside: besideOf(expr.where, context, 1),
        print: (part, own) =>
          printExpr(
            part,
            own === undefined ? context : { ...context, fields: [own, ...(context.fields ?? [])] },
          ),
      });
    case 'each':
      return printEach(expr, context);
    case 'now':
      uses.clockRead = true;
      return uses.clock ?? dialect.clock.sql;
    case 'call':
      return printOnce(expr, context, printShared);
    case 'trunc': {
      const { of, step } = expr;
      const spell = ([text = sql``]: readonly Sql[]) => dialect.trunc(text, step, originOf(of));
      return writtenOnce([of], [printExpr(of, context)], spell, context);
    }
    case 'within':
      return printWithin(expr, context);
    case 'shift':
      return expr.micros === 0n
        ? printExpr(expr.of, context)
        : dialect.shift(printExpr(expr.of, context), expr.micros, isBound(expr.of));
    case 'case':
      return printOnce(expr, context, printCase);
    case 'wire':
      return wireOf(dialect, expr.of.scalar)([printExpr(expr.of, context)]);
  }
}

/** Prints an expression. One that has the same text wherever it stands in the statement is printed once. */
function printOnce<E extends SqlExpr>(
  expr: E,
  context: ExprContext,
  print: (expr: E, context: ExprContext) => Sql,
): Sql {
  const { uses, given, outerOn } = context;
  const isSame = uses.guard === null && given === undefined && outerOn === undefined;
  const known = isSame ? uses.values.get(expr) : undefined;
  if (known !== undefined) return known;
  const made = print(expr, context);
  if (isSame && isBeforeRows(expr)) uses.values.set(expr, made);
  return made;
}

/** Prints a call. Long expressions that several arguments contain are computed before, and named. */
function printShared(written: CallExpr<SqlExpr>, context: ExprContext): Sql {
  const call = withoutCasts(written);
  const parts = sharedParts(call, context.inner);
  if (parts.length === 0) return printCall(call, context);
  const shared = parts
    .map(({ expr, count }) => ({ expr, count, sql: printExpr(expr, context) }))
    .filter(({ sql: { text }, count }) => text.length * (count - 1) > MOST_REPEATED);
  if (shared.length === 0) return printCall(call, context);
  const name = local('given', ...namesGiven(context), ...columnsIn(call, context));
  const values = shared.map(part => part.sql);
  return context.dialect.once(values, name, names => {
    const given = new Map(context.given);
    for (const [i, own] of names.entries()) {
      const part = shared[i];
      if (part !== undefined) given.set(exprKey(part.expr), own);
    }
    return printCall(call, { ...context, given });
  });
}

function printCall(call: CallExpr<SqlExpr>, context: ExprContext): Sql {
  const spelling = spellingOf(call.fn, context);
  const typed = alikeIn(call);
  const args = call.args.map(arg =>
    typed.has(arg) ? signed(arg, context) : printExpr(arg, context),
  );
  const spell = (texts: readonly Sql[]) => spelling(texts, call, context.outerOn);
  return writtenOnce(call.args, args, spell, context, call.fn);
}

function namesGiven({ given }: ExprContext): readonly Sql[] {
  return [...(given?.values() ?? [])];
}

function columnsIn(expr: SqlExpr, context: ExprContext): readonly Sql[] {
  const columns: Sql[] = [];
  visitExpr<SqlExpr>(expr, part => {
    if (part.kind === 'column') columns.push(context.column(part));
  });
  return columns;
}

function itemField(
  { path = [], out = 0 }: Pick<ItemExpr, 'path' | 'out'>,
  { fields = [] }: ExprContext,
): Sql {
  const found = fields[out]?.get(pathKey(path));
  if (found === undefined) throw new Error(`no item has ${path.join('.')} here`);
  return found;
}

const ITEM = 'item';

/** The columns, names and fields of other items beside the item in the text of `body`. `outermost`: from which lookup on items are others. */
function besideOf(body: SqlExpr, context: ExprContext, outermost: 0 | 1): readonly Sql[] {
  const fields: Sql[] = [];
  visitItemFields(body, (path, out) => {
    if (out >= outermost) fields.push(itemField({ path, out: out - outermost }, context));
  });
  return [...columnsIn(body, context), ...namesGiven(context), ...fields];
}

/** The item gets a name that no column of the expression has. */
function printEach(expr: EachExpr<SqlExpr>, context: ExprContext): Sql {
  const beside = besideOf(expr.body, context, 0);
  const item = beside.length === 0 ? identifier(ITEM, context.dialect) : local(ITEM, ...beside);
  const of = printExpr(expr.of, context);
  const { each, name } = context.dialect;
  if (each === null) throw new Error(`${name} has no lambdas`);
  return each[expr.as](of, item, printExpr(expr.body, { ...context, item }));
}

/** NULL is in no list, not even an empty one; engines differ here. */
function printWithin(expr: WithinExpr<SqlExpr>, context: ExprContext): Sql {
  const { column } = expr;
  const of = printExpr(expr.of, context);
  const found = isFound(inKeyForm(of, expr.of, context), column, context);
  if (expr.nullable) {
    const test = testNull(expr.of);
    const nothing = nullLiteral('bool');
    const choice = makeCall<SqlExpr>('if', 'bool', [test, nothing, expr]);
    const isNull = spellingOf('is_null', context)([of], test);
    return spellingOf('if', context)([isNull, printExpr(nothing, context), found], choice);
  }
  return found;
}

/** Whether `of`, the text of a value, is among the values of the step. */
function isFound(of: Sql, column: ColumnExpr, context: ExprContext): Sql {
  const subject = operand(of, 'additive');
  const query = context.subquery(column.relation);
  if (query !== null)
    return sql('comparison')`${subject} IN (${BREAK}  ${indented(query)}${BREAK})`;
  const name = identifier(column.path[0] ?? '', context.dialect);
  const value = inKeyForm(name, column, context);
  const from = sql`SELECT ${value} FROM ${identifier(column.relation, context.dialect)}`;
  const isKnown = spellingOf('is_not_null', context)([name], testKnown<SqlExpr>(column));
  const where = column.nullable ? sql` WHERE ${isKnown}` : sql``;
  return sql('comparison')`${subject} IN (${from}${where})`;
}

/** `of` as the engine looks values of that type up. */
function inKeyForm(of: Sql, expr: SqlExpr, context: ExprContext): Sql {
  if (!context.dialect.keysByBits || expr.scalar !== 'float64') return of;
  return spellingOf('float_key', context)([of], makeCall('float_key', 'float64', [expr]));
}

function spellingOf(fn: FunctionName, { dialect }: ExprContext): CallSpelling {
  const spelling = dialect.functions[fn];
  if (spelling === null) throw new Error(`${dialect.name} cannot spell ${fn}`);
  return spelling;
}

/** `expr` in a place where it needs a common type with others: an unsigned literal number is cast. */
export function signed(expr: SqlExpr, context: ExprContext): Sql {
  const { writtenOut } = context.dialect;
  const of = printExpr(expr, context);
  return writtenOut !== null && isUnsigned(expr, context.inner) ? writtenOut([of]) : of;
}

export function printed(exprs: readonly SqlExpr[], context: ExprContext): readonly Sql[] {
  return exprs.map(expr => printExpr(expr, context));
}

/** `named`: the output that equals the key, if there is one. */
export function sortKey(
  { expr, descending }: SortKey<SqlExpr>,
  context: ExprContext,
  named: Sql = printExpr(expr, context),
): Sql {
  const { nulls, order: ordered } = context.dialect;
  const of = ordered(named, scalarOf(expr.scalar));
  const order = descending ? sql`${of} DESC` : of;
  if (!expr.nullable) return order;
  return sql`${order}${descending ? nulls.last : nulls.first}`;
}

function printCase(expr: CaseExpr, context: ExprContext): Sql {
  const { dialect } = context;
  const subject = operand(printExpr(expr.subject, context), 'additive');
  const isSimple = dialect.choosesFirst || expr.subject.kind !== 'param';
  const results = [...expr.whens.map(({ result }) => result), expr.otherwise];
  const typed = alike(results.filter(result => result !== null));
  const printResult = (result: SqlExpr) =>
    typed.has(result) ? signed(result, context) : printExpr(result, context);
  const lines = expr.whens.map(({ value, result }) => {
    const name = printLiteral(value, scalarOf(expr.subject.scalar), dialect);
    const condition = isSimple ? name : sql`${subject} = ${name}`;
    return sql`WHEN ${condition} THEN ${printResult(result)}`;
  });
  if (expr.otherwise !== null) lines.push(sql`ELSE ${printResult(expr.otherwise)}`);
  const body = lines.map(line => sql`${BREAK}  ${indented(line)}`);
  return sql`${isSimple ? sql`CASE ${subject}` : sql`CASE`}${joined(body, sql``)}${BREAK}END`;
}
