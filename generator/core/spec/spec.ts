/**
 * The specification as written: the YAML typed one to one, every value with its place. `validate.ts` builds it from a `Document`,
 * `resolve.ts` reads it. Nothing is expanded or defaulted here; what the author left out is `null` or empty.
 */

import type { Place, SourceText } from '../report/diagnostics.ts';
import type { Compat } from '../types/compat.ts';
import type { AcceptedForm } from '../types/scalar.ts';
import type { BodySpec, DurationSpec } from './body-spec.ts';
import type { MappingNode } from './document.ts';
import type { Entry, ExpressionText, Located, Plain, PlainOrList } from './located.ts';

export interface ParamSpec {
  /** The shared parameter that this one copies. */
  readonly use: Located<string> | null;
  readonly type: Located<string> | null;
  readonly enum: Located<readonly Located<string>[]> | null;
  /** Further texts for values of the enum: each text with its value. */
  readonly aliases: Located<readonly Entry<Located<string>>[]> | null;
  /** The place of `list`; `null` for a single value. The type and bounds of a list apply to each item. */
  readonly list: Place | null;
  readonly minItems: Located<number> | null;
  readonly maxItems: Located<number> | null;
  readonly separator: Located<string> | null;
  readonly required: Located<boolean> | null;
  readonly default: Located<PlainOrList> | null;
  /** The default, if it may be an expression. */
  readonly moving: ExpressionText | null;
  readonly otherwise: Located<'reject' | 'default'> | null;
  readonly description: string | null;
  readonly example: Located<PlainOrList> | null;
  readonly min: Located<Plain> | null;
  readonly max: Located<Plain> | null;
  readonly minLength: Located<number> | null;
  readonly maxLength: Located<number> | null;
  readonly pattern: Located<string> | null;
  readonly accept: Located<AcceptedForm> | null;
  readonly deprecated: boolean | null;
  /** Replaces an absent value in an engine's own SQL, which is NULL otherwise. */
  readonly absent: Located<string> | null;
}
export interface GivenSpec {
  readonly source: Located<string> | null;
  readonly entries: readonly MappingNode[];
}
/** A request on given entries, and the expected rows. */
export interface TestSpec {
  readonly now: Located<string>;
  readonly params: Located<readonly Entry<Located<PlainOrList>>[]> | null;
  /** Entries; their values depend on the columns of their data set. Its name is `null` for the data set that the endpoint reads. */
  readonly given: Located<readonly GivenSpec[]>;
  /** Rows; their values depend on the outputs. `null` if the author has not declared them yet. */
  readonly expect: readonly MappingNode[] | null;
}
interface SpecHead {
  readonly source: SourceText;
  /** False if an error in it was reported already: it is resolved to find its other errors, but is never accepted. */
  readonly sound: boolean;
  readonly endpoint: Located<string>;
  readonly id: Located<string>;
  /** Further names of the endpoint. */
  readonly aliases: readonly Located<string>[];
  /** The service that the endpoint replaces. */
  readonly compat: Located<Compat> | null;
  /** Names of unknown parameters that are ignored. */
  readonly ignore: readonly Located<string>[];
  readonly summary: string | null;
  readonly description: string | null;
  readonly engines: Located<readonly Located<string>[]> | null;
  readonly params: readonly Entry<ParamSpec>[];
  readonly maxRows: Located<number> | null;
  readonly cache: Located<{ readonly ttl: number; readonly refresh: number } | 'off'> | null;
  readonly tests: readonly Entry<TestSpec>[];
}
/** The settings of an answer in pages, with the place of the key. */
export interface PagesSpec {
  readonly place: Place;
  readonly size: Located<number>;
  readonly maxSize: Located<number> | null;
  readonly expires: DurationSpec | null;
}
/** An endpoint in the clauses of the portable language. */
export interface PortableSpec extends SpecHead, BodySpec {
  readonly body: 'portable';
  readonly pages: PagesSpec | null;
  /** The parameter that sets how many rows are skipped. */
  readonly offset: Located<string> | null;
  readonly views: readonly Located<string>[];
  readonly steps: readonly Entry<BodySpec>[];
  /** `null`: callers cannot send statements of their own. */
  readonly sandbox: SandboxSpec | null;
}
/** The relations that callers' statements read. */
export interface SandboxSpec {
  /** The place of `sandbox`. */
  readonly place: Place;
  readonly views: readonly Entry<ViewSpec>[];
}
/** A body; `select` is `null` for all columns of its data set. */
export interface ViewSpec extends Omit<BodySpec, 'select'> {
  readonly select: BodySpec['select'] | null;
}
/** An endpoint in engines' own SQL. */
export interface OwnSpec extends SpecHead {
  readonly body: 'own';
  /** The place of `query`. */
  readonly place: Place;
  /** Whether the statements read the rows of all tenants, although a data set has a scope. */
  readonly unscoped: Located<boolean> | null;
  /** By engine. */
  readonly query: readonly Entry<readonly OwnPieceSpec[]>[];
  /** With the place of the key; `null` if the author has not declared them yet. */
  readonly columns: Located<readonly Entry<OwnColumnSpec>[]> | null;
}
/** An endpoint in GoogleSQL, from which the statements of all engines are built. */
export interface GoogleSqlSpec extends SpecHead {
  readonly body: 'googlesql';
  /** The place of `query`. */
  readonly place: Place;
  /** Whether the statement reads the rows of all tenants, although a data set has a scope. */
  readonly unscoped: Located<boolean> | null;
  readonly text: OwnTextSpec;
  /** Descriptions of columns, with the place of the key. */
  readonly columns: Located<readonly Entry<OwnColumnSpec>[]> | null;
}
export type EndpointSpec = PortableSpec | OwnSpec | GoogleSqlSpec;
/** A text of SQL, or the file that contains it. */
export type OwnTextSpec =
  | { readonly file: null; readonly text: ExpressionText }
  | { readonly file: Located<string> };
/** A text for all requests, or only for those with the parameter `when`; or a text for each value of `by`. */
export type OwnPieceSpec =
  | { readonly by: null; readonly when: Located<string> | null; readonly text: OwnTextSpec }
  | { readonly by: Located<string>; readonly cases: readonly Entry<OwnTextSpec>[] };
export interface OwnColumnSpec {
  readonly type: Located<string>;
  readonly required: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  readonly encode: Located<string> | null;
}
