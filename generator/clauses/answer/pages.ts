/** `pages`: an order in which every row has a unique place, and whose values a cursor can contain. */

import { MAX_STATEMENTS } from '../../core/expr/choice.ts';
import { holds } from '../../core/expr/walk.ts';
import {
  CURSOR,
  LONGEST_CURSOR,
  PAGE_SIZE,
  type PageKey,
  type Pages,
  tellsRows,
} from '../../core/plan/pages.ts';
import type { Param } from '../../core/plan/param.ts';
import type { OutputColumn } from '../../core/plan/query.ts';
import type { Report } from '../../core/report/diagnostics.ts';
import type { OrderSpec } from '../../core/spec/body-spec.ts';
import type { PagesSpec, PortableSpec } from '../../core/spec/spec.ts';
import { isScalar } from '../../core/types/scalar.ts';
import type { BodyDraft } from '../../resolve/bodies/body.ts';
import { isTotal, orderHint } from '../../resolve/bodies/keys.ts';
import { isCases, sortKeysIn } from '../../resolve/cases.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { conditionsIn } from '../predicates.ts';

export interface Paged {
  readonly pages: Pages;
  /** The parameters that `pages` adds. */
  readonly params: readonly Param[];
}

type Spec = PortableSpec & { readonly pages: PagesSpec };

const HOUR = 3600n;
const MICROS = 1_000_000n;

/** The pages of an endpoint, and the parameters for its callers. Reports why an endpoint cannot have pages. */
export function resolvePages(spec: Spec, context: BodyContext, answer: BodyDraft): Paged {
  const { size, maxSize, expires } = spec.pages;
  reportReserved(spec, context.report);
  reportSizes(spec.pages, context);
  reportClauses(spec, context.report, answer);
  reportWindows(spec, context.report, answer);
  const boundTo = (keys: readonly OrderSpec[]) =>
    keys.flatMap(key => {
      const output = answer.outputs.find(one => one?.name === key.output.value);
      return output == null ? [] : [{ key, output }];
    });
  const written = sortKeysIn(spec);
  const byName = new Map(boundTo(written).map(each => [each.output.name, each]));
  const isWhole = boundTo(written).length === written.length && !answer.outputs.includes(null);
  if (isWhole && !answer.isOneRow) {
    for (const keys of ordersOf(spec)) reportOrder(spec, context.report, answer, boundTo(keys));
  }
  for (const each of byName.values()) reportKey(each, context.report);
  const taken = spec.params.map(({ name }) => name.toLowerCase());
  const fresh = (name: string) => {
    let free = name;
    while (taken.includes(free.toLowerCase())) free += '_';
    taken.push(free.toLowerCase());
    return free;
  };
  const keys = [...byName.values()].flatMap(({ output }) => keyOf(output, fresh) ?? []);
  return {
    pages: {
      expires: Number((expires?.value ?? HOUR * MICROS) / MICROS),
      keys,
      bound: { rows: fresh('page_rows'), arrival: fresh('arrived_at') },
    },
    params: pageParams(size.value, maxSize?.value ?? context.maxRows),
  };
}

/** Every order that a request can have: one for each combination of cases. */
function ordersOf({ orderBy }: Spec): readonly (readonly OrderSpec[])[] {
  let all: readonly (readonly OrderSpec[])[] = [[]];
  for (const item of orderBy) {
    const cases = isCases(item) ? item.cases.map(({ value }) => value) : [[item]];
    // more are reported as `too-many-statements`
    if (all.length * cases.length > MAX_STATEMENTS) return [];
    all = all.flatMap(keys => cases.map(more => [...keys, ...more]));
  }
  return all;
}

function keyOf({ name, expr }: OutputColumn, fresh: (name: string) => string): PageKey | null {
  if (expr.kind === 'record' || !isScalar(expr.scalar) || !tellsRows(expr)) return null;
  return { output: name, scalar: expr.scalar, after: fresh(`after_${name}`) };
}

function reportReserved({ params }: PortableSpec, report: Report): void {
  for (const { name, place } of params) {
    if (![PAGE_SIZE, CURSOR].includes(name.toLowerCase())) continue;
    const message = `\`${name}\` is a parameter that \`pages\` adds`;
    report('reserved-name', place, message, 'Use another name.');
  }
}

