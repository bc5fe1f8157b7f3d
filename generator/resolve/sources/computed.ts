/** Computed columns of a data set: `is:` with an expression over its other columns, typed and checked for circles. */
import { FRACTION_DIGITS, MAX_PRECISION } from '../../core/decimal.ts';
import type { Place, Report } from '../../core/diagnostics.ts';
import type { Expr, PlainExpr } from '../../core/expr.ts';
import type { Type } from '../../core/scalar.ts';
import type { Field } from '../../core/source.ts';
import type { Entry, ExpressionText, FieldSpec } from '../../core/spec.ts';
import { mapNode } from '../../core/walk.ts';
import { checkExpression } from '../../language/checker.ts';
import type { Resolved, Scope } from '../../language/scope.ts';
import { listed } from '../names.ts';
import { isTooLarge, MAX_CHAIN } from '../outputs/size.ts';

const PATH = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/;

/** A computed column as it is written. `type`: what its author says that it is. */
export interface Written {
  readonly name: string;
  readonly is: ExpressionText;
  readonly type: Type | null;
  readonly spec: FieldSpec;
}

/** The expression of a computed column; `null` where `is` is absent, or a path with its type declared beside it. */
export function expressionOf(
  { value }: Entry<FieldSpec>,
  columns: readonly Entry<FieldSpec>[],
): ExpressionText | null {
  const { is, record } = value;
  if (is === null || record !== null) return null;
  return isTyped(value) && PATH.test(is.value) && !leadsToExpression(is.value, columns) ? null : is;
}

function isTyped({ type, list, map }: FieldSpec): boolean {
  return type !== null || list !== null || map !== null;
}

/** Whether a chain of derived columns ends in one that is computed. */
function leadsToExpression(path: string, columns: readonly Entry<FieldSpec>[]): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = path; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const spec = columns.find(({ name }) => name === at)?.value;
    if (spec === undefined || spec.is === null) return false;
    if (!isTyped(spec) || !PATH.test(spec.is.value)) return true;
    at = spec.is.value;
  }
  return false;
}

/**
 * The computed columns by name, those without a fault. `stored` are the columns that they may name beside each other, and
 * `broken` the names of those with reported faults, to which this adds its own.
 */
export function resolveComputed(
  source: string,
  written: readonly Written[],
  stored: readonly Field[],
  broken: Set<string>,
  report: Report,
): ReadonlyMap<string, Field> {
  const computing = new Computing(source, written, stored, broken, report);
  return new Map(
    written.flatMap(column => {
      const field = computing.field(column);
      return field === null ? [] : [[column.name, field] as const];
    }),
  );
}

/** The columns may name each other, so each is resolved when it is first needed. */
class Computing {
  readonly #scope: Scope;
  readonly #written: ReadonlyMap<string, Written>;
  readonly #broken: Set<string>;
  readonly #report: Report;
  readonly #done = new Map<string, Field | null>();
  /** Columns being resolved, each named by the one before it. */
  readonly #open: string[] = [];

  constructor(
    source: string,
    written: readonly Written[],
    stored: readonly Field[],
    broken: Set<string>,
    report: Report,
  ) {
    this.#written = new Map(written.map(column => [column.name, column]));
    this.#broken = broken;
    this.#report = report;
    this.#scope = {
      from: { name: source, columns: stored, keys: [], broken },
      output: (name, place) => this.#find(name, place),
      outputNames: [],
      params: new Map(),
      isShared: true,
      present: new Set(),
      used: () => {},
      step: () => {},
      aggregates: 'in a column of a data set',
      expects: 'record-or-any',
    };
  }

  /** `null` where it has a fault, which is reported. */
  field(column: Written): Field | null {
    const known = this.#done.get(column.name);
    if (known !== undefined) return known;
    this.#open.push(column.name);
    const field = this.#check(column);
    this.#open.pop();
    this.#done.set(column.name, field);
    if (field === null) this.#broken.add(column.name);
    return field;
  }

  #check(column: Written): Field | null {
    const expr = checkExpression(column.is, this.#scope, this.#report);
    if (expr === null) return null;
    const { place } = column.is;
    if (expr.kind === 'record') {
      const message = `\`${expr.path.join('.')}\` is a record, and a column is derived from a single value`;
      this.#report('misplaced-record', place, message, 'Name one of its fields.');
      return null;
    }
    if (isTooLarge(expr)) {
      const message = `\`${column.name}\` is too large with the columns that it names`;
      this.#report('expression-too-large', place, message, 'Name each of them fewer times.');
      return null;
    }
    if (column.type !== null && column.type !== expr.scalar) {
      const message = `The column is \`${column.type}\`, and the expression is \`${expr.scalar}\``;
      this.#report('type-mismatch', place, message, 'Leave out `type`, which follows from `is`.');
      return null;
    }
    return fieldOf(column, expr);
  }

  #find(name: string, place: Place): Resolved | null {
    const column = this.#written.get(name);
    if (column === undefined) return null;
    if (this.#open.includes(name)) return this.#refuseCircle(name, place);
    if (this.#open.length >= MAX_CHAIN) {
      const message = `Columns name each other in a chain of more than ${MAX_CHAIN}`;
      const hint = 'Put several steps of the chain into one column.';
      this.#report('expression-too-large', place, message, hint);
      return { kind: 'poisoned' };
    }
    const field = this.field(column);
    if (field === null) return { kind: 'poisoned' };
    if (field.computed !== undefined) return { kind: 'output', expr: field.computed };
    return { kind: 'field', field, path: [name] };
  }

  #refuseCircle(name: string, place: Place): Resolved {
    const circle = this.#open.slice(this.#open.indexOf(name));
    const message =
      circle.length === 1
        ? `\`${name}\` is derived from itself`
        : `The columns ${listed(circle)} are derived from each other`;
    const hint = 'Derive one of them from a column that is stored.';
    this.#report('cyclic-output', place, message, hint);
    return { kind: 'poisoned' };
  }
}

function fieldOf({ name, spec: { description, unit } }: Written, expr: Expr): Field {
  const isPath = expr.kind === 'column';
  return {
    name,
    type: expr.scalar,
    digits: expr.scalar === 'decimal' ? { precision: MAX_PRECISION, scale: FRACTION_DIGITS } : null,
    nullable: expr.nullable,
    optional: false,
    description,
    unit,
    fields: [],
    is: isPath ? expr.path : null,
    ...(isPath ? {} : { computed: plain(expr) }),
    text: {},
  };
}

/** `expr`, which the checker kept free of aggregates, windows and parameters. */
function plain(expr: Expr): PlainExpr {
  if (expr.kind === 'aggregate' || expr.kind === 'window' || expr.kind === 'choice')
    throw new Error(`a ${expr.kind} stands in a column of a data set`);
  return mapNode(expr, plain);
}
