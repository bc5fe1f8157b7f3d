/** An endpoint for requests that make the same choices: what its author would have written for only these requests. */

import { mapQuery } from '../clauses/fold.ts';
import { chooserKey, findCase } from '../core/expr/choice.ts';
import type { CallExpr, ColumnExpr, Expr, Predicate } from '../core/expr/expr.ts';
import { nullLiteral } from '../core/expr/literals.ts';
import { mapList, mapParts, withMembers } from '../core/expr/walk.ts';
import type { PortableEndpoint } from '../core/plan/endpoint.ts';
import type { Param } from '../core/plan/param.ts';
import type { ChosenInput, Input, Query, SourceInput, StepInput } from '../core/plan/query.ts';
import type { KnownChoices } from './choices.ts';
import { decided, listBranchConditions } from './conditions.ts';

/**
 * `endpoint` with every choice made that `known` decides; the same endpoint if its bodies contain none of them. Choices of intervals and
 * retentions are made in the plan.
 */
export function chosenEndpoint(endpoint: PortableEndpoint, known: KnownChoices): PortableEndpoint {
  if (known.size === 0) return endpoint;
  const change = (query: Query) => chosenQuery(query, known, endpoint.params);
  const steps = mapList(endpoint.steps, step => withMembers(step, { query: change(step.query) }));
  return withMembers(endpoint, { ...change(endpoint), steps });
}

function chosenQuery(query: Query, known: KnownChoices, params: readonly Param[]): Query {
  const { from } = query;
  const isOne = (of: Input): of is SourceInput | StepInput =>
    of.kind === 'source' || of.kind === 'step';
  const choice = from.kind === 'chosen' ? known.get(chooserKey(from.by)) : undefined;
  const input: Input =
    from.kind === 'chosen' && choice !== undefined ? findCase(from, choice) : from;
  const read = (column: ColumnExpr): Expr =>
    from.kind === 'chosen' && isOne(input) ? columnOf(column, from, input) : column;
  const change = (expr: Expr): Expr => chosenExpr(expr, { known, params, read });
  const changed = mapQuery(query, change);
  return withMembers(changed, {
    from: input,
    where: ifOther(changed.where, changed.where.filter(isCondition)),
    having: ifOther(changed.having, changed.having.filter(isCondition)),
    orderBy: ifOther(query.orderBy, orderOf(query, known)),
    ...limitOf(query, known),
  });
}

/** `made` if its items are others than those of `list`, else `list`. */
function ifOther<T>(list: readonly T[], made: readonly T[]): readonly T[] {
  return made.length === list.length && made.every((item, i) => item === list[i]) ? list : made;
}

/** A column of a choice of relations, as a column of the chosen relation. */
function columnOf(column: ColumnExpr, { name }: ChosenInput, input: SourceInput | StepInput): Expr {
  if (column.relation !== name) return column;
  const [first = ''] = column.path;
  const { scalar, nullable } = column;
  if (input.nulls?.has(first)) return nullLiteral(scalar);
  const is = input.columns.find(each => each.name === first)?.is;
  return { kind: 'column', relation: input.name, path: is ?? [first], scalar, nullable };
}

// ---- expressions ----------------------------------------------------------------------------------------------------

interface Choosing {
  readonly known: KnownChoices;
  readonly params: readonly Param[];
  readonly read: (column: ColumnExpr) => Expr;
}

function chosenExpr(expr: Expr, choosing: Choosing): Expr {
  const below = (part: Expr): Expr => chosenExpr(part, choosing);
  if (expr.kind === 'column') return choosing.read(expr);
  if (expr.kind === 'choice') {
    const value = choosing.known.get(chooserKey(expr.by));
    return value === undefined ? mapParts(expr, below) : below(findCase(expr, value));
  }
  const isBranching = expr.kind === 'call' && listBranchConditions(expr).length > 0;
  return isBranching ? chosenBranch(expr, choosing) : mapParts(expr, below);
}

/** An `if` or a `case` without the branches that are never taken. */
function chosenBranch(expr: CallExpr<Expr>, choosing: Choosing): Expr {
  const below = (part: Expr): Expr => chosenExpr(part, choosing);
  const left: Expr[] = [];
  for (const [i, condition] of listBranchConditions(expr).entries()) {
    const result = expr.args[2 * i + 1];
    if (result === undefined) throw new Error(`a condition of ${expr.fn} has no result`);
    const holds = decided(condition, choosing.known, choosing.params);
    if (holds === false) continue;
    left.push(...(holds === true ? [below(result)] : [below(condition), below(result)]));
    if (holds === true) break;
  }
  const otherwise = expr.args.at(-1);
  if (otherwise === undefined) throw new Error(`${expr.fn} has no last result`);
  const args = left.length % 2 === 1 ? left : [...left, below(otherwise)];
  const [only] = args;
  return args.length === 1 && only !== undefined
    ? only
    : withMembers(expr, { args: ifOther(expr.args, args) });
}

/** Whether the condition may reject a row. */
function isCondition(predicate: Predicate): boolean {
  return 'any' in predicate || predicate.expr.kind !== 'literal' || predicate.expr.value !== true;
}

// ---- order and limit ------------------------------------------------------------------------------------------------

/** Each sort key once: a repeated key changes nothing. */
function orderOf({ orderBy }: Query, known: KnownChoices): Query['orderBy'] {
  const items = orderBy.flatMap((item): Query['orderBy'] => {
    if ('output' in item) return [item];
    const value = known.get(chooserKey(item.by));
    return value === undefined ? [item] : findCase(item, value);
  });
  const seen = new Set<string>();
  return items.filter(item => {
    if (!('output' in item)) return true;
    const isFirst = !seen.has(item.output);
    seen.add(item.output);
    return isFirst;
  });
}

function limitOf({ limit, limitBy }: Query, known: KnownChoices): Pick<Query, 'limit' | 'limitBy'> {
  if (limitBy === null || typeof limitBy === 'string') return { limit, limitBy };
  const value = known.get(chooserKey(limitBy.by));
  if (value === undefined) return { limit, limitBy };
  const chosen = findCase(limitBy, value);
  return typeof chosen === 'number' ? { limit: chosen, limitBy: null } : { limit, limitBy: chosen };
}
