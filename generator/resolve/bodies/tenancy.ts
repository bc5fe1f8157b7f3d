/**
 * Scope: the columns of a data set that separate tenants. Every read must fix each of these columns to one value from the request, by
 * conditions that are true for every row of the answer.
 */

import type { Expr, Predicate } from '../../core/expr/expr.ts';
import { either, every, type Proof, provenBy } from '../../core/plan/proof.ts';
import type { Input, Join, OutputColumn } from '../../core/plan/query.ts';
import type { BodySpec } from '../../core/spec/body-spec.ts';
import type { Located } from '../../core/spec/located.ts';
import type { Readable, ScopeColumn, Source } from '../../core/spec/source.ts';
import { isCases } from '../cases.ts';
import { summarizeNames } from '../names.ts';
import type { Params } from '../params/params.ts';
import type { BodyContext } from '../scope.ts';
import { columnIdentity, identityOf } from './keys.ts';

/** The inputs and conditions of a body. */
interface Rows {
  readonly inputs: readonly Input[];
  readonly joins: readonly Join[];
  readonly where: readonly Predicate[];
  /** The proof of a step's column. */
  readonly proofIn: (step: string, column: string) => Proof | undefined;
}

/** Returns the proof of an expression's value by its identity; `null` if nothing proves it. */
type ProofOf = (identity: string) => Proof | null;

/** By expressions that equal a required parameter, and also by those that are in a required list. */
interface Held {
  readonly one: ProofOf;
  readonly many: ProofOf;
}

/** The facts about scope that the readers of a body need. */
export interface Tenancy {
  /** The proofs of the values that the body fixes to required parameters. */
  readonly held: ProofOf;
  /** The relation's outputs that its readers must fix instead. */
  readonly scope: readonly ScopeColumn[];
}

