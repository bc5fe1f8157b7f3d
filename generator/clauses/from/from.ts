/** `from` and `union`: what a body reads: one relation, a choice of relations, several with the same columns, or a calendar. */
import type { BodySpec } from '../../core/spec/body-spec.ts';
import type { Located } from '../../core/spec/located.ts';
import { isCases } from '../../resolve/cases.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { type Clause, type Find, type Found, NO_PARTS, placedAt } from '../clause.ts';
import { resolveChosen } from './chosen.ts';
import { resolveSeries } from './series.ts';
import { resolveUnion } from './union.ts';

export const from: Clause = {
  ...NO_PARTS,
  values: ({ from }) =>
    from !== null && 'series' in from
      ? [from.series.from, from.series.to].map(value => ({ value, when: null }))
      : [],
  choosers: spec => (spec.from !== null && isCases(spec.from) ? [spec.from.by] : []),
  relations: spec => [...mainOf(spec), ...(spec.union?.of ?? [])],
  placed: ({ context: { spec }, main }) =>
    spec.from !== null && 'series' in spec.from && main.kind === 'series'
      ? [
          ...placedAt(spec.from.series.from, main.window.from),
          ...placedAt(spec.from.series.to, main.window.to),
        ]
      : [],
  finish: (query, { main }) => ({ ...query, from: main }),
};

function mainOf(spec: BodySpec): readonly Located<string>[] {
  if (spec.from === null || 'series' in spec.from) return [];
  return isCases(spec.from) ? spec.from.cases.map(({ value }) => value) : [spec.from];
}

/** The relation of `from`, a choice of relations, a series, or a `union`. Returns `null` if one is missing. */
export function resolveFrom(context: BodyContext, find: Find): Found | null {
  const { from: named, union } = context.spec;
  if (union !== null) return resolveUnion(context, union, find);
  if (named === null) throw new Error('A body reads nothing.');
  if ('series' in named) return resolveSeries(context, named);
  return isCases(named) ? resolveChosen(context, named, find) : find(named);
}
