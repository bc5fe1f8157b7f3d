/** `series`: a calendar, with a row for each unit of a window of time. */
import type { SeriesInput } from '../../core/plan/query.ts';
import type { SeriesSpec } from '../../core/spec/body-spec.ts';
import { plainField, type Readable } from '../../core/spec/source.ts';
import { UNIT_MICROS } from '../../core/types/scalar.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { MAX_ROWS } from '../../shape/clauses/order.ts';
import { parseBucketStep } from '../../shape/time.ts';
import type { Found } from '../clause.ts';
import { endsAs, resolvePeriod } from '../period.ts';

/** The ends cannot name columns. */
const NOTHING: Readable = { name: 'series', columns: [], keys: [] };

/** A series with a fault has a column of unknown type, so that the faults of its readers are found, too. */
export function resolveSeries(context: BodyContext, { series }: SeriesSpec): Found {
  const { value: name, place } = series.of;
  const ends = resolvePeriod(context, { ...series, of: series.from }, null, NOTHING, {
    what: 'the series is',
    places: { from: 'in `from`', to: 'in `to`' },
  });
  const step = parseBucketStep(name);
  if (step === null) throw new Error(`${name} is not a step`);
  const isDates = ends?.from.scalar === 'date' && ends.to.scalar === 'date';
  const isShort = isDates && step.micros !== null && step.micros < UNIT_MICROS.day;
  if (isShort) {
    const message = `A series of \`${name}\` needs timestamps, and both ends are dates`;
    context.report('invalid-step', place, message, 'Use `day` or a longer unit.');
  }
  if (ends === null || isShort) {
    const unknown = { ...NOTHING, broken: new Set([name]) };
    return { input: { kind: 'step', step: NOTHING.name, ...unknown }, sound: false };
  }
  const type = isDates ? 'date' : 'timestamp';
  const input: SeriesInput = {
    kind: 'series',
    name: NOTHING.name,
    columns: [plainField(name, type, false)],
    keys: [[name]],
    window: {
      ...endsAs(type, ends, null),
      step: { by: null, value: step },
      lengths: null,
      zone: null,
      gaps: 'empty',
      most: MAX_ROWS,
    },
  };
  return { input, sound: true };
}
