/** `offset`: the number of rows that the answer skips, and the order that this requires. */
import type { Place } from '../../core/report/diagnostics.ts';
import type { PortableSpec } from '../../core/spec/spec.ts';
import type { BodyDraft } from '../../resolve/bodies/body.ts';
import { isTotal, orderHint } from '../../resolve/bodies/keys.ts';
import { isCases } from '../../resolve/cases.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { MAX_OFFSET } from '../../shape/clauses/order.ts';
import { checkCount } from '../limit.ts';

/**
 * The parameter for the number of skipped rows. Reports a conflicting clause, and an order that leaves rows equal, because an engine might
 * return one of them twice. `answer` is `null` if the body has faults.
 */
export function resolveOffset(
  spec: PortableSpec,
  context: BodyContext,
  answer: BodyDraft | null,
): string | null {
  const { offset, limit, pages } = spec;
  if (offset === null) return null;
  const { report } = context;
  checkCount(context, offset, { name: 'offset', least: 0, most: MAX_OFFSET, what: '' });
  if (pages !== null) {
    const message = '`offset` cannot be combined with `pages`';
    report('clause-conflict', offset.place, message, 'Remove one of them.');
  } else if (limit === null) {
    const message = '`offset` needs `limit`';
    report('clause-conflict', offset.place, message, "Add `limit`, as in `limit: '@limit'`.");
  } else if (answer?.isOneRow === true) {
    const message = 'The answer has one row, so there are no rows to skip';
    report('clause-conflict', offset.place, message, 'Remove `offset`.');
  } else if (answer !== null) {
    checkTotal(context, answer, { name: 'offset', place: offset.place });
  }
  return offset.value;
}

/** Warns of an answer whose `limit` cuts between rows that may be equal in its order. Without a known key, rows may be unique all the same. */
export function warnOfTies(
  { limit, offset, pages }: PortableSpec,
  context: BodyContext,
  answer: BodyDraft | null,
): void {
  if (limit === null || offset !== null || pages !== null) return;
  if (answer === null || answer.isOneRow || answer.keys.length === 0) return;
  checkTotal(context, answer, { name: 'limit', place: limit.place }, 'ambiguous-order');
}

/** Reports an order that lets the engine choose which rows are kept or skipped. */
export function checkTotal(
  { report, spec }: BodyContext,
  { keys, outputs }: BodyDraft,
  { name, place }: { readonly name: 'limit' | 'offset'; readonly place: Place },
  code: 'unordered-limit' | 'ambiguous-order' = 'unordered-limit',
): void {
  if (outputs.includes(null)) return;
  const ordered = orderedAlways(spec.orderBy).map(key => outputs.find(one => one?.name === key));
  const by = ordered.flatMap(output => (output == null ? [] : [output.expr]));
  if (isTotal(keys, by)) return;
  const does = name === 'limit' ? 'keeps' : 'skips';
  const message =
    spec.orderBy.length === 0
      ? `\`${name}\` needs \`order_by\`: without it, the engine decides which rows it ${does}`
      : `Rows can be equal in \`order_by\`, and then the engine decides which of them \`${name}\` ${does}`;
  report(code, place, message, orderHint(keys, by, outputs));
}

/** The outputs by which rows are ordered for all values of the parameters. */
function orderedAlways(orderBy: PortableSpec['orderBy']): readonly string[] {
  return orderBy.flatMap(item => {
    if (!isCases(item)) return [item.output.value];
    const [first = [], ...others] = item.cases.map(({ value }) =>
      value.map(({ output }) => output.value),
    );
    return first.filter(name => others.every(names => names.includes(name)));
  });
}
