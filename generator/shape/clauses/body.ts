/** The clauses of a body, which endpoints, steps, relations and views share. */
import type { Place, Report } from '../../core/report/diagnostics.ts';
import { entryOf, type MappingNode } from '../../core/spec/document.ts';
import type { ExpressionText, Located } from '../../core/spec/located.ts';
import { CALENDAR_UNITS, STEP_UNITS, type TimeUnit } from '../../core/types/scalar.ts';
import { reference } from '../emission.ts';
import { empty } from '../faults/words.ts';
import { asMapping, list, map, oneOrMany } from '../kinds/list.ts';
import { type FieldsOf, needed, object, optional, usually } from '../kinds/object.ts';
import { has, hasAny, type KeyRule, needs, rules, unless } from '../kinds/rules.ts';
import { expression, oneOf, placedFlag, text } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { keysNamed, part } from '../parts.ts';
import { as, described, type Shape } from '../shape.ts';
import { orChoice } from './choice.ts';
import { filterPrefix, filtersShape, match } from './filters.ts';
import { joinShape, UNSCOPED } from './join.ts';
import { limitShape, orderByShape } from './order.ts';
import { groupByShape, selectShape } from './outputs.ts';
import { predicate } from './predicate.ts';
import { bucketsShape, FROM, retentionShape, TO, windowShape } from './time.ts';

const relation = text('A data set or step.');

/** A calendar: it has one column, which is named after its unit. */
export interface SeriesSpec {
  readonly place: Place;
  readonly series: {
    readonly of: Located<TimeUnit>;
    readonly from: ExpressionText;
    readonly to: ExpressionText;
  };
}

const series: Shape<SeriesSpec> = as(
  object({
    series: needed(
      object({
        of: needed(oneOf([...STEP_UNITS, ...CALENDAR_UNITS], 'The unit, which names the column.')),
        from: needed(expression(`${FROM} The first row is the unit that contains it.`)),
        to: needed(expression(TO)),
      }),
    ),
  }),
  (fields, { place }) => ({ place, ...fields }),
);

const from = orChoice(
  'The data set or step to read, a choice among several, or a `series` of times, which has a row for each unit from `from` to `to`.',
  union(null, relation, series),
  relation,
);

const unionShape = as(
  list(relation, {
    min: 2,
    description: 'Instead of `from`: relations with the same columns, all of whose rows are read.',
  }),
  (of, _, place) => ({ place, of }),
);

const where = oneOrMany(predicate, { description: 'Predicates, all of which must be true.' });

/** The fields of a body; its schema contains each clause once. */
export const BODY = {
  from: optional(reference('from', from)),
  union: optional(reference('union', unionShape)),
  label: optional(
    reference(
      'label',
      part(
        'name',
        'With `union`: the name of a column that shows which relation each row comes from.',
      ),
    ),
  ),
  join: usually(reference('join', joinShape), []),
  where: usually(reference('where', where), []),
  filters: usually(reference('filters', filtersShape), []),
  match: optional(reference('match', match)),
  prefix: optional(reference('prefix', filterPrefix)),
  having: usually(
    reference(
      'having',
      oneOrMany(predicate, {
        description: 'Predicates on the output columns, including groups and window functions.',
      }),
    ),
    [],
  ),
  buckets: optional(reference('buckets', bucketsShape)),
  group_by: usually(reference('group_by', groupByShape), []),
  retention: optional(reference('retention', retentionShape)),
  window: optional(reference('window', windowShape)),
  compare: optional(
    reference(
      'compare',
      oneOf(
        ['previous'],
        'With `buckets` or `window`: outputs may use `previous_…` for the values of the previous period.',
      ),
    ),
  ),
  select: usually(reference('select', selectShape), []),
  order_by: usually(reference('order_by', orderByShape), []),
  limit: optional(reference('limit', limitShape)),
  distinct: optional(reference('distinct', placedFlag('Whether duplicate rows are removed.'))),
  unscoped: optional(reference('unscoped', placedFlag(UNSCOPED))),
};

type Fields = FieldsOf<typeof BODY>;

/** Relations whose rows a body reads one after another. */
export interface UnionSpec {
  readonly place: Place;
  readonly of: readonly Located<string>[];
  /** The name of the column that contains the name of each row's relation. */
  readonly label: Located<string> | null;
}
/** The clauses of an endpoint's answer or of a step. */
export interface BodySpec extends Omit<Fields, 'union' | 'label'> {
  readonly union: UnionSpec | null;
}

/** The clauses as they are resolved. Reports those that exclude each other. */
export function bodyOf(
  { union, label, ...others }: Fields,
  file: MappingNode,
  report: Report,
): BodySpec {
  checkFrom(file, report);
  checkFilters(file, report);
  return { union: union === null ? null : { ...union, label }, ...others };
}

function checkFrom(file: MappingNode, report: Report): void {
  const [from, union, label] = ['from', 'union', 'label'].map(name => entryOf(file, name));
  if (from && union) {
    const message = '`union` cannot be combined with `from`';
    report('clause-conflict', union.place, message, 'Remove one of them.');
  }
  if (label && !union) {
    const message = '`label` can only be used with `union`';
    report('clause-conflict', label.place, message, 'Remove it.');
  }
}

function checkFilters(file: MappingNode, report: Report): void {
  if (entryOf(file, 'filters') !== null) return;
  for (const name of ['match', 'prefix']) {
    const place = entryOf(file, name)?.place;
    if (place === undefined) continue;
    const message = `\`${name}\` can only be used with \`filters\``;
    report('clause-conflict', place, message, 'Remove it.');
  }
}

// ---- what a body needs ----------------------------------------------------------------------------------------------

/** `select` selects something. */
const SELECTS: KeyRule = {
  schema: () => ({
    properties: { select: { type: ['object', 'array', 'string'], minProperties: 1 } },
  }),
  check: (mapping, above, faults) => {
    const entry = entryOf(mapping, 'select');
    if (entry?.value.kind !== 'mapping') return;
    const { entries, incomplete } = entry.value;
    if (entries.length === 0 && !incomplete)
      faults.add(entry.value, empty({ node: entry.value, above, entry }));
  },
};

/** A body reads one relation or a union of several. Without groups, it must select something. */
export const COMPLETE: KeyRule = rules(
  unless(has('union'), needs('from')),
  needs('select'),
  unless(hasAny('group_by', 'buckets'), SELECTS),
);

const body = as(object(BODY, { rules: [COMPLETE] }), (fields, node, _, report) =>
  bodyOf(fields, asMapping(node), report),
);

export const steps = map(described('A relation, written with the clauses of an endpoint.', body), {
  names: keysNamed('name'),
  description: 'Relations that the endpoint and its other steps read by name.',
});
