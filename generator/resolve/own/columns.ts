/** The declared columns of an endpoint in own SQL. */
import type { OwnColumn } from '../../core/plan/endpoint.ts';
import type { Entry } from '../../core/spec/located.ts';
import type { OwnColumnSpec } from '../../core/spec/spec.ts';
import { SCALARS } from '../../core/types/scalar.ts';
import { resolveEncoding } from '../encoding.ts';
import { distinctNames, suggest, summarizeNames } from '../names/names.ts';
import type { OwnContext } from './context.ts';

/** `encode` is `null` if the column has a fault. */
type Draft = Omit<OwnColumn, 'encode'> & { readonly encode: OwnColumn['encode'] | null };

export function resolveOwnColumns(context: OwnContext): readonly Draft[] {
  const { spec, report } = context;
  if (spec.columns === null || spec.columns.value.length === 0) {
    const message = 'The columns of the rows are not declared';
    report(
      'missing-columns',
      spec.place,
      message,
      'Run `quern check --update`, which writes them.',
    );
    return [];
  }
  distinctNames(spec.columns.value, 'column', report);
  return spec.columns.value.map(column => resolveColumn(column, context));
}

function resolveColumn({ name, place, value }: Entry<OwnColumnSpec>, context: OwnContext): Draft {
  const { report } = context;
  const { type: written, required, description, unit } = value;
  const type = SCALARS.find(scalar => scalar === written.value);
  if (type === undefined) {
    const message = `\`${written.value}\` is not a column type`;
    const hint = suggest(written.value, SCALARS) ?? `Use one of ${summarizeNames(SCALARS)}.`;
    report('invalid-value', written.place, message, hint);
  }
  const known = type ?? 'string';
  const encode = type === undefined ? null : resolveEncoding(name, known, value.encode, context);
  return { name, place, type: known, nullable: !required, description, unit, encode };
}
