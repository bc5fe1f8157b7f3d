/** The endpoints that a key may run, as `GET /api/endpoints` lists them. */
import type {
  ManifestBucket,
  ManifestColumn,
  ManifestField,
  ManifestParam,
  ManifestRange,
} from '../../generator/core/output/manifest.ts';
import type { ListedLife } from '../../generator/core/plan/life.ts';

export type ListedParameter = ManifestParam;
export type ListedColumn = ManifestColumn;
export type ListedField = ManifestField;
export type Bucket = ManifestBucket;

/** A parameter that the caller's key fixes. */
export interface FixedParameter extends ListedParameter {
  readonly value: string | readonly string[];
}
/** A relation that statements of a sandbox can read. */
export interface ListedView {
  readonly name: string;
  readonly columns: readonly ManifestField[];
}
export interface ListedEndpoint extends ListedLife {
  readonly id: string;
  readonly name: string;
  readonly summary: string | null;
  readonly description: string | null;
  /** The saved query on the running engine; `null` if there is none. */
  readonly query: string | null;
  readonly max_rows: number;
  /** How long rows are cached, in seconds. */
  readonly caching: number | null;
  readonly query_sandboxing: boolean;
  readonly parameters: readonly ListedParameter[];
  readonly fixed: readonly FixedParameter[];
  readonly range?: ManifestRange;
  readonly pages?: { readonly expires: number };
  readonly columns: readonly ListedColumn[];
  readonly views?: readonly ListedView[];
}
interface Service {
  readonly engine: string;
  readonly title: string;
  /** Names of generated clients by language. */
  readonly clients: Readonly<Record<string, string>>;
}
export interface ServiceListing {
  readonly endpoints: readonly ListedEndpoint[];
  readonly service: Service;
}
