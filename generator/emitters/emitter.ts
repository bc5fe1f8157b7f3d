/** The contract of an emitter: it makes one kind of output from the compiled project, and writes no files itself. */
import type { Chooser } from '../core/choice.ts';
import type { PlannedFile, Text } from '../core/content.ts';
import type { Endpoint, EndpointTest, Project } from '../core/endpoint.ts';
import type { ManifestEndpoint } from '../core/manifest.ts';
import type { Param } from '../core/param.ts';
import type { Field, Source } from '../core/source.ts';
import type { GeneratedFile, Statement } from '../core/statement.ts';
import type { Definition } from './openapi/document-types.ts';

/** The statements of one endpoint in one dialect. */
export interface CompiledEngine {
  readonly dialect: string;
  /** Only where the engine runs a text in GoogleSQL as it is written. */
  readonly isOwn?: true;
  readonly saved: Statement;
  /** Choices that are folded into the statements, in the order of a statement's key. */
  readonly choices: readonly Chooser[];
  /**
   * By data set, the paths of the stored leaves that the statements read, joined by a dot, ascending. Of a statement in the
   * engine's own SQL only the data sets are known.
   */
  readonly reads: ReadonlyMap<string, readonly string[]>;
  /** By `statementKey` of the folded values. */
  readonly statements: ReadonlyMap<string, Statement>;
}
/** A relation that statements of callers read. */
export interface CompiledView {
  readonly name: string;
  readonly columns: readonly Field[];
  /** The columns of its statements for single values of records, by their paths joined by dots. */
  readonly leaves: ReadonlyMap<string, string>;
  /** Whether callers know records as arrays. */
  readonly repeated: boolean;
  /** Each without a saved form. */
  readonly engines: readonly CompiledEngine[];
}
export interface CompiledEndpoint {
  readonly endpoint: Endpoint;
  readonly engines: readonly CompiledEngine[];
  /** Only of a sandbox. */
  readonly views?: readonly CompiledView[];
}
export interface Compilation {
  readonly project: Project;
  /** Names of the dialects that the project is compiled for. */
  readonly dialects: readonly string[];
  /** By name, ascending. */
  readonly endpoints: readonly CompiledEndpoint[];
}
/** The parts of a project that generated files describe. */
export interface Description {
  readonly sources: readonly Source[];
  /** Names of the dialects that the project is compiled for. */
  readonly dialects: readonly string[];
  /** By name, ascending. */
  readonly endpoints: readonly Described[];
}

/** An endpoint: plain data, which can be kept from one run to another. */
export interface Described {
  /** As the manifest has it. */
  readonly known: ManifestEndpoint;
  /** In the order of the manifest. */
  readonly params: readonly Param[];
  /** The test whose request and rows stand for all. */
  readonly shown: ShownTest | null;
  readonly definition: Definition;
  /** Names of the data sets that it reads. */
  readonly sources: readonly string[];
  /** The text of its saved query by dialect; none of a sandbox. */
  readonly saved: ReadonlyMap<string, Text>;
  /** The translation of its text in GoogleSQL, if that is its body. */
  readonly kept: Text | null;
}
export type ShownTest = Omit<EndpointTest, 'given'>;

/** The project's settings for generated files. */
export interface OutputSettings {
  readonly openapi: {
    readonly title: string;
    /** Where the endpoints are served: an address, or a path where the document is served. */
    readonly server: string;
  };
  /** The name of each client in the world of its language, by language; no client in others. */
  readonly clients: ReadonlyMap<string, string>;
  /** For which server the routes are written; `null`: for none. */
  readonly framework: 'hono' | 'fastify' | 'express' | null;
}
/** Descriptions of the endpoints, without code. */
export const NO_CODE: OutputSettings = {
  openapi: { title: 'Query endpoints', server: '/' },
  clients: new Map(),
  framework: null,
};
/** Files of `templates/` by their path below it, such as `typescript/runtime.ts`: ours, or the user's in their place. */
export type Templates = ReadonlyMap<string, string>;
/** All that files are made of. */
export interface Output {
  readonly description: Description;
  readonly settings: OutputSettings;
  readonly templates: Templates;
}
export interface Emitter {
  readonly name: string;
  readonly emit: (output: Output) => readonly PlannedFile[];
  /** The last check of files that are about to be written, other emitters' files included. Throws where one is wrong. */
  readonly inspect?: (files: readonly GeneratedFile[], output: Output) => Promise<void>;
}
