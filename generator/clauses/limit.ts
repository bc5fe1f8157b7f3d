/** `limit`: the number of rows in an answer, and the parameters that set it. */

import type { Query } from '../core/plan/query.ts';
import type { LimitSpec } from '../core/spec/body-spec.ts';
import type { Located } from '../core/spec/located.ts';
import type { Value } from '../core/types/scalar.ts';
import { boundsOf, paramType } from '../params/index.ts';
import { paramTypeWords } from '../params/list.ts';
import { bindCases, isCases } from '../resolve/cases.ts';
import { mayBeAbsent } from '../resolve/choices.ts';
import { type BodyContext, paramNamed } from '../resolve/scope.ts';
import { MAX_ROWS } from '../shape/clauses/order.ts';
import { type Clause, NO_PARTS, oncePerBody } from './clause.ts';

const limitOf = oncePerBody(({ context }) => resolveLimit(context));

export const limit: Clause = {
  ...NO_PARTS,
  choosers: spec => (spec.limit !== null && isCases(spec.limit) ? [spec.limit.by] : []),
  readAlone: resolveLimit,
  resolve: limitOf,
  finish: (query, body) => ({ ...query, ...limitOf(body) }),
  cutsRows: query => query.limit !== null || query.limitBy !== null,
};

/**
 * The number of rows to return. Reports a `limit` that can never be reached, and a parameter that may ask for more rows than an answer may
 * have.
 */
function resolveLimit(context: BodyContext): Pick<Query, 'limit' | 'limitBy'> {
  const { limit: written } = context.spec;
  if (written === null) return { limit: null, limitBy: null };
  if (isCases(written)) {
    for (const { value } of written.cases) checkLimit(context, value);
    const bound = bindCases(context, written);
    const cases =
      bound?.cases.map(({ name, value }) => ({ value: name, result: value.value })) ?? [];
    return { limit: null, limitBy: bound === null ? null : { by: bound.by, cases } };
  }
  checkLimit(context, written);
  const { value } = written;
  return typeof value === 'number'
    ? { limit: value, limitBy: null }
    : { limit: null, limitBy: value };
}

function checkLimit(context: BodyContext, { value, place }: LimitSpec): void {
  const { owner, maxRows, report } = context;
  if (typeof value === 'string') {
    const isAnswer = owner === 'endpoint';
    const [most, what] = isAnswer ? [maxRows, '`max_rows`, '] : [MAX_ROWS, ''];
    checkCount(context, { value, place }, { name: 'limit', least: 1, most, what });
    return;
  }
  if (owner !== 'endpoint' || value <= maxRows) return;
  const message = `\`limit\` is ${value}, more than \`max_rows\`, ${maxRows}`;
  report('clause-conflict', place, message, 'Lower `limit`, or raise `max_rows`.');
}

interface Counted {
  readonly name: 'limit' | 'offset';
  readonly least: 0 | 1;
  readonly most: number;
  /** The name of the bound, for the start of a message. */
  readonly what: string;
}

/** Checks the parameter of a clause that counts rows: an `int64` that is never absent and has bounds. */
export function checkCount(context: BodyContext, name: Located<string>, clause: Counted): void {
  const param = paramNamed(context, name);
  if (param === null || context.params.faulty.has(param.name)) return;
  const { place } = name;
  const at = `\`${param.name}\``;
  if (param.scalar !== 'int64' || param.list !== null || paramType(param.type).isSpan === true) {
    const type = paramTypeWords(param.type, param.list);
    const message = `${at} is of type \`${type}\`, and \`${clause.name}\` takes an \`int64\``;
    context.report('type-mismatch', place, message, 'Use another parameter.');
    return;
  }
  if (mayBeAbsent(param)) {
    const hint = `Give ${at} a default, or make it required.`;
    context.report('maybe-absent', place, `The parameter ${at} may be absent here`, hint);
  }
  const { values, constraints } = param;
  const isInside = (bound: Value | null) =>
    typeof bound === 'bigint' && bound >= 0n && bound <= BigInt(clause.most);
  if (boundsOf(param).every(isInside)) return;
  const fact = values === null ? 'needs bounds' : 'lists too many rows';
  const { least, most, what } = clause;
  const message = `${at} ${fact}: \`${clause.name}\` must be from 0 to ${what}${most}`;
  const bounds = [
    ...(isInside(constraints.min) ? [] : [`\`min: ${least}\``]),
    ...(isInside(constraints.max) ? [] : [`\`max: ${most}\``]),
  ];
  const hint = values === null ? `Give ${at} ${bounds.join(' and ')}.` : 'Remove the value.';
  context.report('clause-conflict', place, message, hint);
}
