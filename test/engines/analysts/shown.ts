/** An analysis as a test writes it. */
import type { Analysis } from '../../../engines/analyst.ts';

/** Columns as `name TYPE scalar`, with the scalar that is named first; parts of a table's name are joined by dots. */
export function shownOf(analysis: Analysis) {
  if (analysis.kind === 'refused') return { columns: analysis.message, tables: '', parameters: '' };
  const { columns, reason, tables, parameters } = analysis;
  const shown = columns?.map(({ name, type, readAs }) => `${name} ${type} ${readAs[0]}`);
  return {
    columns: shown?.join(', ') ?? reason?.message,
    tables: tables.map(parts => parts.join('.')).join(' '),
    parameters: parameters.join(' '),
  };
}
