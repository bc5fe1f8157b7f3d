/** Buckets over a window: its start and end, and the time zone that its steps follow. */

import type { Expr } from '../../core/expr/expr.ts';
import { textLiteral } from '../../core/expr/literals.ts';
import type { Lengths, WindowBuckets } from '../../core/plan/query.ts';
import type { BucketsSpec, WindowSpec } from '../../core/spec/body-spec.ts';
import type { Located } from '../../core/spec/located.ts';
import type { Readable } from '../../core/spec/source.ts';
import { zoneFault } from '../../language/time/zones.ts';
import { paramType, ZONE_TYPES } from '../../params/index.ts';
import { paramTypeWords } from '../../params/list.ts';
import { mayBeAbsent } from '../../resolve/choices.ts';
import { type BodyContext, paramNamed } from '../../resolve/scope.ts';
import { endsAs, resolvePeriod } from '../period.ts';
import { resolveSteps } from './steps.ts';

/** Returns `null` if the window has faults, which are reported. `of` is `null` if it has a fault. */
export function resolveWindow(
  context: BodyContext,
  spec: BucketsSpec,
  range: WindowSpec,
  of: Expr | null,
  read: Readable,
): WindowBuckets | null {
  const written = resolvePeriod(context, { ...range, of: spec.of }, of, read, {
    what: 'the buckets are',
    places: { from: 'in `from`', to: 'in `to`' },
  });
  const zone = range.zone === null ? undefined : zoneOf(context, range.zone, of);
  const steps = resolveSteps(context, range.step, {
    isDate: of?.scalar === 'date',
    isZoned: range.zone !== null,
  });
  if (of === null || written === null || zone === null || steps === null) return null;
  const ends = endsAs(of.scalar, written, zone ?? null);
  const measured = written.from.scalar === written.to.scalar ? written : ends;
  const lengths: Lengths | null = steps.lengths && { ...measured, steps: steps.lengths };
  return {
    kind: 'window',
    of,
    ...ends,
    step: steps.step,
    lengths,
    zone: zone ?? null,
    gaps: spec.gaps.value,
    most: context.maxRows,
  };
}

/** The time zone, from a name or a parameter. Returns `null` if it has a fault. */
function zoneOf(
  context: BodyContext,
  { value, place }: Located<string>,
  of: Expr | null,
): Expr | null {
  if (of?.scalar === 'date') {
    const message = 'A `date` is the same in every time zone';
    context.report('clause-conflict', place, message, 'Remove `zone`.');
    return null;
  }
  if (value.startsWith('@')) return zoneParam(context, { value: value.slice(1), place });
  const fault = zoneFault(value);
  if (fault === null) return textLiteral(value);
  context.report('type-mismatch', place, fault.message, fault.hint);
  return null;
}

function zoneParam(context: BodyContext, name: Located<string>): Expr | null {
  const param = paramNamed(context, name);
  if (param === null || context.params.untyped.has(param.name)) return null;
  if (param.list !== null || paramType(param.type).isZone !== true) {
    const type = paramTypeWords(param.type, param.list);
    const message = `The parameter \`${param.name}\` is a \`${type}\`, not a time zone`;
    const hint = `Declare \`${param.name}\` with \`type: ${ZONE_TYPES.join('` or `')}\`.`;
    context.report('type-mismatch', name.place, message, hint);
    return null;
  }
  if (mayBeAbsent(param)) {
    const hint = `Give \`${param.name}\` a default, or make it required.`;
    context.report(
      'maybe-absent',
      name.place,
      `The parameter \`${param.name}\` may be absent here`,
      hint,
    );
    return null;
  }
  return { kind: 'param', name: param.name, form: 'value', scalar: 'string', nullable: false };
}
