/**
 * Scope: the columns of a data set that separate tenants. Every read must fix each of these columns to one value from the request, by
 * conditions that are true for every row of the answer.
 */

import type { BodySpec } from '../../core/body-spec.ts';
import type { Expr, Predicate } from '../../core/expr.ts';
import type { Located } from '../../core/located.ts';
import type { Input, Join, Output } from '../../core/query.ts';
import type { Readable, ScopeColumn, Source } from '../../core/source.ts';
import { isCases } from '../cases.ts';
import { listed } from '../names.ts';
import type { Params } from '../params/params.ts';
import type { Context } from '../scope.ts';
import { columnIdentity, identityOf } from './keys.ts';

/** The inputs and conditions of a body. */
interface Rows {
  readonly inputs: readonly Input[];
  readonly joins: readonly Join[];
  readonly where: readonly Predicate[];
  /** Whether a step fixes the column itself. */
  readonly isHeldStep: (step: string, column: string) => boolean;
}

/** Identities of the expressions that equal a required parameter, and of those that are in a required list. */
interface Held {
  readonly one: Set<string>;
  readonly many: Set<string>;
}

/** The facts about scope that the readers of a body need. */
export interface Tenancy {
  /** Identities of the values that the body fixes to required parameters. */
  readonly held: ReadonlySet<string>;
  /** The relation's outputs that its readers must fix instead. */
  readonly scope: readonly ScopeColumn[];
}

/** Reports each read without its scope. */
export function checkScope(
  context: Context,
  main: Input,
  joins: readonly (Join | null)[],
  where: readonly (Predicate | null)[],
  shown: readonly Output[],
): Tenancy {
  const { spec, params, report, owner } = context;
  const known = joins.filter(join => join !== null);
  const conditions = where.filter(predicate => predicate !== null);
  const inputs = [main, ...known.map(({ input }) => input)];
  const place = spec.from?.place ?? spec.union?.place;
  const isHeldStep = (name: string, column: string) =>
    place !== undefined && context.step({ value: name, place })?.proven?.has(column) === true;
  const rows: Rows = { inputs, joins: known, where: conditions, isHeldStep };
  const proven = heldIn(params, rows);
  // a condition with a fault may be the missing one
  if (conditions.length < where.length || known.length < joins.length)
    return { held: proven.one, scope: [] };
  const isMeant = spec.unscoped?.value === true;
  const passed = owner === 'relation' && !isMeant ? passedOn(spec, main, shown, proven) : [];
  const held = passed.length === 0 ? proven : heldIn(params, rows, passed);
  if (!isMeant) checkMain(report, spec, main, held);
  for (const { name, value } of spec.join) {
    const join = known.find(({ input }) => input.name === name);
    if (join === undefined || value.unscoped) continue;
    const missing = missingOf(join.input, join.input.scope ?? [], held);
    const hint = `Add an equality for ${missing.map(column => `\`${name}.${column}\``).join(' and ')} to \`on\`; \`unscoped: true\` allows reads of all rows.`;
    refuse(report, value.of, missing, hint);
  }
  return { held: proven.one, scope: passed.map(({ output, many }) => ({ name: output, many })) };
}

/** A scope column that a relation leaves to its readers, who name it by an output. */
interface Passed {
  readonly identity: string;
  readonly output: string;
  readonly many: boolean;
}

/** The scope columns that the relation does not fix, but shows to its readers. */
function passedOn(
  spec: BodySpec,
  main: Input,
  shown: readonly Output[],
  held: Held,
): readonly Passed[] {
  const scopes = readsOf(spec, main).flatMap(({ part }) =>
    (part.scope ?? []).map(({ name, many }) => {
      const identity = part === main ? columnIdentity(main, name) : `${main.name} ${name}`;
      return { identity, many };
    }),
  );
  const passed = scopes.flatMap(({ identity, many }): Passed | [] => {
    const output = shown.find(
      ({ expr }) => expr.kind === 'column' && identityOf(expr) === identity,
    );
    if (output === undefined || isHeld(identity, many, held)) return [];
    return { identity, output: output.name, many };
  });
  return [...new Map(passed.map(one => [`${one.identity} ${one.many}`, one])).values()];
}

/** The relations that a body reads its rows from, and the place where the body names each. */
function readsOf(
  { from, union }: BodySpec,
  main: Input,
): readonly { readonly part: Input; readonly name: Located<string> | null }[] {
  if (main.kind === 'union')
    return main.inputs.map((part, i) => ({ part, name: union?.of[i] ?? null }));
  if (from === null || !isCases(from)) return [{ part: main, name: from }];
  if (main.kind !== 'chosen') throw new Error('a choice of relations is not a relation');
  const parts = new Map(main.cases.map(({ result }) => [result.name, result]));
  return from.cases.flatMap(({ value: name }) => {
    const part = parts.get(name.value);
    return part === undefined ? [] : [{ part, name }];
  });
}

function checkMain(report: Context['report'], spec: BodySpec, main: Input, held: Held): void {
  for (const { part, name } of readsOf(spec, main)) {
    const missing =
      part === main
        ? missingOf(main, main.scope ?? [], held)
        : (part.scope ?? [])
            .filter(column => !isHeld(`${main.name} ${column.name}`, column.many, held))
            .map(column => column.name);
    refuse(report, name, missing, hintOf(missing));
  }
}