/** Reports each read without its scope, and adds the clauses of the others to those of the endpoint. */
export function checkScope(
  context: BodyContext,
  main: Input,
  joins: readonly (Join | null)[],
  where: readonly (Predicate | null)[],
  shown: readonly OutputColumn[],
): Tenancy {
  const { spec, params, report, owner } = context;
  const known = joins.filter(join => join !== null);
  const conditions = where.filter(predicate => predicate !== null);
  const inputs = [main, ...known.map(({ input }) => input)];
  const place = spec.from?.place ?? spec.union?.place;
  const proofIn = (name: string, column: string) =>
    place === undefined ? undefined : context.step({ value: name, place })?.proven?.get(column);
  const rows: Rows = { inputs, joins: known, where: conditions, proofIn };
  const proven = heldIn(params, rows);
  // a condition with a fault may be the missing one
  if (conditions.length < where.length || known.length < joins.length)
    return { held: proven.one, scope: [] };
  const isMeant = spec.unscoped?.value === true;
  const passed = owner === 'relation' && !isMeant ? passedOn(spec, main, shown, proven) : [];
  const held = passed.length === 0 ? proven : heldIn(params, rows, passed);
  if (!isMeant) checkMain(context, main, held);
  for (const { name, value } of spec.join) {
    const join = known.find(({ input }) => input.name === name);
    if (join === undefined || value.unscoped) continue;
    const missing = missingOf(context, join.input, columnIdentity, held);
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
  shown: readonly OutputColumn[],
  held: Held,
): readonly Passed[] {
  const scopes = readsOf(spec, main).flatMap(({ part }) =>
    (part.scope ?? []).map(({ name, many }) => {
      return { identity: namingIn(main, part)(part, name), many };
    }),
  );
  const passed = scopes.flatMap(({ identity, many }): Passed | [] => {
    const output = shown.find(
      ({ expr }) => expr.kind === 'column' && identityOf(expr) === identity,
    );
    if (output === undefined || proofFor(identity, many, held) !== null) return [];
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

/** Returns how a body names the columns of a part of its input. */
function namingIn(main: Input, part: Input): typeof columnIdentity {
  return part === main ? columnIdentity : (_, column) => `${main.name} ${column}`;
}

function checkMain(context: BodyContext, main: Input, held: Held): void {
  for (const { part, name } of readsOf(context.spec, main)) {
    const missing = missingOf(context, part, namingIn(main, part), held);
    refuse(context.report, name, missing, hintOf(missing));
  }
}

/** The same check for a view, which has the conditions of the answer, bound to its own columns. */
export function checkViewScope(
  context: BodyContext,
  name: Located<string>,
  source: Source,
  where: readonly (Predicate | null)[],
): void {
  const { params, report, spec } = context;
  const conditions = where.filter(predicate => predicate !== null);
  if (spec.unscoped?.value === true || conditions.length < where.length) return;
  const proofIn = () => undefined;
  const held = heldIn(params, { inputs: [], joins: [], where: conditions, proofIn });
  const missing = missingOf(context, source, columnIdentity, held);
  refuse(report, name, missing, hintOf(missing));
}

function hintOf(missing: readonly string[]): string {
  const conditions = missing.map(name => `\`${name} = @${name}\``).join(' and ');
  return `Add ${conditions} to \`where\`, with a required parameter; \`unscoped: true\` allows reads of all rows.`;
}

function refuse(
  report: BodyContext['report'],
  name: Located<string> | null,
  missing: readonly string[],
  hint: string,
): void {
  if (name === null || missing.length === 0) return;
  const message = `\`${name.value}\` is read without its scope: no condition requires ${summarizeNames(missing)} to equal a required parameter`;
  report('unscoped-read', name.place, message, hint);
}

/** Returns the columns of the scope without a proof, and adds the clauses of the others. */
function missingOf(
  { clauses }: BodyContext,
  of: Readable,
  identityIn: typeof columnIdentity,
  held: Held,
): readonly string[] {
  const missing: string[] = [];
  for (const { name, many } of of.scope ?? []) {
    const proof = proofFor(identityIn(of, name), many, held);
    if (proof === null) missing.push(name);
    else clauses.push(...proof);
  }
  return missing;
}

function proofFor(identity: string, many: boolean, held: Held): Proof | null {
  return many ? held.many(identity) : held.one(identity);
}

/** The outputs that the step fixes, by name, with their proofs for its readers. */
export function heldOutputs(
  outputs: readonly (OutputColumn | null)[],
  held: ProofOf,
): ReadonlyMap<string, Proof> {
  const proven = outputs.flatMap(output => {
    if (output === null || output.hidden) return [];
    const identity = output.expr.kind === 'record' ? null : nameOf(output.expr);
    const proof = identity === null ? null : held(identity);
    return proof === null ? [] : [[output.name, proof] as const];
  });
  return new Map(proven);
}

function paramIdentity(name: string): string {
  return `@${name}`;
}

/** The columns that each of several relations fixes, with the proof for the rows of all. */
export function heldByAll(parts: readonly Readable[]): ReadonlyMap<string, Proof> {
  const [first] = parts;
  const names = [...(first?.proven?.keys() ?? [])];
  const held = names.flatMap(name => {
    const proofs = parts.flatMap(({ proven }) => {
      const proof = proven?.get(name);
      return proof === undefined ? [] : [proof];
    });
    return proofs.length < parts.length ? [] : [[name, every(proofs)] as const];
  });
  return new Map(held);
}

// ---- equalities from conditions -------------------------------------------------------------------------------------

type Pair = readonly [string, string];

function heldIn(
  params: Params,
  { inputs, joins, where, proofIn }: Rows,
  passed: readonly Passed[] = [],
): Held {
  const required = [...params.byName.values()].filter(param => param.required);
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
  const known: Known[] = [
    ...required.map(({ name }): Known => [paramIdentity(name), provenBy(name)]),
    ...inputs.flatMap(({ name, proven = [] }) =>
      [...proven].map(([column, proof]): Known => [`${name} ${column}`, proof]),
    ),
    ...everywhere.flatMap(expr => foundIn(expr, proofIn)),
    ...passed.flatMap(({ identity, many }): readonly Known[] => (many ? [] : [[identity, []]])),
  ];
  const manyPassed = passed.map(({ identity }): Known => [identity, []]);
  const ways = [...pairs, ...pairs.map(([a, b]) => [b, a] as const), ...oneWay];
  return {
    one: proofsBy(known, ways),
    many: proofsBy([...known, ...manyPassed], [...ways, ...everywhere.flatMap(listPairs)]),
  };
}

/** An identity and a proof of its value. */
type Known = readonly [string, Proof];

/** A value that has to be among those of a step's column. */
function foundIn(expr: Expr, proofIn: Rows['proofIn']): readonly Known[] {
  const of = expr.kind === 'within' ? nameOf(expr.of) : null;
  if (expr.kind !== 'within' || of === null) return [];
  const proof = proofIn(expr.column.relation, expr.column.path.join('.'));
  return proof === undefined ? [] : [[of, proof]];
}

/** `ways`: pairs of identities; the proofs of the first hold for the second. */
function proofsBy(known: readonly Known[], ways: readonly Pair[]): ProofOf {
  const proofs = grouped(known);
  const origins = grouped(ways.map(([from, to]) => [to, from] as const));
  return identity => {
    const reached = new Set([identity]);
    // a set iterates over the members that are added meanwhile
    for (const to of reached) for (const from of origins.get(to) ?? []) reached.add(from);
    return either([...reached].flatMap(one => proofs.get(one) ?? []));
  };
}

function grouped<Value>(
  entries: readonly (readonly [string, Value])[],
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const [name, value] of entries) {
    const group = groups.get(name) ?? [];
    group.push(value);
    groups.set(name, group);
  }
  return groups;
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
