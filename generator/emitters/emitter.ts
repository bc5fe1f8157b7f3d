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
export interface Emitter {
  readonly name: string;
  readonly emit: (compilation: Compilation) => readonly GeneratedFile[];
}
