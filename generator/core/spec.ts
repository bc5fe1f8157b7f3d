/**
 * The specification as written: the YAML typed one to one, every value with its place. `validate.ts` makes it from a
 * `Document`, `resolve.ts` reads it. Nothing is expanded or defaulted here; what the author left out is `null` or empty.
 */
import type { BodySpec, DurationSpec } from './body-spec.ts';
import type { Compat } from './compat.ts';
import type { Place, SourceText } from './diagnostics.ts';
import type { MappingNode } from './document.ts';
import type { Entry, ExpressionText, Located, Plain, PlainOrList } from './located.ts';
import type { AcceptedForm } from './scalar.ts';

export interface ParamSpec {
  /** The shared parameter that this one is a copy of. */
  readonly use: Located<string> | null;
  readonly type: Located<string> | null;
  readonly enum: Located<readonly Located<string>[]> | null;
  /** Further texts for values of the enum: from a text to a value. */
  readonly aliases: Located<readonly Entry<Located<string>>[]> | null;
  /** Where `list` stands; `null` where it is one value. Of a list, type and bounds are those of each item. */
  readonly list: Place | null;
  readonly minItems: Located<number> | null;
  readonly maxItems: Located<number> | null;
  readonly separator: Located<string> | null;
  readonly required: Located<boolean> | null;
  readonly default: Located<PlainOrList> | null;
  /** The same where it may be an expression. */
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
  /** Stands for an absent value in an engine's own SQL, in place of NULL. */
  readonly absent: Located<string> | null;
}
export interface GivenSpec {
  readonly source: Located<string> | null;
  readonly entries: readonly MappingNode[];
}
/** A request on given entries, and the rows that it must answer. */
export interface TestSpec {
  readonly now: Located<string>;
  readonly params: Located<readonly Entry<Located<PlainOrList>>[]> | null;
  /** Entries, whose values depend on the columns of their data set. Its name is `null` where the one that is answered is meant. */
  readonly given: Located<readonly GivenSpec[]>;
  /** Rows, whose values depend on the outputs; `null` where nobody has said yet. */
  readonly expect: readonly MappingNode[] | null;
}
interface SpecHead {
  readonly source: SourceText;
  /** False where a fault is reported already: it is resolved for its other faults, and never accepted. */
  readonly sound: boolean;
  readonly endpoint: Located<string>;
  readonly id: Located<string>;
  /** Further names that the endpoint answers to. */
  readonly aliases: readonly Located<string>[];
  /** The service that it stands in for. */
  readonly compat: Located<Compat> | null;
  /** Unknown parameters that are ignored. */
  readonly ignore: readonly Located<string>[];
  readonly summary: string | null;
  readonly description: string | null;
  readonly engines: Located<readonly Located<string>[]> | null;
  readonly params: readonly Entry<ParamSpec>[];
  readonly maxRows: Located<number> | null;
  readonly cache: Located<{ readonly ttl: number; readonly refresh: number } | 'off'> | null;
  readonly tests: readonly Entry<TestSpec>[];
}
/** An answer in pages, with the place of the key. */
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
  /** The parameter that says how many rows are skipped. */
  readonly offset: Located<string> | null;
  readonly views: readonly Located<string>[];
  readonly steps: readonly Entry<BodySpec>[];
  /** `null`: callers bring no statements of their own. */
  readonly sandbox: SandboxSpec | null;
}
/** The relations that statements of callers read. */
export interface SandboxSpec {
  /** Where `sandbox` stands. */
  readonly place: Place;
  readonly views: readonly Entry<ViewSpec>[];
}
/** A body; `null` in place of what it selects: all columns of its data set. */
export interface ViewSpec extends Omit<BodySpec, 'select'> {
  readonly select: BodySpec['select'] | null;
}
/** An endpoint in engines' own SQL. */
export interface OwnSpec extends SpecHead {
  readonly body: 'own';
  /** Where `query` stands. */
  readonly place: Place;
  /** Whether the statements read the rows of all tenants, in spite of a scope. */
  readonly unscoped: Located<boolean> | null;
  /** By engine. */
  readonly query: readonly Entry<readonly OwnPieceSpec[]>[];
  /** With the place of the key; `null` where nobody has said yet. */
  readonly columns: Located<readonly Entry<OwnColumnSpec>[]> | null;
}
/** An endpoint in GoogleSQL, of which every engine's statement is made. */
export interface GoogleSqlSpec extends SpecHead {
  readonly body: 'googlesql';
  /** Where `query` stands. */
  readonly place: Place;
  /** Whether the statement reads the rows of all tenants, in spite of a scope. */
  readonly unscoped: Located<boolean> | null;
  readonly text: OwnTextSpec;
  /** Descriptions of columns, with the place of the key. */
  readonly columns: Located<readonly Entry<OwnColumnSpec>[]> | null;
}
export type EndpointSpec = PortableSpec | OwnSpec | GoogleSqlSpec;
/** A text of SQL, or the file that holds it. */
export type OwnTextSpec =
  | { readonly file: null; readonly text: ExpressionText }
  | { readonly file: Located<string> };
/** A text for all requests, or for those with `when`; or a text for each value of `by`. */
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
