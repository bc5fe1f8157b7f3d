/** The contract of an emitter: it builds one kind of output from the compiled project, and writes no files itself. */
import type { Chooser } from '../core/expr/choice.ts';
import type { PlannedFile, Text } from '../core/output/content.ts';
import type { KeptFolder } from '../core/output/kept.ts';
import type {
  ManifestCopy,
  ManifestEndpoint,
  ManifestFreshness,
  ManifestFreshnessStatement,
} from '../core/output/manifest.ts';
import type { Statement } from '../core/output/statement.ts';
import type { Endpoint, EndpointTest, Project } from '../core/plan/endpoint.ts';
import type { Origins } from '../core/plan/origins.ts';
import type { Param } from '../core/plan/param.ts';
import type { Field, Source } from '../core/spec/source.ts';
import type { EndpointFacts } from './openapi/document-types.ts';

/** The statements of one endpoint in one dialect. */
export interface CompiledEngine {
  readonly dialect: string;
  /** Set if the engine runs the author's GoogleSQL unchanged. */
  readonly isOwn?: true;
  readonly saved: Statement;
  /** Choices that are folded into the statements, in the order of a statement's key. */
  readonly choices: readonly Chooser[];
  /**
   * By data set, the sorted paths of the stored leaves that the statements read, joined by dots. For a statement in the
   * engine's own SQL only the data sets are known, so the lists are empty.
   */
  readonly reads: ReadonlyMap<string, readonly string[]>;
  /** Only if statements read copies of rollups that quern keeps: their tables, by name. */
  readonly copies?: ReadonlyMap<string, ManifestCopy>;
  /** By `statementKey` of the folded values. */
  readonly statements: ReadonlyMap<string, Statement>;
}
/** A relation that callers' statements read. */
export interface CompiledView {
  readonly name: string;
  readonly columns: readonly Field[];
  /** The columns that contain single values of records, by the path of the value joined by dots. */
  readonly leaves: ReadonlyMap<string, string>;
  /** Whether callers see records as arrays. */
  readonly repeated: boolean;
  readonly origins: Origins;
  /** Their `saved` is empty. */
  readonly engines: readonly CompiledEngine[];
}
export interface CompiledEndpoint {
  readonly endpoint: Endpoint;
  readonly engines: readonly CompiledEngine[];
  /** Only for a body with a plan. */
  readonly origins?: Origins;
  /** Only for a sandbox. */
  readonly views?: readonly CompiledView[];
}
/** The statement that finds the newest entry of a data set among those that are new enough. */
export interface CompiledFreshness {
  readonly source: string;
  /** How old the newest entry may be, in seconds. */
  readonly within: number;
  /** By dialect. */
  readonly engines: ReadonlyMap<string, ManifestFreshnessStatement>;
}
export interface Compilation {
  readonly project: Project;
  /** Names of the dialects that the project is compiled for. */
  readonly dialects: readonly string[];
  /** By name, ascending. */
  readonly endpoints: readonly CompiledEndpoint[];
  /** Of the data sets that declare it. */
  readonly freshness: readonly CompiledFreshness[];
}
/** The parts of a project that generated files describe. */
export interface Description {
  readonly sources: readonly Source[];
  /** Names of the dialects that the project is compiled for. */
  readonly dialects: readonly string[];
  /** By name, ascending. */
  readonly endpoints: readonly DescribedEndpoint[];
  /** By data set. */
  readonly freshness: ReadonlyMap<string, ManifestFreshness>;
}

/** An endpoint as plain data, which can be kept from one run to the next. */
export interface DescribedEndpoint {
  /** The endpoint in the manifest's form. */
  readonly known: ManifestEndpoint;
  /** In the order of the manifest. */
  readonly params: readonly Param[];
  /** Whether a test is shown, which is read only where its rows are written. */
  readonly hasExample: boolean;
  /** The test whose request and rows are shown as the example. */
  readonly shown: ShownTest | null;
  readonly definition: EndpointFacts;
  /** Names of the data sets that it reads. */
  readonly sources: readonly string[];
  /** Its files below `sql/` by their paths there: its saved queries, and functions that run them. Empty for a sandbox. */
  readonly sql: ReadonlyMap<string, Text>;
  /** The answer about its SQL, if runs without the analyser need it. */
  readonly kept: KeptAnswer | null;
}
export interface KeptAnswer {
  readonly folder: KeptFolder;
  readonly text: Text;
}
export type ShownTest = Omit<EndpointTest, 'given' | 'unordered'>;

/** The project's settings for generated files. */
export interface OutputSettings {
  readonly openapi: {
    readonly title: string;
    /** The version of the API. Its authors choose it: a digest would conflict in each merge of two branches. */
    readonly version: string;
    /** Where the endpoints are served: an address, or a path on the server that serves the document. */
    readonly server: string;
  };
  /** The package name of each client, by language. Other languages have no client. */
  readonly clients: ReadonlyMap<string, string>;
  /** The framework for which routes are written; `null`: no routes. */
  readonly framework: 'hono' | 'fastify' | 'express' | 'next' | null;
}
/** Settings for output without code. */
export const NO_CODE: OutputSettings = {
  openapi: { title: 'Query endpoints', version: '0.0.0', server: '/' },
  clients: new Map(),
  framework: null,
};
/** Files of `templates/` by their path below it, such as `typescript/client.js`: ours, unless the project replaces them. */
export type Templates = ReadonlyMap<string, string>;
/** Everything that files are built from. */
export interface EmitterInput {
  readonly description: Description;
  readonly settings: OutputSettings;
  readonly templates: Templates;
}
export interface Emitter {
  readonly name: string;
  readonly emit: (output: EmitterInput) => readonly PlannedFile[];
}
