/** Columns of relations that are read as one. */
import type { SourceInput, StepInput } from '../../core/plan/query.ts';
import type { Field } from '../../core/spec/source.ts';

/** The column of that name of all `parts`, as no table stores it: it is only what holds for each of them. */
export function mergedColumn(column: Field, parts: readonly (SourceInput | StepInput)[]): Field {
  const nullable = parts.some(
    ({ columns }) => columns.find(({ name }) => name === column.name)?.nullable !== false,
  );
  const { computed: _, isDay: _days, ...plain } = column;
  return { ...plain, nullable, is: null, text: {}, fields: [] };
}
