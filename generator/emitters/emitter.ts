/** The contract of an emitter: one kind of output, made from what was compiled. It writes nothing itself. */
import type { Endpoint, GeneratedFile, Project, Statement } from '../ir.ts';

/** What one dialect makes of one endpoint. */
export interface CompiledEngine {
  readonly dialect: string;
  readonly saved: Statement;
  /** Enum parameters whose values are folded into the statements, in the order of a statement's key. */
  readonly choices: readonly string[];
  /** By the folded values joined with `|`. */
  readonly statements: ReadonlyMap<string, Statement>;
}
export interface CompiledEndpoint {
  readonly endpoint: Endpoint;
  readonly engines: readonly CompiledEngine[];
}
export interface Compilation {
  readonly project: Project;
  /** Names of the dialects that the project is compiled for. */
  readonly dialects: readonly string[];
  /** By name, ascending. */
  readonly endpoints: readonly CompiledEndpoint[];
}
/** What the project wants of generated code; `null`: no such client. */
export interface OutputSettings {
  readonly clients: {
    /** `package`: the name of the npm package. */
    readonly typescript: { readonly package: string } | null;
    /** `package`: the name that is imported. */
    readonly python: { readonly package: string } | null;
    /** `module`: the module path. */
    readonly go: { readonly module: string } | null;
  };
  /** For which server the routes are written; `null`: for none. */
  readonly framework: 'hono' | 'fastify' | 'express' | null;
}
/** What describes the endpoints, and no code. */
export const NO_CODE: OutputSettings = {
  clients: { typescript: null, python: null, go: null },
  framework: null,
};
export const DEFAULT_OUTPUT = {
  clients: {
    typescript: { package: '@example/log-endpoints' },
    python: { package: 'log_endpoints' },
    go: { module: 'example.com/log-endpoints' },
  },
  framework: 'hono',
} as const satisfies OutputSettings;
/** Files of `templates/` by their path below it, such as `typescript/runtime.ts`: ours, or the user's in their place. */
export type Templates = ReadonlyMap<string, string>;
/** All that files are made of. */
export interface Output {
  readonly compilation: Compilation;
  readonly settings: OutputSettings;
  readonly templates: Templates;
}
export interface Emitter {
  readonly name: string;
  readonly emit: (output: Output) => readonly GeneratedFile[];
}
