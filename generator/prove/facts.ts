/**
 * Facts about the values of rows that follow from conditions: equal values, and values that are bound to the request.
 *
 * A value is a column of a relation, identified by the relation's name and the path, or a required parameter.
 */
import type { PlanExpr, RecordExpr } from '../core/expr/expr.ts';
import { bestProof, every, type Proof, provenBy } from '../core/plan/proof.ts';
import type { NamedExpr } from '../core/plan/relation.ts';

/** A value is bound by parameters of the request, or by readers, who compare the output that shows it. */
export type Bound = BoundByRequest | BoundByReaders;
export interface BoundByRequest {
  readonly by: 'request';
  readonly proof: Proof;
  /** Whether the value may be any item of a list, so that two values of one list need not be equal. */
  readonly many: boolean;
}
export interface BoundByReaders {
  readonly by: 'readers';
  readonly output: string;
}

/** A value, and another value that it equals or what binds it. */
export type Fact = readonly [value: string, is: string | Bound];
export type Facts = readonly Fact[];

/** By value: what binds it. */
export type Held = ReadonlyMap<string, readonly Bound[]>;

/** Names of the parameters that every request contains. */
export type Required = ReadonlySet<string>;

// ---- values ---------------------------------------------------------------------------------------------------------

export function valueIn(relation: string, path: readonly string[]): string {
  return JSON.stringify([relation, ...path]);
}

function paramValue(name: string): string {
  return `@${name}`;
}

function isParam(value: string): boolean {
  return value.startsWith('@');
}

/** The relation and the path of a value that is not a parameter. */
function partsOf(value: string): readonly string[] {
  const parts: readonly string[] = JSON.parse(value);
  return parts;
}

/** A bare column or a required parameter; `null` for any other expression. `beside` only keeps engines from folding its first argument. */
export function bareValue(
  expr: PlanExpr | RecordExpr | undefined,
  required: Required,
): string | null {
  if (expr?.kind === 'column') return valueIn(expr.relation, expr.path);
  if (expr?.kind === 'call' && expr.fn === 'beside') return bareValue(expr.args[0], required);
  if (expr?.kind !== 'param' || expr.from !== undefined) return null;
  return required.has(expr.name) ? paramValue(expr.name) : null;
}

// ---- what follows ---------------------------------------------------------------------------------------------------

/** All values that `facts` bind, with everything that binds a value equal to it. */
export function heldIn(facts: Facts): Held {
  const near = new Map<string, string[]>();
  const own = new Map<string, Bound[]>();
  for (const [value, is] of facts) {
    if (typeof is !== 'string') {
      own.set(value, [...(own.get(value) ?? []), is]);
      continue;
    }
    near.set(value, [...(near.get(value) ?? []), is]);
    near.set(is, [...(near.get(is) ?? []), value]);
  }
  const held = new Map<string, readonly Bound[]>();
  for (const start of [...near.keys(), ...own.keys()]) {
    if (held.has(start)) continue;
    const equal = new Set([start]);
    // a set iterates over the members that are added meanwhile
    for (const value of equal) for (const other of near.get(value) ?? []) equal.add(other);
    const bounds = [...equal].flatMap(value => [...(own.get(value) ?? []), ...ownBound(value)]);
    for (const value of equal) held.set(value, bounds);
  }
  return held;
}

function ownBound(value: string): readonly Bound[] {
  return isParam(value) ? [byRequest(provenBy(value.slice(1)))] : [];
}

function byRequest(proof: Proof, many = false): Bound {
  return { by: 'request', proof, many };
}

/** The bounds of `value`; none if it is `null`. */
export function boundsOf(value: string | null, held: Held): readonly Bound[] {
  if (value === null) return [];
  return held.get(value) ?? ownBound(value);
}

/** The proof that the request binds a value; `many`: an item of a list is enough. */
export function proofIn(bounds: readonly Bound[], many: boolean): Proof | null {
  return bestProof(
    bounds.flatMap(bound => (bound.by === 'request' && (many || !bound.many) ? [bound.proof] : [])),
  );
}

/** The same bounds by the request, with one proof of each kind. */
function merged(bounds: readonly Bound[]): readonly Bound[] {
  const [one, many] = [proofIn(bounds, false), proofIn(bounds, true)];
  if (one !== null) return [byRequest(one)];
  return many === null ? [] : [byRequest(many, true)];
}

/** The bounds of a value that comes from any of several places. */
export function boundsOfAll(places: readonly (readonly Bound[])[]): readonly Bound[] {
  const all = (many: boolean): Proof | null => {
    const proofs = places.flatMap(bounds => {
      const proof = proofIn(bounds, many);
      return proof === null ? [] : [proof];
    });
    return proofs.length < places.length ? null : every(proofs);
  };
  const [one, many] = [all(false), all(true)];
  if (one !== null) return [byRequest(one)];
  return many === null ? [] : [byRequest(many, true)];
}

/** The value is an item of a required list. */
export function inListFact(value: string, list: string): Fact {
  return [value, byRequest(provenBy(list), true)];
}

/** The facts about a relation, under its new name. */
export function renameFacts(facts: Facts, from: string, to: string): Facts {
  const name = (value: string) => {
    if (isParam(value)) return value;
    const [relation = '', ...path] = partsOf(value);
    return valueIn(relation === from ? to : relation, path);
  };
  return facts.map(([value, is]) => [name(value), typeof is === 'string' ? name(is) : is] as const);
}

/** The bounds of the outputs `names` of `relation`, as facts about the same outputs of `other`. */
export function passed(
  facts: Facts,
  names: readonly string[],
  relation: string,
  other: string,
): Facts {
  const held = heldIn(facts);
  return names.flatMap(name =>
    boundsOf(valueIn(relation, [name]), held).map((bound): Fact => [valueIn(other, [name]), bound]),
  );
}

/** The bounds of the columns of `relation`, by name. */
export function outputsIn(held: Held, relation: string): Held {
  const outputs = [...held].flatMap(([value, bounds]) => {
    if (isParam(value)) return [];
    const [of, name, ...inner] = partsOf(value);
    return of === relation && name !== undefined && inner.length === 0
      ? [[name, bounds] as const]
      : [];
  });
  return new Map(outputs);
}

type Columns = readonly NamedExpr<PlanExpr | RecordExpr>[];

/** Each output that is a plain value, paired with that value. */
function outputsOf(
  name: string,
  columns: Columns,
  required: Required,
): readonly (readonly [output: string, value: string])[] {
  return columns.flatMap(column => {
    const value = bareValue(column.expr, required);
    return value === null ? [] : [[valueIn(name, [column.name]), value] as const];
  });
}

/** The facts about the outputs that follow from the facts about the rows below. */
export function lifted(facts: Facts, name: string, columns: Columns, required: Required): Facts {
  const held = heldIn(facts);
  return outputsOf(name, columns, required).flatMap(([output, value]) =>
    merged(boundsOf(value, held)).map((bound): Fact => [output, bound]),
  );
}

/** The facts about the rows below that follow from the facts about the outputs. */
export function lowered(facts: Facts, name: string, columns: Columns, required: Required): Facts {
  return [...facts, ...outputsOf(name, columns, required)];
}
