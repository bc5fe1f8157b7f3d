/** Expressions as SQL of one dialect; parentheses come from binding strength alone. */

import { type Condition, conditionKey } from '../../core/condition.ts';
import type {
  AggregateExpr,
  CaseExpr,
  ColumnExpr,
  Frame,
  ParamExpr,
  RecordExpr,
  SortKey,
  SqlExpr,
  WindowExpr,
  WithinExpr,
} from '../../core/expr.ts';
import { held, type Scalar, scalarOf, type Type, type Value } from '../../core/scalar.ts';
import type { Source } from '../../core/source.ts';
import type { Binding } from '../../core/statement.ts';
import { someExpr } from '../../core/walk.ts';
import {
  type Dialect,
  decimalsOf,
  type ListingKey,
  leafWireOf,
  type RecordEntry,
  type RecordLayout,
  wireOf,
} from '../dialect.ts';
import { bracketed } from '../layout.ts';
import {
  BREAK,
  engineSql,
  identifier,
  indented,
  joined,
  numeral,
  operand,
  quoted,
  type Sql,
  sql,
} from '../sql.ts';
import { instantText } from '../time.ts';
import { byArgument } from './filtered.ts';

/** What a statement turns out to use while it is printed. */
export interface Uses {
  readonly bindings: Map<string, Bound>;
  /** Name under which the statement's head defines the clock; `null` where the clock is read in place. */
  readonly clock: Sql | null;
  clockRead: boolean;
  /** The condition that the text being printed depends on. */
  guard: Condition | null;
}
interface Bound {
  readonly type: Type;
  readonly from: Binding['from'];
  /** By their keys; `null` where it is always bound. */
  readonly when: Map<string, Condition> | null;
}
export interface ExprContext {
  readonly dialect: Dialect;
  readonly uses: Uses;
  readonly column: (column: ColumnExpr) => Sql;
  /** A stored decimal with the digits of its table, where the dialect sums it so; `null` for any other column. */
  readonly digits: (column: ColumnExpr) => Sql | null;
  /** The data set that a column or record is stored in; `null` where it was computed. */
  readonly stored: (column: ColumnExpr | RecordExpr) => Source | null;
  /** A whole record where the engine has it as it is declared, else `null`. */
  readonly record: (record: RecordExpr) => Sql | null;
  /** Whether it is printed for the condition of a left join. */
  readonly outerOn?: true;
}

/** `expr` in the dialect of `context`. Throws where the dialect has no such function: resolving has said so before. */
export function printExpr(expr: SqlExpr, context: ExprContext): Sql {
  const { dialect, uses } = context;
  switch (expr.kind) {
    case 'literal':
      return literal(expr.value, scalarOf(expr.scalar), dialect);
    case 'column':
      return context.column(expr);
    case 'param': {
      bind(uses, expr);
      return dialect.placeholder(expr.name, expr.scalar, expr.form, positionOf(uses, expr.name));
    }
    case 'item':
      return identifier(ITEM, dialect);
    case 'each': {
      const item = identifier(ITEM, dialect);
      return dialect.each[expr.as](
        printExpr(expr.of, context),
        item,
        printExpr(expr.body, context),
      );
    }
    case 'now':
      uses.clockRead = true;
      return uses.clock ?? dialect.clock.sql;
    case 'call': {
      const spelling = dialect.functions[expr.fn];
      if (spelling === null) throw new Error(`${dialect.name} cannot spell ${expr.fn}`);
      return spelling(printed(expr.args, context), expr, context.outerOn);
    }
    case 'trunc':
      return dialect.trunc(printExpr(expr.of, context), expr.step, originOf(expr.of));
    case 'within':
      return printWithin(expr, context);
    case 'shift':
      return expr.micros === 0n
        ? printExpr(expr.of, context)
        : dialect.shift(printExpr(expr.of, context), expr.micros);
    case 'case':
      return printCase(expr, context);
    case 'wire':
      return wireOf(dialect, expr.of.scalar)([printExpr(expr.of, context)]);
  }
}

const ITEM = 'item';

/** NULL is in nothing, and in no empty list either: engines differ. */
function printWithin(expr: WithinExpr<SqlExpr>, context: ExprContext): Sql {
  const { dialect } = context;
  const { of, column } = expr;
  if (expr.nullable) {
    const typed = { scalar: 'bool', nullable: true } as const;
    const isNull: SqlExpr = { kind: 'call', fn: 'is_null', args: [of], ...typed, nullable: false };
    const nothing: SqlExpr = { kind: 'literal', value: null, ...typed };
    const known: SqlExpr = { ...expr, nullable: false };
    return printExpr({ kind: 'call', fn: 'if', args: [isNull, nothing, known], ...typed }, context);
  }
  const name = identifier(column.path[0] ?? '', dialect);
  const from = sql`SELECT ${name} FROM ${identifier(column.relation, dialect)}`;
  const isNotNull = dialect.functions.is_not_null;
  if (isNotNull === null) throw new Error(`${dialect.name} cannot spell is_not_null`);
  const known: SqlExpr = {
    kind: 'call',
    fn: 'is_not_null',
    args: [column],
    scalar: 'bool',
    nullable: false,
  };
  const where = column.nullable ? sql` WHERE ${isNotNull([name], known)}` : sql``;
  const subject = operand(printExpr(of, context), 'additive');
  return sql('comparison')`${subject} IN (${from}${where})`;
}

