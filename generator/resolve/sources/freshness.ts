/** `freshness` of a data set. */
import type { Report } from '../../core/report/diagnostics.ts';
import type { Freshness, Readable } from '../../core/spec/source.ts';
import type { SourceSpec } from '../../core/spec/sources-spec.ts';
import { UNIT_MICROS } from '../../core/types/scalar.ts';
import { checkExpression } from '../../language/checker.ts';
import { NO_NAMES } from '../../language/scope.ts';

/** `null` if there is none, or if it has faults, which are reported. */
export function resolveFreshness(
  { name, freshness }: SourceSpec,
  source: Pick<Readable, 'columns' | 'broken'>,
  report: Report,
): Freshness | null {
  if (freshness === null) return null;
  const { of, within } = freshness;
  if (within.value < UNIT_MICROS.minute) {
    const message = 'The newest entry may not be required to be younger than a minute';
    report('invalid-duration', within.place, message, 'Write `1 minute` or more.');
    return null;
  }
  const scope = { expects: 'timestamp', aggregates: 'in `freshness`', shared: 'columns' } as const;
  const from = { ...source, name: name.value, keys: [] };
  const expr = checkExpression(of, { ...scope, from, ...NO_NAMES }, report);
  if (expr === null) return null;
  if (expr.kind === 'column') return { of: of.value, within: within.value };
  const message = `\`${of.value}\` is not a column of points in time`;
  report('type-mismatch', of.place, message, 'Declare a column with `is`, and name it here.');
  return null;
}
