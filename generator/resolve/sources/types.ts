/** Reports columns that an engine cannot have, because it lacks their type or a function that computes them. */
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { Entry, Located } from '../../core/spec/located.ts';
import type { Source } from '../../core/spec/source.ts';
import type { FieldSpec, SourceSpec } from '../../core/spec/sources-spec.ts';
import {
  listOf,
  mapOf,
  recordsOf,
  SCALARS,
  type Scalar,
  type Type,
  typeWords,
} from '../../core/types/scalar.ts';
import { summarizeNames } from '../names/names.ts';
import { type Abilities, reportSpelling } from '../usage.ts';

/**
 * Reports each stored column of a type that one of the `enabled` engines lacks, if the data set has a table on that engine. A derived
 * column has the type of the column that it reads.
 */
export function reportMissingTypes(
  { columns, tables }: SourceSpec,
  enabled: readonly string[],
  { hasType }: Abilities,
  report: Report,
): void {
  const engines = enabled.filter(engine => tables.some(({ name }) => name === engine));
  const requireType = (type: Type, place: Place) => {
    const lacking = engines.filter(engine => !hasType(engine, type));
    if (lacking.length === 0) return;
    const message = `The type \`${typeWords(type)}\` cannot be stored on ${summarizeNames(lacking)}`;
    const hint = 'Use another type, or leave out the table of the data set on that engine.';
    report('unsupported-type', place, message, hint);
  };
  const look = (entries: readonly Entry<FieldSpec>[]) => {
    for (const { value, place } of entries) {
      if (value.record !== null) look(value.record);
      if (value.list?.of === 'records') {
        look(value.list.fields);
        requireType(recordsOf([], null), place);
      }
      if (value.is !== null) continue;
      for (const { value: type, place } of storedTypes(value)) requireType(type, place);
    }
  };
  look(columns);
}

/** The types of a stored field, with their places; empty where its type is an unknown name. */
function storedTypes({ type, list, map }: FieldSpec): readonly Located<Type>[] {
  const written = [
    [type, (scalar: Scalar): Type => scalar],
    [list?.of === 'values' ? list.type : null, listOf],
    [map, mapOf],
  ] as const;
  return written.flatMap(([text, typeOf]) => {
    const scalar = SCALARS.find(name => name === text?.value);
    if (text === null || scalar === undefined) return [];
    return [{ ...text, value: typeOf(scalar) }];
  });
}

/** Reports each computed column that one of the `enabled` engines cannot express, if the data set has a table on that engine. */
export function reportUnspellableColumns(
  { columns: specs, tables }: SourceSpec,
  { columns }: Source,
  enabled: readonly string[],
  abilities: Abilities,
  report: Report,
): void {
  const engines = enabled.filter(engine => tables.some(({ name }) => name === engine));
  const without = 'leave out the table of the data set on that engine';
  for (const { name, value } of specs) {
    const computed = columns.find(column => column.name === name)?.computed;
    if (computed === undefined || value.is === null) continue;
    reportSpelling(report, engines, abilities, without)(value.is, computed);
  }
}
