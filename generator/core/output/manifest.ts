/**
 * `generated/manifest/`: the only contract between the compiler and everything that runs. `index.json` contains what a start of the service
 * needs, and the file of each endpoint its definition. One description of each value, in `manifest-*.ts`, gives its type and its schema.
 *
 * The manifest contains no clock, path, host or version of quern, so that a new release of quern by itself makes nothing stale. Integers
 * that may exceed 2^53 (defaults, bounds of int64 and timestamp parameters) are written as decimal text.
 */
import type { ManifestEndpoint } from './manifest-endpoint.ts';
import type { ManifestSource } from './manifest-fields.ts';

export type {
  IndexedEndpoint,
  IndexedReads,
  ManifestEndpoint,
  ManifestOrigins,
  ManifestPages,
  ManifestRange,
} from './manifest-endpoint.ts';
export type {
  ManifestBucket,
  ManifestColumn,
  ManifestField,
  ManifestFreshness,
  ManifestFreshnessStatement,
  ManifestOrder,
  ManifestSource,
  ManifestStored,
} from './manifest-fields.ts';
export type { ManifestList, ManifestParam } from './manifest-params.ts';
export type {
  ManifestCopy,
  ManifestEngine,
  ManifestRelation,
  ManifestSegment,
  ManifestStatement,
  ManifestView,
  ManifestWindow,
  ManifestWindowStep,
} from './manifest-statements.ts';

export const MANIFEST_FORMAT = 4;
/** The same files without markers, as earlier releases wrote them. The service still reads them. */
export const UNMARKED_FORMAT = 3;
/** The service still reads it. */
export const OLD_FORMAT = 2;

/** All definitions of a project. Format 2 is one file with them. */
export interface Manifest {
  readonly sources: Readonly<Record<string, ManifestSource>>;
  /** By name, ascending. */
  readonly endpoints: readonly ManifestEndpoint[];
}
