/** `sandbox` and `views`: the relations that callers' statements read. */
import type { Place } from '../../core/report/diagnostics.ts';
import { entryOf, type MappingNode } from '../../core/spec/document.ts';
import type { CasesSpec, Entry, Located } from '../../core/spec/located.ts';
import { BODY, type BodySpec, COMPLETE } from '../clauses/body.ts';
import { map, oneOrMany } from '../kinds/list.ts';
import { needed, object } from '../kinds/object.ts';
import {
  allConditions,
  anyCondition,
  forbids,
  has,
  type KeyCondition,
  type KeyRule,
  needs,
  not,
  rules,
  unless,
} from '../kinds/rules.ts';
import { scalar } from '../kinds/scalar.ts';
import { text } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { as, type Shape } from '../shape.ts';

/** A body; `select` is `null` for all columns of its data set. */
export interface ViewSpec extends Omit<BodySpec, 'select'> {
  readonly select: BodySpec['select'] | null;
}
/** The relations that callers' statements read. */
export interface SandboxSpec {
  /** The place of `sandbox`. */
  readonly place: Place;
  readonly views: readonly Entry<ViewSpec>[];
}

/** A body in which nothing is said. */
export const EMPTY_BODY: Omit<ViewSpec, 'from'> = {
  union: null,
  join: [],
  where: [],
  filters: [],
  match: null,
  prefix: null,
  having: [],
  buckets: null,
  groupBy: [],
  retention: null,
  window: null,
  compare: null,
  select: null,
  orderBy: [],
  limit: null,
  distinct: null,
  unscoped: null,
};

const { where, retention, select, unscoped } = BODY;

const view: Shape<ViewSpec> = as(
  object(
    { from: needed(text('A data set.')), where, retention, select, unscoped },
    { description: 'Rows and columns of a data set; without `select` all columns.' },
  ),
  (of, node) => ({ ...EMPTY_BODY, ...of, select: hasSelect(node) ? of.select : null }),
);

function hasSelect(node: Parameters<Shape<unknown>['read']>[0]): boolean {
  return node.kind === 'mapping' && entryOf(node, 'select') !== null;
}

export type WrittenViews =
  | { readonly listed: readonly Located<string>[] }
  | { readonly views: readonly Entry<ViewSpec>[] };

export const views: Shape<WrittenViews> = union<WrittenViews, WrittenViews>(
  'With `sandbox: true`: the relations that statements of callers can read, as a mapping, or as a list of data sets with the `where` and `retention` of the endpoint. Without it: a list of data sets that only the saved query defines, with the same `where` and `retention`.',
  as(oneOrMany(text('A data set.'), { min: 1 }), listed => ({ listed })),
  as(map(view, { min: 1 }), of => ({ views: of })),
);

/** `place`: of `sandbox`. The conditions of the endpoint's clauses apply to the listed data sets. */
export function sandboxOf(place: Place, written: WrittenViews, body: BodySpec): SandboxSpec {
  if ('views' in written) return { place, views: written.views };
  return { place, views: written.listed.map(name => listedView(name, body)) };
}

/** A data set with the endpoint's `where` and `retention`. */
function listedView(
  name: Located<string>,
  { where, retention, unscoped }: BodySpec,
): Entry<ViewSpec> {
  const from: Located<string> | CasesSpec<Located<string>> = name;
  return {
    name: name.value,
    place: name.place,
    value: { ...EMPTY_BODY, from, where, retention, unscoped },
  };
}

export const sandbox = as(
  scalar(['boolean'], {
    default: false,
    description:
      'Whether callers may send their own SELECT in the parameter `sql`: GoogleSQL that reads `views`.',
  }),
  ({ value }, _, place) => ({ isSandboxed: value === true, place }),
);

// ---- rules ----------------------------------------------------------------------------------------------------------

const IS_SANDBOXED: KeyCondition = {
  schema: {
    required: ['sandbox'],
    properties: { sandbox: { enum: [true], description: 'The endpoint is a sandbox.' } },
  },
  holds: isSandboxed,
};

function isSandboxed(mapping: MappingNode): boolean {
  const node = entryOf(mapping, 'sandbox')?.value;
  return node?.kind === 'scalar' && node.value === true;
}

/** Clauses of an answer, which a sandbox does not need. */
const OF_ANSWER =
  `union label distinct steps join having filters match prefix buckets group_by window compare select order_by limit offset tests`.split(
    ' ',
  );

/** Why a clause is not allowed in a sandbox. */
export function inSandbox(label: string, mapping: MappingNode) {
  const isAnswer = ['from', 'union'].some(name => entryOf(mapping, name) !== null);
  const where = isAnswer ? 'in a sandbox' : 'in a sandbox without `from`';
  return { what: `is not allowed ${where}`, hint: `Remove ${label}.` };
}

/** Without a sandbox, views are a list. */
const LISTED: KeyRule = {
  schema: () => ({ properties: { views: { type: 'array' } } }),
  check: (mapping, above, faults) => {
    const entry = entryOf(mapping, 'views');
    if (entry === null || entry.value.kind === 'sequence') return;
    faults.mistyped({ node: entry.value, above, entry }, ['array'], null);
  },
};

/** Without a caller's statement, a sandbox may have no answer of its own. */
export const CLAUSES_OR_VIEWS: KeyRule = rules(
  unless(not(IS_SANDBOXED), needs('views'), forbids(['pages'], inSandbox)),
  unless(allConditions(IS_SANDBOXED, not(anyCondition(has('from'), has('union')))), COMPLETE),
  unless(anyCondition(not(IS_SANDBOXED), has('from'), has('union')), forbids(OF_ANSWER, inSandbox)),
  unless(IS_SANDBOXED, LISTED),
);