function printed(exprs: readonly SqlExpr[], context: ExprContext): readonly Sql[] {
  return exprs.map(expr => printExpr(expr, context));
}

/** Whether `expr` reads a column: there may be millions of rows, and instants of any year. */
function originOf(expr: SqlExpr): 'rows' | 'request' | 'clock' {
  if (someExpr(expr, part => part.kind === 'column')) return 'rows';
  const isGiven = (part: SqlExpr) => part.kind === 'param' && part.name !== 'now';
  return someExpr(expr, isGiven) ? 'request' : 'clock';
}

export function printAggregate(of: AggregateExpr<SqlExpr>, context: ExprContext): Sql {
  const { dialect } = context;
  const { fn, args, rank, scalar, listing, filter } = dialect.filters ? of : byArgument(of);
  if (fn === 'stored') {
    const own = of.text?.[dialect.name];
    if (own === undefined) throw new Error(`a measure has no SQL of ${dialect.name}`);
    return engineSql(own);
  }
  const spelling = dialect.aggregates[fn];
  if (spelling === null) throw new Error(`${dialect.name} cannot spell ${fn}`);
  const [arg] = args;
  const digits = fn === 'sum_decimal' && arg?.kind === 'column' ? context.digits(arg) : null;
  const text = spelling(digits === null ? printed(args, context) : [digits], {
    rank: rank ?? { numerator: 0n, denominator: 1n },
    scalar,
    nullable: args.map(arg => arg.nullable),
    listing: {
      distinct: listing?.distinct ?? false,
      keys: (listing?.orderBy ?? [])
        .filter(key => !isLiteral(key.expr))
        .map(key => listingKey(key, context)),
      limit: listing?.limit ?? null,
    },
    filter: filter === null ? null : printExpr(filter, context),
  });
  return digits === null ? text : decimalsOf(dialect).stored([text]);
}

/** A step that is merged may leave one: it orders and divides nothing, and engines take a number for the place of a column. */
function isLiteral(expr: SqlExpr): boolean {
  return expr.kind === 'literal';
}

function listingKey(key: SortKey<SqlExpr>, context: ExprContext): ListingKey {
  const { expr, descending } = key;
  const { scalar, nullable } = expr;
  const of = printExpr(expr, context);
  return { of, descending, scalar, nullable, sorted: sortKey(key, context) };
}

export function printWindow(
  { fn, args, partitionBy, orderBy, frame }: WindowExpr<SqlExpr>,
  context: ExprContext,
): Sql {
  const comma = sql`, `;
  const clauses: Sql[] = [];
  const divided = partitionBy.filter(expr => !isLiteral(expr));
  if (divided.length > 0)
    clauses.push(sql`PARTITION BY ${joined(printed(divided, context), comma)}`);
  const ordered = orderBy.filter(({ expr }) => !isLiteral(expr));
  if (ordered.length > 0) {
    const keys = ordered.map(key => sortKey(key, context));
    clauses.push(sql`ORDER BY ${joined(keys, comma)}`);
  }
  if (frame !== null) clauses.push(rowsBetween(frame));
  const over = sql`OVER (${joined(clauses, sql` `)})`;
  return context.dialect.windows[fn](printed(args, context), over);
}

function rowsBetween({ from, to }: Frame): Sql {
  const first = from === null ? sql`UNBOUNDED PRECEDING` : bound(from);
  const last = to === null ? sql`UNBOUNDED FOLLOWING` : bound(to);
  return sql`ROWS BETWEEN ${first} AND ${last}`;
}

function bound(rows: number): Sql {
  if (rows === 0) return sql`CURRENT ROW`;
  return rows < 0 ? sql`${numeral(-rows)} PRECEDING` : sql`${numeral(rows)} FOLLOWING`;
}

export function sortKey({ expr, descending }: SortKey<SqlExpr>, context: ExprContext): Sql {
  const { nulls, order: ordered } = context.dialect;
  const of = ordered(printExpr(expr, context), scalarOf(expr.scalar));
  const order = descending ? sql`${of} DESC` : of;
  if (!expr.nullable) return order;
  return sql`${order}${descending ? nulls.last : nulls.first}`;
}

