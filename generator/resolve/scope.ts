/** The context of the clauses of an endpoint. All expressions of endpoints are checked through this file. */

import type { Expr, RecordExpr } from '../core/expr/expr.ts';
import type { Param } from '../core/plan/param.ts';
import type { ProofClause } from '../core/plan/proof.ts';
import { collector, type Diagnostic, nearest, type Report } from '../core/report/diagnostics.ts';
import type { BodySpec } from '../core/spec/body-spec.ts';
import type { ExpressionText, Located } from '../core/spec/located.ts';
import type { Readable } from '../core/spec/source.ts';
import type { Compat } from '../core/types/compat.ts';
import { checkExpression } from '../language/checker.ts';
import { undeclaredHint } from '../language/parameters.ts';
import type { Scope } from '../language/scope.ts';
import { parseExpression } from '../language/syntax/parser.ts';
import type { StepScope } from '../prove/scope.ts';
import type { Params } from './params/params.ts';

/** The context of the parts of an endpoint that use parameters. */
export interface Using {
  readonly params: Params;
  /** Names of the parameters in use. */
  readonly used: Set<string>;
  /** The steps from which the length of a window selects; `undefined` if the endpoint has no such steps. */
  readonly lengths?: readonly string[];
  readonly report: Report;
  /** The service that the endpoint replaces. */
  readonly compat?: Compat | null;
  /** Set only if the parameters are the shared ones. */
  readonly isShared?: true;
}
/** The context of the clauses of one body. */
export interface BodyContext extends Using {
  readonly spec: BodySpec;
  /** Whether the body belongs to an answer, a step or a shared relation. */
  readonly owner: 'endpoint' | 'step' | 'relation';
  /** Parameters that are present whenever the step is read. */
  readonly present?: ReadonlySet<string>;
  /** Collects the proofs of the endpoint's scoped reads. */
  readonly clauses: ProofClause[];
  /** The endpoint's cap on rows. */
  readonly maxRows: number;
  /** The facts about a step that its readers may use, and the columns that they have to bind; `null` if the step has faults. */
  readonly scopeOf: (step: string) => StepScope | null;
  /** Finds a step by its name and marks it as read. Returns `null` for an unknown name. */
  readonly step: (name: Located<string>) => Readable | null;
  /** A hint for a column that the relation `read` lacks. */
  readonly elsewhere?: NonNullable<Scope['elsewhere']>;
}

/** The position of an expression. */
export interface ExprPosition {
  readonly from: Readable;
  readonly expects: Scope['expects'];
  readonly aggregates: Scope['aggregates'];
  readonly windows?: boolean;
  readonly nulls?: boolean;
  readonly each?: boolean;
  /** Whether the expression may look values up in steps. */
  readonly steps?: boolean;
  readonly present?: ReadonlySet<string>;
  readonly guardable?: boolean;
  readonly openable?: boolean;
  readonly output?: Scope['output'];
  readonly outputNames?: readonly string[];
  readonly later?: NonNullable<Scope['later']>;
  readonly previous?: NonNullable<Scope['previous']>;
}

const NONE: ReadonlySet<string> = new Set();

/** Checks an expression of the endpoint. Returns `null` without a report if it names a parameter of unknown type. */
export function checkIn(
  context: BodyContext,
  text: ExpressionText,
  position: ExprPosition,
): Expr | RecordExpr | null {
  const { diagnostics, report } = collector();
  let judged = true;
  const scope: Scope = {
    output: () => null,
    outputNames: [],
    present: NONE,
    zeroSums: context.spec.buckets?.gaps.sums === 'zero',
    emptyGroups: ['empty', 'previous'].includes(context.spec.buckets?.gaps.value ?? 'omit'),
    filledGroups: hasFilledGroups(context.spec),
    ...position,
    lookup: (value, place) =>
      position.steps === false ? null : lookedUp(context, { value, place }),
    isRelation: (value, place) => context.step({ value, place }) !== null,
    ...(context.elsewhere === undefined ? {} : { elsewhere: context.elsewhere }),
    params: context.params.byName,
    ...(context.isShared === true ? { shared: 'relations' } : {}),
    step: param => {
      context.params.steps.add(param);
    },
    used: param => {
      context.used.add(param);
      judged &&= !context.params.untyped.has(param);
    },
  };
  const expr = checkExpression(text, scope, report);
  if (diagnostics.length > 0) excuseParams(context, text.value, diagnostics);
  if (!judged) return null;
  for (const { code, place, message, hint } of diagnostics) {
    context.report(code, place, message, hint);
  }
  return expr;
}

