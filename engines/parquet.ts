/** The contract of an engine's writer of Parquet. Every service uses it, also for rows of another engine. */
import type { ManifestField } from '../generator/core/output/manifest.ts';

/**
 * Returns a file of the rows. `lines`: a JSON object for each row, with the fields' names and in order; integers and decimals are
 * texts, instants RFC 3339.
 */
export type ParquetWriter = (
  lines: string,
  fields: readonly ManifestField[],
) => Promise<Uint8Array>;