/** The same check for a view, which has the conditions of the answer, bound to its own columns. */
export function checkViewScope(
  { params, report, spec }: Context,
  name: Located<string>,
  source: Source,
  where: readonly (Predicate | null)[],
): void {
  const conditions = where.filter(predicate => predicate !== null);
  if (spec.unscoped?.value === true || conditions.length < where.length) return;
  const held = heldIn(params, {
    inputs: [],
    joins: [],
    where: conditions,
    isHeldStep: () => false,
  });
  const missing = missingOf(source, source.scope, held);
  refuse(report, name, missing, hintOf(missing));
}

function hintOf(missing: readonly string[]): string {
  const conditions = missing.map(name => `\`${name} = @${name}\``).join(' and ');
  return `Add ${conditions} to \`where\`, with a required parameter; \`unscoped: true\` allows reads of all rows.`;
}

function refuse(
  report: Context['report'],
  name: Located<string> | null,
  missing: readonly string[],
  hint: string,
): void {
  if (name === null || missing.length === 0) return;
  const message = `\`${name.value}\` is read without its scope: no condition requires ${listed(missing)} to equal a required parameter`;
  report('unscoped-read', name.place, message, hint);
}

function missingOf(of: Readable, scope: readonly ScopeColumn[], held: Held): readonly string[] {
  return scope
    .filter(({ name, many }) => !isHeld(columnIdentity(of, name), many, held))
    .map(({ name }) => name);
}

function isHeld(identity: string, many: boolean, held: Held): boolean {
  return held.one.has(identity) || (many && held.many.has(identity));
}

/** The names of the outputs that the step fixes, for its readers. */
export function heldOutputs(
  outputs: readonly (Output | null)[],
  held: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = outputs.flatMap(output =>
    output !== null && !output.hidden && isHeldExpr(output.expr, held) ? [output.name] : [],
  );
  return new Set(names);
}

function isHeldExpr(expr: Output['expr'], held: ReadonlySet<string>): boolean {
  if (expr.kind === 'param') return held.has(paramIdentity(expr.name));
  return expr.kind === 'column' && held.has(identityOf(expr));
}

function paramIdentity(name: string): string {
  return `@${name}`;
}

// ---- equalities from conditions -------------------------------------------------------------------------------------

type Pair = readonly [string, string];

function heldIn(
  params: Params,
  { inputs, joins, where, isHeldStep }: Rows,
  passed: readonly Passed[] = [],
): Held {
  const required = [...params.byName.values()].filter(param => param.required);
  const one = new Set(required.map(({ name }) => paramIdentity(name)));
  const many = new Set(one);
  for (const { name, proven = [] } of inputs)
    for (const column of proven) one.add(`${name} ${column}`);
  for (const { identity, many: isMany } of passed) (isMany ? many : one).add(identity);
  const always = where.flatMap(predicate =>
    'any' in predicate || predicate.when !== null ? [] : conjuncts(predicate.expr),
  );
  const inner = joins.filter(({ kind }) => kind === 'inner');
  const everywhere = [...always, ...inner.flatMap(({ on }) => conjuncts(on))];
  const pairs = everywhere.flatMap(equated);
  // a left join restricts only its own rows, not the rows that it joins to
  const oneWay = joins
    .filter(({ kind }) => kind === 'left')
    .flatMap(({ input, on }) =>
      conjuncts(on)
        .flatMap(equated)
        .flatMap(pair => into(input, pair)),
    );
  const lists = everywhere.flatMap(listPairs);
  for (const expr of everywhere) {
    const of = expr.kind === 'within' ? nameOf(expr.of) : null;
    if (expr.kind !== 'within' || of === null) continue;
    if (isHeldStep(expr.column.relation, expr.column.path.join('.'))) one.add(of);
  }
  for (let size = -1; size < one.size + many.size; ) {
    size = one.size + many.size;
    for (const [a, b] of pairs) for (const set of [one, many]) spread(set, a, b);
    for (const [from, to] of oneWay) for (const set of [one, many]) if (set.has(from)) set.add(to);
    for (const [from, to] of lists) if (many.has(from)) many.add(to);
    for (const name of one) many.add(name);
  }
  return { one, many };
}

function spread(set: Set<string>, a: string, b: string): void {
  if (set.has(a)) set.add(b);
  if (set.has(b)) set.add(a);
}

function conjuncts(expr: Expr | null): readonly Expr[] {
  if (expr === null) return [];
  return expr.kind === 'call' && expr.fn === 'and' ? expr.args.flatMap(conjuncts) : [expr];
}

function nameOf(expr: Expr | undefined): string | null {
  if (expr?.kind === 'column') return identityOf(expr);
  return expr?.kind === 'param' ? paramIdentity(expr.name) : null;
}

/** An equality of two columns, or of a column and a parameter. */
function equated(expr: Expr): readonly Pair[] {
  if (expr.kind !== 'call' || expr.fn !== 'eq') return [];
  const [a, b] = expr.args.map(nameOf);
  return a && b ? [[a, b]] : [];
}

/** `column in @list`. */
function listPairs(expr: Expr): readonly Pair[] {
  if (expr.kind !== 'call' || expr.fn !== 'in_list') return [];
  const [of, list] = expr.args.map(nameOf);
  return of && list ? [[list, of]] : [];
}

/** Orders a pair from the partner's column to the relation's own column. Other pairs are left out. */
function into({ name }: Input, [a, b]: Pair): readonly Pair[] {
  const isOwn = (identity: string) => identity.startsWith(`${name} `);
  return [[a, b] as const, [b, a] as const].filter(([from, to]) => isOwn(to) && !isOwn(from));
}