/**
 * Whether each group has a row, so an aggregate of values that are there is not NULL. Without groups, all rows are one group, which may have
 * none; a bucket of `gaps` that is filled, and a group that only one of two periods has, have none either.
 */
function hasFilledGroups({ groupBy, buckets, compare }: BodySpec): boolean {
  if (buckets === null && groupBy.length === 0) return false;
  return compare === null && (buckets === null || buckets.gaps.value === 'omit');
}

/** Finds a step by its name. A lookup searches all rows of a relation, so its scope must already be fixed there. */
function lookedUp(context: BodyContext, name: Located<string>): Readable | null {
  const found = context.step(name);
  const scope = found?.scope?.map(column => column.name) ?? [];
  if (scope.length === 0 || context.spec.unscoped?.value === true) return found;
  const columns = scope.map(column => `\`${column}\``).join(' and ');
  const conditions = scope.map(column => `\`${column} = @${column}\``).join(' and ');
  const message = `\`${name.value}\` is read without its scope: a lookup searches the rows of every ${columns}`;
  const hint = `Read it in a step that has ${conditions} in \`where\`, with a required parameter, and look values up in that step.`;
  context.report('unscoped-read', name.place, message, hint);
  return found;
}

/**
 * Marks the parameters as used that a faulty expression may mean, so that they are not reported as unused: those whose names occur in it or
 * are similar, or all if the expression cannot be parsed.
 */
export function excuseParams(
  { params: { byName }, used }: BodyContext,
  text: string,
  faults: readonly Diagnostic[],
): void {
  const declared = [...byName.keys()];
  const unread = faults.some(({ code }) => code === 'expression-syntax');
  for (const name of unread ? declared : wordsOf(text)) used.add(name);
  for (const [, name = ''] of text.matchAll(/@([A-Za-z0-9_]+)/g))
    excuseNearest(used, name, declared);
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
}

function excuseNearest(used: Set<string>, name: string, declared: readonly string[]): void {
  used.add((declared.includes(name) ? name : nearest(name, declared)) ?? name);
}

/** `checkIn`, if a record is not allowed. */
export function checkValue(
  context: BodyContext,
  text: ExpressionText,
  position: ExprPosition,
): Expr | null {
  const expr = checkIn(context, text, position);
  if (expr?.kind === 'record') throw new Error('The checker accepted a record as a value.');
  return expr;
}

/** The names of a simple path, as written; `null` for any other expression. */
export function readPath(text: ExpressionText): readonly string[] | null {
  const syntax = parseExpression(text, () => {});
  return syntax?.kind === 'path' ? syntax.parts.map(part => part.name) : null;
}

/** The parameter that a clause names, marked as used. Reports an undeclared one. */
export function paramNamed(context: Using, { value, place }: Located<string>): Param | null {
  const { byName } = context.params;
  const param = byName.get(value);
  if (param === undefined) {
    const declared = [...byName.keys()];
    const message = context.isShared
      ? `There is no shared parameter \`${value}\``
      : `The endpoint declares no parameter \`${value}\``;
    context.report('unknown-parameter', place, message, undeclaredHint(value, declared));
    excuseNearest(context.used, value, declared);
    return null;
  }
  context.used.add(value);
  return param;
}
