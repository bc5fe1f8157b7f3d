/** The parts of an OpenAPI document, as typed by `openapi-types`, with our own extensions. */

import type { OpenAPIV3_1 } from 'openapi-types';
import type { Filter } from '../../core/plan/filters.ts';
import type { ListedLife } from '../../core/plan/life.ts';
import type { Gaps } from '../../core/plan/query.ts';
import type { Compat } from '../../core/types/compat.ts';

/** One case for each value of an enum parameter; a single case with `null` if no parameter chooses. */
interface Case {
  readonly value: string | null;
}
interface Window extends Case {
  readonly seconds: number;
}
interface Interval extends Case {
  readonly last_seconds: number;
  readonly step_seconds: number;
}

/** `x-quern` of an operation: the facts of the specification other than parameters and rows. */
export interface EndpointFacts extends ListedLife {
  readonly name: string;
  readonly id: string;
  /** The service that the endpoint replaces; absent if there is none. */
  readonly compat?: Compat;
  /** Parameters that are ignored; absent if there are none. */
  readonly ignore?: readonly string[];
  readonly engines: readonly string[];
  readonly limit: number | null;
  readonly max_rows: number;
  /** In seconds; `null` if answers are not cached. */
  readonly cache: { readonly ttl: number; readonly refresh: number } | null;
  /** The maximum age of rows. */
  readonly retention: { readonly by: string | null; readonly windows: readonly Window[] } | null;
  readonly buckets: RecentDefinition | WindowDefinition | null;
}

/** Buckets of a time span that ends now. */
export interface RecentDefinition {
  readonly column: string;
  readonly by: string | null;
  readonly window: 'aligned' | 'sliding';
  readonly gaps: Gaps;
  readonly intervals: readonly Interval[];
}
/** Buckets of a window that requests choose. */
export interface WindowDefinition {
  readonly column: string;
  /** Names of the parameters that determine the window's start; `to` lists those for its end. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** The parameter that chooses the step, or `step` if the length of the window chooses it. */
  readonly by: string | null;
  readonly gaps: Gaps;
  /** A time zone, or `@` and a parameter; `null`: UTC. */
  readonly zone: string | null;
  readonly steps: readonly {
    readonly value: string | null;
    readonly step: string;
    /** The length of the longest window for which this step is used. */
    readonly up_to_seconds?: number;
  }[];
}

/** Our extensions of JSON Schema. */
export interface SchemaExtensions {
  /** The meaning of each value of an enum, in Markdown. */
  'x-enumDescriptions'?: Readonly<Record<string, string>>;
  /** The constraints as declared, with bounds as text, including those that JSON Schema cannot express. */
  'x-quern-constraints'?: Readonly<Record<string, string | number | boolean>>;
  /** A default that is not exactly a JSON number, as text. */
  'x-quern-default'?: string | readonly string[];
  /** A parameter's type as the specification names it: for JSON Schema many types are only texts. */
  'x-quern-type'?: string;
  /** How the value is written, if its type has more than one form. */
  'x-quern-encode'?: string;
  /** The unit as the author wrote it. */
  'x-unit'?: string;
}
export type Schema = OpenAPIV3_1.SchemaObject & SchemaExtensions;

/** `openapi-types` uses the schemas of OpenAPI 3.0 here. */
export type OperationParameter = Omit<OpenAPIV3_1.ParameterObject, 'schema'> & {
  readonly schema: Schema | Reference;
  /** The meaning of any other value of an enum: an error, or the default. */
  readonly 'x-quern-otherwise'?: 'reject' | 'default';
  /** Further texts that mean a value of the enum. */
  readonly 'x-quern-aliases'?: Readonly<Record<string, string>>;
  /** The filter and the operator of which the parameter is a pair. */
  readonly 'x-quern-filter'?: Filter;
  /** An example that is not exactly a JSON number, as text. */
  readonly 'x-quern-example'?: string | readonly string[];
};
/** A sample call of an operation, for readers. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}
export type Operation = Omit<OpenAPIV3_1.OperationObject, 'parameters'> & {
  readonly parameters?: readonly (OperationParameter | Reference)[];
  /** Of the path by identifier, only the name. */
  readonly 'x-quern'?: Pick<EndpointFacts, 'name'> & Partial<EndpointFacts>;
  readonly 'x-codeSamples'?: readonly CodeSample[];
};
export type Paths = Readonly<
  Record<string, { readonly get: Operation; readonly post?: Operation }>
>;
export type Response = OpenAPIV3_1.ResponseObject;
export type RequestBody = OpenAPIV3_1.RequestBodyObject;
export type ResponseHeader = OpenAPIV3_1.HeaderObject;
export type Reference = OpenAPIV3_1.ReferenceObject;
export type Components = Omit<OpenAPIV3_1.ComponentsObject, 'parameters'> & {
  readonly parameters: Readonly<Record<string, OperationParameter>>;
};
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: OpenAPIV3_1.InfoObject;
  readonly servers: readonly OpenAPIV3_1.ServerObject[];
  readonly tags: readonly OpenAPIV3_1.TagObject[];
  readonly paths: Paths;
  readonly components: Components;
}

/** A key is accepted in either header. */
export const SECURITY = [{ apiKey: [] }, { bearer: [] }];

type ComponentKind = 'schemas' | 'responses' | 'parameters' | 'requestBodies' | 'headers';

/** Returns a reference to a component. Component names consist of letters, digits, `.`, `_` and `-`, so nothing needs escaping. */
export function componentReference(kind: ComponentKind, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}
