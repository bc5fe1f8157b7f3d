/** Names the stored columns that a statement converts, if one of their values has none in the declared type. */
import { EngineFailure } from '../../engines/engine.ts';
import type {
  Manifest,
  ManifestEndpoint,
  ManifestField,
} from '../../generator/core/output/manifest.ts';
import { DecodeFailure } from './cells/cells.ts';

export type Sources = Manifest['sources'];

/** Returns the columns and fields of data sets, as `source.column`, whose conversion on this engine may fail. */
export function convertedColumns(
  { own, engines }: Pick<ManifestEndpoint, 'own' | 'engines'>,
  sources: Sources,
  engine: string,
): readonly string[] {
  // an author's own statement converts what it wants
  if (own !== undefined) return [];
  return Object.entries(engines[engine]?.reads ?? {}).flatMap(([source, paths]) =>
    paths.flatMap(path => {
      const field = fieldAt(sources[source]?.columns ?? [], path.split('.'));
      return field !== null && isConverted(field, engine) ? [`${source}.${path}`] : [];
    }),
  );
}

function fieldAt(
  fields: readonly ManifestField[],
  [name, ...more]: readonly string[],
): ManifestField | null {
  const found = fields.find(field => field.name === name) ?? null;
  return found === null || more.length === 0 ? found : fieldAt(found.fields ?? [], more);
}

/** Documents are texts that the engine parses. */
function isConverted({ type, stored }: ManifestField, engine: string): boolean {
  return stored?.[engine]?.type !== undefined || type === 'json';
}

/** The failure with the columns that it may come from, where it is one of a value. */
export function toldColumns(
  failure: EngineFailure | DecodeFailure,
  columns: readonly string[],
): EngineFailure | DecodeFailure {
  if (!(failure instanceof EngineFailure) || failure.kind !== 'unconvertible') return failure;
  if (columns.length === 0) return failure;
  const message = 'contains a value that its type lacks';
  return new DecodeFailure('stored_value', columns.join('` or `'), message, { cause: failure });
}