function reportSizes({ size, maxSize }: PagesSpec, { maxRows, report }: BodyContext): void {
  const most = maxSize ?? { value: maxRows, place: size.place };
  if (most.value > maxRows) {
    const message = `\`max_size\` is ${most.value}, more than \`max_rows\`, ${maxRows}`;
    report('clause-conflict', most.place, message, 'Lower `max_size`, or raise `max_rows`.');
  }
  if (size.value <= most.value) return;
  const than = maxSize === null ? 'max_rows' : 'max_size';
  const message = `\`size\` is ${size.value}, more than \`${than}\`, ${most.value}`;
  report('clause-conflict', size.place, message, `Lower \`size\`, or raise \`${than}\`.`);
}

function reportClauses({ limit, pages }: Spec, report: Report, { isOneRow }: BodyDraft): void {
  if (limit !== null) {
    const message = '`limit` cannot be combined with `pages`';
    report('clause-conflict', limit.place, message, 'Remove it: `max_size` bounds a page.');
  }
  if (!isOneRow) return;
  report(
    'clause-conflict',
    pages.place,
    'The answer has one row, so it has no pages',
    'Remove it.',
  );
}

/** A window function computes over the rows that its SELECT reads, and the second page reads other rows than the first. */
function reportWindows(spec: Spec, report: Report, { drafts, having }: BodyDraft): void {
  for (const { expr, text } of [...drafts, ...conditionsIn(spec.having, having)]) {
    if (expr === null || !holds(expr, 'window')) continue;
    const message = 'A window function needs all rows, and a page has only some of them';
    report('misplaced-window', text.place, message, 'Compute it in a step, and read the step.');
  }
}

interface Ordered {
  readonly key: OrderSpec;
  readonly output: OutputColumn;
}

function reportOrder(
  { pages, union, join, groupBy }: Spec,
  report: Report,
  { keys, aggregates, outputs }: BodyDraft,
  ordered: readonly Ordered[],
): void {
  const by = ordered.map(({ output }) => output.expr);
  if (isTotal(keys, by)) return;
  const place = ordered.at(-1)?.key.output.place ?? pages.place;
  const message =
    ordered.length === 0
      ? '`pages` needs `order_by`'
      : 'Rows can be equal in `order_by`, and `pages` needs a unique position for every row';
  const isKeyless = union !== null || join.some(({ value }) => value.many);
  const hint =
    isKeyless && keys.length === 0 && !aggregates && groupBy.length === 0
      ? 'Group the rows, and order by the groups: those of a union or of a `many` join have no key.'
      : orderHint(keys, by, outputs);
  report('unordered-limit', place, message, hint);
}

/** Reports values that a cursor cannot contain unchanged, or whose comparison may differ from their order. */
function reportKey({ key, output: { name, role, expr } }: Ordered, report: Report): void {
  const { place } = key.output;
  // rows without a timestamp are in no bucket
  if (expr.kind !== 'record' && expr.nullable && role !== 'bucket') {
    const message = `\`${name}\` may be NULL, and a cursor cannot contain NULL`;
    const hint = `Make its column \`required\`, or order by \`coalesce(${name}, …)\`; \`hidden: true\` keeps it out of the answer.`;
    report('type-mismatch', place, message, hint);
  }
  if (expr.kind === 'record' || expr.scalar !== 'float64') return;
  const message = `\`${name}\` is \`float64\`, which engines do not compute identically to the last digit`;
  const hint = `Order by a whole number such as \`cast_int64(${name} * 1000)\`; \`hidden: true\` keeps it out of the answer.`;
  report('type-mismatch', place, message, hint);
}

/** The parameters that pages add. */
function pageParams(size: number, maxSize: number): readonly Param[] {
  const common = {
    list: null,
    values: null,
    required: false,
    otherwise: 'reject',
    example: null,
    deprecated: false,
  } as const;
  const unbounded = { min: null, max: null, minLength: null, maxLength: null, pattern: null };
  return [
    {
      ...common,
      name: PAGE_SIZE,
      type: 'int64',
      scalar: 'int64',
      default: BigInt(size),
      constraints: { ...unbounded, min: 1n, max: BigInt(maxSize) },
      description: 'How many rows a page has.',
    },
    {
      ...common,
      name: CURSOR,
      type: 'string',
      scalar: 'string',
      default: null,
      constraints: { ...unbounded, maxLength: LONGEST_CURSOR },
      description:
        'Where the page begins: `X-Next-Cursor` of the page before, with the same other parameters. The first page has none.',
    },
  ];
}
