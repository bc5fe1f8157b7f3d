/**
 * Scope: the columns of a data set that separate tenants. Every read must fix each of these columns to values from the request. `prove/`
 * proves the reads of a body on its plan; here the reads get their places, where those without a proof are reported.
 */

import type { Predicate } from '../../core/expr/expr.ts';
import {
  type Input,
  type Join,
  listRelations,
  NO_CLAUSES,
  type OutputColumn,
  type Query,
  type View,
} from '../../core/plan/query.ts';
import type { Relation } from '../../core/plan/relation.ts';
import type { BodySpec } from '../../core/spec/body-spec.ts';
import type { Located } from '../../core/spec/located.ts';
import { planOfStep } from '../../plan/bodies.ts';
import { viewRows } from '../../plan/conditions.ts';
import {
  type ScopedRead,
  type Scoping,
  type StepScope,
  scopingOf,
  UNBOUND,
} from '../../prove/scope.ts';
import { isCases } from '../cases.ts';
import { summarizeNames } from '../names/names.ts';
import type { BodyContext } from '../scope.ts';

/** The parts of a body that restrict the rows of its reads. `query` is the whole body; `null` if it has faults. */
export interface TenancyReading {
  readonly main: Input;
  readonly joins: readonly (Join | null)[];
  readonly where: readonly (Predicate | null)[];
  readonly outputs: readonly (OutputColumn | null)[];
  readonly query: (() => Query) | null;
}

/** The name under which a body is planned; no step has it. */
const BODY = '/body';

/**
 * Reports each read without its scope, and adds the clauses of the others to those of the endpoint. Returns what readers of the body may
 * rely on; `null` if the body or a step that it reads has faults.
 */
export function checkScope(context: BodyContext, reading: TenancyReading): StepScope | null {
  const { spec, owner, report, clauses } = context;
  if (owner === 'endpoint' && readsNoScope(context, reading)) return UNBOUND;
  const isMeant = spec.unscoped?.value === true;
  const isLeft = owner === 'relation' && !isMeant;
  const scoping = scopingIn(context, reading, isLeft ? leftToReaders(spec, reading) : []);
  if (scoping === null) return null;
  // unknown outputs of a relation may show the column
  if (isLeft && reading.query === null) return null;
  const named = new Map([
    ...(isMeant ? [] : readsOfMain(spec, reading.main)),
    ...readsOfJoins(spec),
  ]);
  const found = scoping.reads.flatMap(read => {
    const reader = named.get(read.relation);
    return reader === undefined ? [] : [{ read, reader }];
  });
  for (const { read, reader } of found) {
    for (const { proof } of read.columns) if (proof !== null) clauses.push(...proof);
    const missing = missingIn(read);
    if (missing.length > 0) refuse(report, reader.name, missing, reader.hint(missing));
  }
  const open = found.flatMap(({ read }) =>
    read.columns.filter(({ proof, outputs }) => proof === null && outputs.length > 0),
  );
  return { held: scoping.held, open };
}

/** Whether no row that the body reads has a scope: then there is nothing to prove. A step needs the facts for its readers all the same. */
function readsNoScope({ scopeOf }: BodyContext, { main, joins }: TenancyReading): boolean {
  const inputs = [main, ...joins.map(join => join?.input ?? null)];
  return inputs.every(
    input =>
      input !== null &&
      listRelations(input).every(one =>
        one.kind === 'source'
          ? one.source.scope.length === 0
          : scopeOf(one.step)?.open.length === 0,
      ),
  );
}

/** Plans the body alone, and proves its reads. Of a body with faults elsewhere, only the rows that it reads are planned. */
function scopingIn(
  context: BodyContext,
  { main, joins, where, query }: TenancyReading,
  shown: readonly string[],
): Scoping | null {
  const known = joins.filter(join => join !== null);
  const conditions = where.filter(predicate => predicate !== null);
  // a condition with a fault may be the missing one
  if (known.length < joins.length || conditions.length < where.length) return null;
  const rows: Query = {
    ...NO_CLAUSES,
    from: main,
    joins: known,
    where: conditions,
    outputs: [],
  };
  const relation = planOfStep({ name: BODY, query: query?.() ?? rows });
  return proven(context, relation, shown);
}