function printCase(expr: CaseExpr, context: ExprContext): Sql {
  const subject = operand(printExpr(expr.subject, context), 'additive');
  const lines = expr.whens.map(({ value, result }) => {
    const name = literal(value, scalarOf(expr.subject.scalar), context.dialect);
    return sql`WHEN ${name} THEN ${printExpr(result, context)}`;
  });
  if (expr.otherwise !== null) lines.push(sql`ELSE ${printExpr(expr.otherwise, context)}`);
  const body = lines.map(line => sql`${BREAK}  ${indented(line)}`);
  return sql`CASE ${subject}${joined(body, sql``)}${BREAK}END`;
}

function bind(uses: Uses, of: ParamExpr): void {
  const { name, form, scalar } = of;
  const from = of.from ?? ('param' as const);
  const type = form === 'text' ? 'string' : scalar;
  const known = uses.bindings.get(name);
  const { guard } = uses;
  if (guard === null) uses.bindings.set(name, { type, from, when: null });
  else if (known === undefined)
    uses.bindings.set(name, { type, from, when: new Map([[conditionKey(guard), guard]]) });
  else known.when?.set(conditionKey(guard), guard);
}

/** From 1, in the order of `bindingsOf`. */
function positionOf({ bindings }: Uses, name: string): number {
  return [...bindings.keys()].indexOf(name) + 1;
}

/** The bindings of a finished statement, in the order of their first use. */
export function bindingsOf(uses: Uses): readonly Binding[] {
  return [...uses.bindings].map(([name, { type, from, when }]) => ({
    name,
    from,
    ...boundAs(type),
    ...(when === null ? {} : { when: [...when.values()] }),
  }));
}

function boundAs(type: Type): Pick<Binding, 'scalar' | 'list'> {
  const { as, of } = held(type);
  if (as === 'map') throw new Error('no parameter is a map');
  return as === 'one' ? { scalar: of } : { scalar: of, list: true };
}

function literal(value: Value | null, scalar: Scalar, dialect: Dialect): Sql {
  if (value === null) return dialect.literals.null(scalar);
  switch (scalar) {
    case 'string':
    case 'json':
      return quoted(of(value, 'string'), dialect.string);
    case 'int64':
      return dialect.literals.int64(of(value, 'bigint'));
    case 'float64':
      return dialect.literals.float64(of(value, 'number'));
    case 'decimal':
      return decimalsOf(dialect).literal(of(value, 'string'));
    case 'bool':
      return dialect.literals.bool(of(value, 'boolean'));
    case 'timestamp': {
      const micros = of(value, 'bigint');
      return dialect.literals.timestamp(micros, instantText(micros));
    }
    case 'date':
      return dialect.literals.date(of(value, 'string'));
  }
}

interface Held {
  readonly string: string;
  readonly bigint: bigint;
  readonly number: number;
  readonly boolean: boolean;
}
function of<K extends keyof Held>(value: Value, held: K): Held[K] {
  if (typeof value !== held)
    throw new Error(`a literal holds a ${typeof value} where a ${held} is due`);
  return value as Held[K];
}

/** By dialect and by how the first leaf is read, which tells where the record is read from. */
type Printed = Map<string, Sql>;
const records = new WeakMap<object, WeakMap<RecordExpr, Printed>>();
/** In the place of a data set: a step has the record's leaves as columns. */
const NO_SOURCE = {};

/**
 * A whole record as JSON text, its leaves in wire form. Every statement of an endpoint answers the same record, and a wide one
 * is most of a statement's text, so each is printed once for a dialect and a data set.
 */
export function printRecord(record: RecordExpr, context: ExprContext): Sql {
  const { dialect } = context;
  const known = printedOf(record, context);
  const key = `${dialect.name} ${firstLeaf(record, context)}`;
  const printed = known.get(key);
  if (printed !== undefined) return printed;
  const layout: RecordLayout = {
    name: name => identifier(name, dialect),
    block: bracketed,
    whole: context.record(record),
  };
  const text = dialect.record(recordEntries(record, context), layout);
  known.set(key, text);
  return text;
}

function printedOf(record: RecordExpr, context: ExprContext): Printed {
  const source = context.stored(record) ?? NO_SOURCE;
  const ofSource = records.get(source) ?? new WeakMap<RecordExpr, Printed>();
  const printed = ofSource.get(record) ?? new Map<string, Sql>();
  records.set(source, ofSource.set(record, printed));
  return printed;
}

function firstLeaf(record: RecordExpr, context: ExprContext): string {
  const value = record.fields[0]?.value;
  if (value === undefined) throw new Error(`the record ${record.path.join('.')} has no fields`);
  return value.kind === 'record' ? firstLeaf(value, context) : printExpr(value, context).text;
}

function recordEntries(record: RecordExpr, context: ExprContext): readonly RecordEntry[] {
  return record.fields.map(({ name, value }) => {
    if (value.kind === 'record') {
      return { name, value: { kind: 'record', entries: recordEntries(value, context) } };
    }
    const type = value.scalar;
    const leaf = leafWireOf(context.dialect, type)([printExpr(value, context)]);
    return { name, value: { kind: 'leaf', sql: leaf, type } };
  });
}
