/** `from` and `union`: what a body reads: one relation, a choice of relations, or several with the same columns. */
import type { BodySpec } from '../../core/spec/body-spec.ts';
import type { Located } from '../../core/spec/located.ts';
import { isCases } from '../../resolve/cases.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { type Clause, type Find, type Found, NO_PARTS } from '../clause.ts';
import { resolveChosen } from './chosen.ts';
import { resolveUnion } from './union.ts';

export const from: Clause = {
  ...NO_PARTS,
  choosers: spec => (spec.from !== null && isCases(spec.from) ? [spec.from.by] : []),
  relations: spec => [...mainOf(spec), ...(spec.union?.of ?? [])],
  finish: (query, { main }) => ({ ...query, from: main }),
};

function mainOf(spec: BodySpec): readonly Located<string>[] {
  if (spec.from === null) return [];
  return isCases(spec.from) ? spec.from.cases.map(({ value }) => value) : [spec.from];
}

/** The relation of `from`, a choice of relations, or a `union`. Returns `null` if one is missing. */
export function resolveFrom(context: BodyContext, find: Find): Found | null {
  const { from: named, union } = context.spec;
  if (union !== null) return resolveUnion(context, union, find);
  if (named === null) throw new Error('A body reads nothing.');
  return isCases(named) ? resolveChosen(context, named, find) : find(named);
}
