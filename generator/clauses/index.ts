/** The clauses of a body: the list that everything else folds over. */
import type { BodySpec } from '../core/spec/body-spec.ts';
import { buckets } from './buckets/buckets.ts';
import type { Clause } from './clause.ts';
import { compare } from './compare/compare.ts';
import { distinct } from './distinct.ts';
import { filters } from './filters/filters.ts';
import { from } from './from/from.ts';
import { having } from './having.ts';
import { join } from './join/join.ts';
import { limit } from './limit.ts';
import { orderBy } from './order-by.ts';
import { retention } from './retention.ts';
import { select } from './select/select.ts';
import { unscoped } from './unscoped.ts';
import { where } from './where.ts';
import { window } from './window.ts';

/** By key of a body: the clause that it belongs to. Conditions on rows, and choices, are written in this order. */
const BY_KEY = {
  from,
  union: from,
  join,
  where,
  window,
  filters,
  match: filters,
  prefix: filters,
  having,
  buckets,
  compare,
  retention,
  groupBy: select,
  select,
  orderBy,
  limit,
  distinct,
  unscoped,
} satisfies Record<keyof BodySpec, Clause>;

export const CLAUSES: readonly Clause[] = [...new Set(Object.values(BY_KEY))];
