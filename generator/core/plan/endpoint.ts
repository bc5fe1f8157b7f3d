/** Endpoints with all names bound: the output of resolving, and the input of planning, emitting and testing. */
import { mapCases } from '../expr/choice.ts';
import type { PlanExpr, RecordExpr } from '../expr/expr.ts';
import type { StandIn } from '../output/statement.ts';
import type { Place } from '../report/diagnostics.ts';
import type { ExpressionText, Located } from '../spec/located.ts';
import type { Source } from '../spec/source.ts';
import type { Compat } from '../types/compat.ts';
import type { Encoding, Scalar } from '../types/scalar.ts';
import type { Life } from './life.ts';
import type { Pages } from './pages.ts';
import type { Param } from './param.ts';
import {
  type Input,
  type Lengths,
  listSources,
  type Query,
  type QueryStep,
  type SourceInput,
  type StepInput,
  type View,
} from './query.ts';
import type { Plan } from './relation.ts';

interface Cache {
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
  /** The name of the data set. */
  readonly source: string;
  /** Each as JSON text, so that numbers keep all their digits. */
  readonly entries: readonly string[];
  /** Only if there are some: required columns that entries leave out. Only those that statements read are faults. */
  readonly lacking?: readonly LackingEntry[];
}
/** An entry, or a record in it, without values that are required. */
export interface LackingEntry {
  readonly place: Place;
  /** The data set or the record that requires them, in words. */
  readonly owner: string;
  /** Columns, or paths to fields. */
  readonly columns: readonly string[];
}

/** A request on given entries, and the expected rows. */
export interface EndpointTest {
  readonly name: string;
  /** The current time, in microseconds since 1970 UTC. */
  readonly now: bigint;
  /** Texts as a caller would write them, by parameter: for a list, one for each item. */
  readonly params: Readonly<Record<string, string | readonly string[]>>;
  readonly given: readonly GivenEntries[];
  /** `null` if the author has not declared them yet. */
  readonly expect: readonly { readonly [column: string]: Json }[] | null;
  /** Whether the rows of the answer may come in any order. */
  readonly unordered: boolean;
}

/** The members that all endpoints share, whether they are written in the portable language or in SQL. */
export interface EndpointHead {
  readonly name: string;
  readonly id: string;
  readonly life: Life;
  /** The service that the endpoint replaces. */
  readonly compat: Compat | null;
  /** Names of unknown parameters that are ignored. */
  readonly ignore: readonly string[];
  readonly summary: string | null;
  readonly description: string | null;
  readonly params: readonly Param[];
  /** The number of rows that the query asks for; `null` if it does not say, or if SQL or a parameter sets it. */
  readonly limit: number | null;
  readonly maxRows: number;
  /** Whether `maxRows` is the default, because its author wrote none. */
  readonly hasDefaultCap: boolean;
  readonly cache: Cache | null;
  /** By read of a data set with a scope: the parameters of which each proves the scope. A key has to fix one of each. */
  readonly scopedBy: readonly (readonly string[])[];
  /** The views that callers' statements read; `null` if callers cannot send statements. */
  readonly sandbox: readonly SandboxView[] | null;
  /** Names of the dialects that it is compiled for. */
  readonly engines: readonly string[];
  readonly tests: readonly EndpointTest[];
}

/** A relation that callers' statements read, under the name that they use. */
export interface SandboxView extends Bodies {
  readonly name: string;
  /** The data sets whose tables it reads. */
  readonly sources: readonly Source[];
}

interface Bodies {
  readonly steps: readonly QueryStep[];
  readonly query: Query;
}

/** The parameter that contains a caller's statement. */
export const SANDBOX_SQL = 'sql';

/**
 * The most characters of an endpoint's description that its tool for models shows. Interfaces of models refuse descriptions of more
 * than 1,024, and the facts about rows need some.
 */
export const LONGEST_DESCRIPTION = 800;

/** The most bytes that such a statement may have. */
export const LONGEST_SQL = 65_536;

/** An endpoint that only answers callers' statements. */
export interface SandboxEndpoint extends EndpointHead {
  readonly body: 'sandbox';
  readonly sandbox: readonly SandboxView[];
}

/** An endpoint in the portable language, with all names bound, all expressions typed and all defaults set. */
export interface PortableEndpoint extends EndpointHead, Query {
  readonly body: 'portable';
  /** Ordered so that each step reads only earlier ones. */
  readonly steps: readonly QueryStep[];
  readonly views: readonly View[];
  readonly limit: number | null;
  /** `null`: the answer has no pages. */
  readonly pages: Pages | null;
  /** The parameter that sets how many rows are skipped; `null` if none does. */
  readonly offset: string | null;
  /** The rollup that every statement must read on engines that keep rollups. */
  readonly rollup: Located<string> | null;
}

/** An endpoint in engines' own SQL: a statement for each engine, and the columns of their answers. */
export interface OwnEndpoint extends EndpointHead {
  readonly body: 'own';
  /** By dialect. */
  readonly statements: Readonly<Record<string, OwnStatement>>;
  readonly columns: readonly OwnColumn[];
  /** The names of the columns that its statements may show, and their tags. */
  readonly mayShow: readonly string[];
  /** Where the columns are declared. */
  readonly columnsAt: Place;
  /** The file that stores the tables of its statements, for runs without the engines' parsers; `null` if no scope depends on them. */
  readonly kept: string | null;
}

