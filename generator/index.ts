/** What the package is to programs: the compiler, the writer, the service and the command line as functions. */

export { type AppOptions, createApp } from '../server/app.ts';
export {
  createEndpoints,
  type Endpoints,
  type EndpointsOptions,
  type Reply,
} from '../server/endpoints.ts';
export { type DuckDbOptions, openDuckDb } from '../server/engines/duckdb.ts';
export type { BoundStatement, Engine, Row, RunLimits } from '../server/engines/engine.ts';
export { EngineFailure } from '../server/engines/engine.ts';
export { Answered, type Call, type Handler, ProblemError } from '../server/handler.ts';
export { type ApiKey, KeyFileError } from '../server/key-file.ts';
export { type KeyRing, openKeyRing } from '../server/key-ring.ts';
export { type CreatedKey, createKey, listKeys, type NewKey, revokeKey } from '../server/keys.ts';
export {
  type Catalogue,
  catalogue,
  loadManifest,
  ManifestError,
  parseManifest,
  type ServedEndpoint,
} from '../server/manifest.ts';
export type { HandlerExtras, HandlerProblem } from '../server/problem.ts';
export { type Running, type ServeOptions, serve } from '../server/serve.ts';
export { createToken, isToken } from '../server/tokens.ts';
export { EXIT, type ExitCode, Failure } from './cli/exit.ts';
export type { Host, Output } from './cli/host.ts';
export { main } from './cli/main.ts';
export {
  catalogueOf,
  compileProject,
  openWorkspace,
  readInputs,
  type Workspace,
  type WorkspaceOptions,
} from './cli/workspace.ts';
export { type Compiled, type CompileOptions, compile, emit, type InputFile } from './compile.ts';
export { type Config, DEFAULT_CONFIG, type Environment, readConfig } from './config.ts';
export {
  CATALOGUE,
  type Diagnostic,
  type DiagnosticCode,
  diagnosticToJson,
  type Place,
  type Report,
  renderDiagnostics,
} from './diagnostics.ts';
export type { Compilation, CompiledEndpoint, CompiledEngine } from './emitters/emitter.ts';
export type * from './ir.ts';
export type * from './manifest.ts';
export {
  type CheckOptions,
  type CheckResult,
  checkGenerated,
  type Difference,
  type ReadResult,
  type Refusal,
  readGenerated,
  type WriteOptions,
  type WriteResult,
  type Written,
  writeGenerated,
} from './write/index.ts';
