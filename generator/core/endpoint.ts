/** Endpoints with all names bound: what resolving gives and planning, emitting and testing read. */
import type { Place } from './diagnostics.ts';
import type { Expr, Predicate, RecordExpr } from './expr.ts';
import type { Scalar, Step, Value } from './scalar.ts';
import type { Source } from './source.ts';
import type { ExpressionText } from './spec.ts';

/** Constraints of a parameter; `null` where there is none. Bounds are of the parameter's scalar. */
export interface Constraints {
  readonly min: Value | null;
  readonly max: Value | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** An RE2 pattern that the whole text must match. */
  readonly pattern: string | null;
}

export interface Param {
  readonly name: string;
  /** Name of the parameter type in `params/`. */
  readonly type: string;
  readonly scalar: Scalar;
  /** The values of an enum, in declared order; `null` for other types. */
  readonly values: readonly string[] | null;
  readonly required: boolean;
  readonly default: Value | null;
  /** What any other value of an enum means. */
  readonly otherwise: 'reject' | 'default';
  readonly constraints: Constraints;
  readonly description: string | null;
  readonly example: Value | null;
  readonly deprecated: boolean;
}

export const ENCODINGS = [
  'rfc3339',
  'epoch_micros',
  'epoch_millis',
  'string',
  'number',
  'plain',
] as const;

/** How a value is written in JSON beyond what its scalar says; `plain` says nothing more. */
export type Encoding = (typeof ENCODINGS)[number];

export interface Output {
  readonly name: string;
  readonly role: 'bucket' | 'group' | 'value';
  /** Over columns of the data set, with aggregates inside where the endpoint aggregates. Other outputs are substituted. */
  readonly expr: Expr | RecordExpr;
  readonly hidden: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  readonly encode: Encoding;
}

/** A span of time back from now and the step of its buckets. */
export interface Interval {
  readonly last: bigint;
  readonly step: Step;
}

/** One value, or one for each value of an enum parameter. */
export type ByChoice<T> =
  | { readonly by: null; readonly value: T }
  | {
      readonly by: string;
      readonly cases: readonly { readonly value: string; readonly result: T }[];
    };

export interface Buckets {
  readonly of: Expr;
  readonly window: 'aligned' | 'sliding';
  readonly gaps: 'omit' | 'zero';
  readonly intervals: ByChoice<Interval>;
}

/** Rows must be newer than now minus the window (microseconds), strictly. */
export interface Retention {
  readonly windows: ByChoice<bigint>;
}

/** One data set with the endpoint's conditions bound to its columns. */
export interface Reading {
  readonly source: Source;
  readonly where: readonly Predicate[];
  /** The column that the retention window is measured on. */
  readonly retentionOf: Expr | null;
}

export interface Cache {
  /** Seconds. */
  readonly ttl: number;
  /** Seconds; 0 means no warming. */
  readonly refresh: number;
}

/** A value of JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/** The entries of a data set. */
export interface GivenEntries {
  /** Its name. */
  readonly source: string;
  /** Each as JSON text: no digit of a number is lost. */
  readonly entries: readonly string[];
}

/** A request on given entries, and the rows that it must answer. */
export interface EndpointTest {
  readonly name: string;
  /** What the clock says, in microseconds since 1970 UTC. */
  readonly now: bigint;
  /** Texts as a caller would write them, by parameter. */
  readonly params: Readonly<Record<string, string>>;
  readonly given: readonly GivenEntries[];
  /** `null` where nobody has said yet. */
  readonly expect: readonly { readonly [column: string]: Json }[] | null;
}

/** The members that all endpoints share, portable or in engines' own SQL. */
interface EndpointHead {
  readonly name: string;
  readonly id: string;
  readonly summary: string | null;
  readonly description: string | null;
  readonly params: readonly Param[];
  /** How many rows the query asks for; `null` where it does not say, or says so itself. */
  readonly limit: number | null;
  readonly maxRows: number;
  readonly cache: Cache | null;
  readonly sandbox: boolean;
  /** Names of the dialects that it is compiled for. */
  readonly engines: readonly string[];
  readonly tests: readonly EndpointTest[];
}

/** An endpoint in the portable language: all names bound, all expressions typed and all defaults in place. */
export interface PortableEndpoint extends EndpointHead {
  readonly body: 'portable';
  readonly from: Reading;
  readonly views: readonly Reading[];
  readonly buckets: Buckets | null;
  readonly retention: Retention | null;
  readonly aggregates: boolean;
  /** In output order: bucket, groups, values. */
  readonly outputs: readonly Output[];
  readonly orderBy: readonly { readonly output: string; readonly descending: boolean }[];
}

/** An endpoint in engines' own SQL: a statement for each, and the columns that each answers. */
export interface OwnEndpoint extends EndpointHead {
  readonly body: 'own';
  /** By dialect. */
  readonly statements: Readonly<Record<string, OwnStatement>>;
  readonly columns: readonly OwnColumn[];
  /** Where they are declared. */
  readonly columnsAt: Place;
}

export type Endpoint = PortableEndpoint | OwnEndpoint;

/** A statement in an engine's own words, piece by piece. */
export interface OwnStatement {
  readonly pieces: readonly OwnPiece[];
  /** Names of the data sets whose tables it names, in the order of the data sets. */
  readonly sources: readonly string[];
}

/** A text that is always there, or where the parameter `when` is given; or the text of the value of an enum. */
export type OwnPiece =
  | { readonly by: null; readonly when: string | null; readonly text: OwnText }
  | {
      readonly by: string;
      readonly cases: readonly { readonly value: string; readonly text: OwnText }[];
    };

/** A text as its author wrote it, and its parts in order: stretches of it, and the parameters between them. */
export interface OwnText {
  readonly written: ExpressionText;
  /** The text that engines get, of the same length: whitespace between tokens is ASCII. */
  readonly sent: string;
  readonly parts: readonly OwnPart[];
}
export type OwnPart =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'parameter';
      readonly start: number;
      readonly end: number;
      /** A parameter, or `now`: the clock. */
      readonly name: string;
      readonly scalar: Scalar;
      /** Stands for an absent value; `undefined` where no value is ever absent. */
      readonly absent: null | '' | undefined;
    };

export interface OwnColumn {
  readonly name: string;
  readonly place: Place;
  readonly type: Scalar;
  readonly nullable: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  readonly encode: Encoding;
}

/** All that one compilation knows. */
export interface Project {
  readonly sources: readonly Source[];
  readonly endpoints: readonly Endpoint[];
}

/** Names of the data sets that the endpoint reads: those of its clauses, or whose tables its statements name. */
export function sourcesRead(endpoint: Endpoint): readonly string[] {
  if (endpoint.body === 'portable') {
    return [endpoint.from, ...endpoint.views].map(({ source }) => source.name);
  }
  return [...new Set(Object.values(endpoint.statements).flatMap(({ sources }) => sources))];
}