/** An endpoint in GoogleSQL: one text, translated into a plan for every engine. */
export interface GoogleSqlEndpoint extends EndpointHead {
  readonly body: 'googlesql';
  /** As its author wrote it. */
  readonly text: string;
  /** Before it is split into steps. */
  readonly plan: Plan;
  readonly columns: readonly AnswerColumn[];
  /** The data sets that it reads, in the project's order. */
  readonly sources: readonly Source[];
  /** Names of the optional parameters that are an empty text when absent. The other optional ones are NULL then. */
  readonly emptyTexts: readonly string[];
  /** By dialect, for the engines that run the text as written. */
  readonly written: Readonly<Record<string, OwnStatement>>;
  /** The file that stores the translation, for runs without the analyser. */
  readonly kept: string;
}

export type Endpoint = PortableEndpoint | OwnEndpoint | GoogleSqlEndpoint | SandboxEndpoint;

/** A statement in an engine's own SQL, piece by piece. */
export interface OwnStatement {
  readonly pieces: readonly OwnPiece[];
  /** Names of the data sets whose tables it names, in the order of the data sets. */
  readonly sources: readonly string[];
}

/** A text that is always included, one that is included if the parameter `when` is given, or one for each value of an enum. */
export type OwnPiece =
  | { readonly by: null; readonly when: string | null; readonly text: OwnText }
  | {
      readonly by: string;
      readonly cases: readonly { readonly value: string; readonly text: OwnText }[];
    };

/** A text as its author wrote it, and its parts in order: ranges of the text, and the parameters between them. */
export interface OwnText {
  readonly written: ExpressionText;
  /** The text that engines receive, of the same length: whitespace between tokens becomes ASCII. */
  readonly sent: string;
  readonly parts: readonly OwnPart[];
}

export type OwnPart =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'parameter';
      readonly start: number;
      readonly end: number;
      /** A parameter, or `now` for the clock. */
      readonly name: string;
      /** The type of the value, or of each item of a list. */
      readonly scalar: Scalar;
      readonly isList: boolean;
      /** The value to use if the parameter is absent; `undefined` if it never is. */
      readonly absent: StandIn | undefined;
    }
  /** A table that the text names as quern does; `sql` is the engine's name for it. */
  | { readonly kind: 'table'; readonly start: number; readonly end: number; readonly sql: string };

export interface OwnColumn {
  readonly name: string;
  readonly place: Place;
  readonly type: Scalar;
  readonly nullable: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  readonly encode: Encoding;
}

/** A column of a text in GoogleSQL. */
export interface AnswerColumn extends Pick<OwnColumn, 'name' | 'description' | 'unit' | 'encode'> {
  readonly expr: PlanExpr | RecordExpr;
}

/** Everything that one compilation reads. */
export interface Project {
  readonly sources: readonly Source[];
  readonly endpoints: readonly Endpoint[];
}

/** All bodies of the endpoint: its steps in their order, then its answer. */
export function bodiesOf(endpoint: PortableEndpoint): readonly Query[] {
  return [...endpoint.steps.map(({ query }) => query), endpoint];
}

/** The steps among which the length of a window chooses. An endpoint has at most one such window. */
export function lengthsOf(endpoint: PortableEndpoint): Lengths | null {
  const all = bodiesOf(endpoint).flatMap(({ buckets }) =>
    buckets?.kind === 'window' && buckets.lengths !== null ? [buckets.lengths] : [],
  );
  return all[0] ?? null;
}

/** The data sets that answers are built from, each once, without views. */
export function answeredSources(endpoint: PortableEndpoint): readonly Source[] {
  const read = bodiesOf(endpoint).flatMap(listSources);
  return [...new Map(read.map(source => [source.name, source])).values()];
}

/** The endpoint with `change` applied to each data set that its answers are built from. */
export function withSources(
  endpoint: PortableEndpoint,
  change: (source: Source) => Source,
): PortableEndpoint {
  const known = new Map<Source, Source>();
  const other = (source: Source): Source => {
    const made = known.get(source) ?? change(source);
    known.set(source, made);
    return made;
  };
  const part = <I extends SourceInput | StepInput>(of: I): I =>
    of.kind === 'source' ? { ...of, source: other(of.source) } : of;
  const input = (of: Input): Input =>
    of.kind === 'chosen'
      ? { ...of, ...mapCases<SourceInput | StepInput, SourceInput | StepInput>(of, part) }
      : of.kind === 'union'
        ? { ...of, inputs: of.inputs.map(part) }
        : of.kind === 'items' || of.kind === 'series'
          ? of
          : part(of);
  const changed = <Q extends Query>(query: Q): Q => ({
    ...query,
    from: input(query.from),
    joins: query.joins.map(join => ({ ...join, input: input(join.input) })),
  });
  const steps = endpoint.steps.map(({ name, query }) => ({ name, query: changed(query) }));
  return { ...changed(endpoint), steps };
}

/** Names of the data sets that the endpoint reads in its clauses, statements or sandbox views. */
export function sourcesRead(endpoint: Endpoint): readonly string[] {
  const ofViews = (endpoint.sandbox ?? []).flatMap(view => view.sources.map(({ name }) => name));
  return [...new Set([...ofBody(endpoint), ...ofViews])];
}

function ofBody(endpoint: Endpoint): readonly string[] {
  if (endpoint.body === 'sandbox') return [];
  if (endpoint.body === 'googlesql') return endpoint.sources.map(({ name }) => name);
  if (endpoint.body === 'portable') {
    const views = endpoint.views.map(({ source }) => source);
    return [...answeredSources(endpoint), ...views].map(({ name }) => name);
  }
  return Object.values(endpoint.statements).flatMap(({ sources }) => sources);
}