/** Returns `null` if a step that `relation` reads has faults. */
function proven(
  { params, scopeOf }: BodyContext,
  relation: Relation,
  shown: readonly string[],
): Scoping | null {
  let isKnown = true;
  const step = (name: string) => {
    const scope = scopeOf(name);
    isKnown &&= scope !== null;
    return scope ?? UNBOUND;
  };
  const all = [...params.byName.values()];
  const required = new Set(all.filter(param => param.required).map(({ name }) => name));
  const scoping = scopingOf(relation, { required, step, shown });
  return isKnown ? scoping : null;
}

/**
 * A relation leaves to its readers the scope of what its rows are of, by outputs that show a column of it. Conditions on groups are meant
 * for the groups of one tenant, so a relation with `having` binds the scope itself.
 */
function leftToReaders({ having }: BodySpec, { main, outputs }: TenancyReading): readonly string[] {
  if (having.length > 0) return [];
  return outputs.flatMap(output => {
    if (output === null || output.hidden || output.expr.kind !== 'column') return [];
    return output.expr.relation === main.name ? [output.name] : [];
  });
}

// ---- reads and their places -----------------------------------------------------------------------------------------

/** Where a body names what it reads, and how the read can be restricted. */
interface Reader {
  readonly name: Located<string>;
  readonly hint: (missing: readonly string[]) => string;
}
type Named = readonly [relation: string, reader: Reader];

function readsOfMain({ from, union }: BodySpec, main: Input): readonly Named[] {
  const whole = `${BODY}//${main.name}`;
  const named = (relation: string, name: Located<string>): Named => [
    relation,
    { name, hint: conditionHint },
  ];
  if (union !== null) return union.of.map(name => named(`${whole}//${name.value}`, name));
  if (from === null) throw new Error('A body reads nothing.');
  if ('series' in from) return [];
  if (!isCases(from)) return [named(whole, from)];
  // a relation of several cases is reported at the first
  const cases = from.cases.map(({ value }) => named(`${whole}//${value.value}`, value));
  return cases.toReversed();
}

function readsOfJoins({ join }: BodySpec): readonly Named[] {
  return join.flatMap(({ name, value: { of, unscoped } }) => {
    if (of === null || unscoped) return [];
    const hint = (missing: readonly string[]) =>
      `Add an equality for ${missing.map(column => `\`${name}.${column}\``).join(' and ')} to \`on\`; \`unscoped: true\` allows reads of all rows.`;
    return [[`${BODY}//${name}`, { name: of, hint }] as const];
  });
}

function missingIn({ columns }: ScopedRead): readonly string[] {
  const missing = columns.filter(({ proof, outputs }) => proof === null && outputs.length === 0);
  return [...new Set(missing.map(({ name }) => name))];
}

/** The same check for a view, which has the conditions of the answer, bound to its own columns. */
export function checkViewScope(
  context: BodyContext,
  name: Located<string>,
  { source, where }: Pick<View, 'source'> & Pick<TenancyReading, 'where'>,
): void {
  const { report, spec, clauses } = context;
  const conditions = where.filter(predicate => predicate !== null);
  if (spec.unscoped?.value === true || conditions.length < where.length) return;
  const rows = viewRows({ source, where: conditions, retentionOf: null }, null);
  for (const read of proven(context, rows, [])?.reads ?? []) {
    for (const { proof } of read.columns) if (proof !== null) clauses.push(...proof);
    const missing = missingIn(read);
    if (missing.length > 0) refuse(report, name, missing, conditionHint(missing));
  }
}

function conditionHint(missing: readonly string[]): string {
  const conditions = missing.map(name => `\`${name} = @${name}\``).join(' and ');
  return `Add ${conditions} to \`where\`, with a required parameter; \`unscoped: true\` allows reads of all rows.`;
}

function refuse(
  report: BodyContext['report'],
  { value, place }: Located<string>,
  missing: readonly string[],
  hint: string,
): void {
  const message = `\`${value}\` is read without its scope: no condition requires ${summarizeNames(missing)} to equal a required parameter`;
  report('unscoped-read', place, message, hint);
}
