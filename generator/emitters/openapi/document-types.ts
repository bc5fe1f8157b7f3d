/** The parts of an OpenAPI document as `openapi-types` has them, with the members that only we write. */

import type { OpenAPIV3_1 } from 'openapi-types';
import type { Compat } from '../../core/compat.ts';
import type { Filter } from '../../core/filters.ts';
import type { Gaps } from '../../core/query.ts';

/** A value for each case of an enum parameter; one case without a value where nothing is chosen. */
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

/** `x-quern` of an operation: what the specification says beyond parameters and rows. */
export interface Definition {
  readonly name: string;
  readonly id: string;
  /** Further names; only where there are any. */
  readonly aliases?: readonly string[];
  /** The service that it stands in for; only where there is one. */
  readonly compat?: Compat;
  /** Parameters that are ignored; only where there are any. */
  readonly ignore?: readonly string[];
  readonly engines: readonly string[];
  readonly limit: number | null;
  readonly max_rows: number;
  /** Seconds; `null` where answers are not kept. */
  readonly cache: { readonly ttl: number; readonly refresh: number } | null;
  /** Rows are newer than this. */
  readonly retention: { readonly by: string | null; readonly windows: readonly Window[] } | null;
  readonly buckets: RecentDefinition | WindowDefinition | null;
}

/** Buckets of a span of time back from now. */
export interface RecentDefinition {
  readonly column: string;
  readonly by: string | null;
  readonly window: 'aligned' | 'sliding';
  readonly gaps: Gaps;
  readonly intervals: readonly Interval[];
}
/** Buckets of a window that requests give. */
export interface WindowDefinition {
  readonly column: string;
  /** Names of the parameters that say when it begins and ends. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** The parameter that chooses the step, or `step` where the length of the window does. */
  readonly by: string | null;
  readonly gaps: Gaps;
  /** A time zone, or a parameter behind an `@`; `null`: UTC. */
  readonly zone: string | null;
  readonly steps: readonly {
    readonly value: string | null;
    readonly step: string;
    /** Of the longest window that it is for. */
    readonly up_to_seconds?: number;
  }[];
}

/** Beside the keywords of JSON Schema. */
export interface SchemaExtensions {
  /** The meaning of each value of an enum, in Markdown. */
  'x-enumDescriptions'?: Readonly<Record<string, string>>;
  /** The constraints as they are declared, bounds as text, also those that JSON Schema has no words for. */
  'x-quern-constraints'?: Readonly<Record<string, string | number | boolean>>;
  /** A default that is not exactly a JSON number, as text. */
  'x-quern-default'?: string | readonly string[];
  /** Of a parameter, as the specification names it: many types are a text to JSON Schema. */
  'x-quern-type'?: string;
  /** How the value is written, where its type has more than one form. */
  'x-quern-encode'?: string;
  /** The unit as the author wrote it. */
  'x-unit'?: string;
}
export type Schema = OpenAPIV3_1.SchemaObject & SchemaExtensions;

/** `openapi-types` has the schemas of 3.0 here. */
export type Parameter = Omit<OpenAPIV3_1.ParameterObject, 'schema'> & {
  readonly schema: Schema;
  /** The meaning of any other value of an enum: an error, or the default. */
  readonly 'x-quern-otherwise'?: 'reject' | 'default';
  /** Further texts that mean a value of the enum. */
  readonly 'x-quern-aliases'?: Readonly<Record<string, string>>;
  /** The filter and the operator that it is a pair of. */
  readonly 'x-quern-filter'?: Filter;
  /** An example that is not exactly a JSON number, as text. */
  readonly 'x-quern-example'?: string | readonly string[];
};
/** How an operation is called, for readers. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}
export type Operation = OpenAPIV3_1.OperationObject<{
  'x-quern'?: Definition;
  'x-codeSamples'?: readonly CodeSample[];
}>;
export type Paths = Readonly<
  Record<string, { readonly get: Operation; readonly post?: Operation }>
>;
export type Response = OpenAPIV3_1.ResponseObject;
export type Responses = Readonly<Record<string, Response>>;
export type RequestBody = OpenAPIV3_1.RequestBodyObject;
export type Header = OpenAPIV3_1.HeaderObject;
export type Reference = OpenAPIV3_1.ReferenceObject;
export type Components = Omit<OpenAPIV3_1.ComponentsObject, 'parameters'> & {
  readonly parameters: Readonly<Record<string, Parameter>>;
};
export interface Document {
  readonly openapi: string;
  readonly info: OpenAPIV3_1.InfoObject;
  readonly servers: readonly OpenAPIV3_1.ServerObject[];
  readonly tags: readonly OpenAPIV3_1.TagObject[];
  readonly paths: Paths;
  readonly components: Components;
}

type ComponentKind = 'schemas' | 'responses' | 'parameters' | 'requestBodies' | 'headers';

/** A reference to a component. Names of components are of letters, digits, `.`, `_` and `-`, so nothing is escaped. */
export function reference(kind: ComponentKind, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}
