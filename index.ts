/** The package for programs: the compiler, the writer, the service and the command line as functions. */

export { main } from './cli/main.ts';
export { catalogueOf, compileProject } from './cli/project/compiled.ts';
export {
  type EngineConfig,
  type OpenEngineOptions,
  openEngine,
} from './cli/project/open-engine.ts';
export {
  openWorkspace,
  readInputs,
  type Workspace,
  type WorkspaceOptions,
} from './cli/project/workspace.ts';
export { EXIT, type ExitCode, Failure } from './cli/terminal/exit.ts';
export type { Host, Output } from './cli/terminal/host.ts';
export { SettingsError } from './engines/driver.ts';
export { type DuckDbOptions, openDuckDb } from './engines/duckdb/driver/driver.ts';
export type { BoundStatement, Confined, Engine, Row, RunLimits } from './engines/engine.ts';
export { EngineFailure, unconfined } from './engines/engine.ts';
export {
  type Compiled,
  type CompileOptions,
  compile,
  emit,
  type InputFile,
} from './generator/compile.ts';
export {
  type Config,
  DEFAULT_CONFIG,
  type Environment,
  readConfig,
} from './generator/config/config.ts';
export type * from './generator/core/expr/expr.ts';
export type * from './generator/core/output/manifest.ts';
export type * from './generator/core/output/statement.ts';
export type * from './generator/core/plan/endpoint.ts';
export type { Plan, Relation } from './generator/core/plan/relation.ts';
export {
  CATALOGUE,
  type Diagnostic,
  type DiagnosticCode,
  diagnosticToJson,
  isError,
  type Place,
  type Report,
  renderDiagnostics,
  type Severity,
  severityOf,
} from './generator/core/report/diagnostics.ts';
export type * from './generator/core/spec/source.ts';
export type * from './generator/core/types/scalar.ts';
export type {
  Compilation,
  CompiledEndpoint,
  CompiledEngine,
} from './generator/emitters/emitter.ts';
export type * from './generator/functions/names.ts';
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
} from './generator/write/index.ts';
export type { JwtReader, JwtSettings } from './server/access/jwt.ts';
export { type ApiKey, KeyFileError } from './server/access/keys/key-file.ts';
export { type KeyRing, openKeyRing } from './server/access/keys/key-ring.ts';
export {
  type CreatedKey,
  createKey,
  listKeys,
  type NewKey,
  revokeKey,
} from './server/access/keys/keys.ts';
export { openJwtReader } from './server/access/open-jwt.ts';
export { createToken, isToken } from './server/access/tokens.ts';
export {
  type Catalogue,
  catalogue,
  type ServedEndpoint,
  type WholeEndpoint,
} from './server/answers/manifest/manifest.ts';
export { loadManifest } from './server/answers/manifest/manifest-file.ts';
export { ManifestError, parseManifest } from './server/answers/manifest/manifest-text.ts';
export { type AppOptions, createApp, type Definitions } from './server/http/app.ts';
export {
  createEndpoints,
  type Endpoints,
  type EndpointsOptions,
  type Reply,
} from './server/http/endpoints/endpoints.ts';
export {
  Answered,
  type Call,
  type Handler,
  ProblemError,
} from './server/http/endpoints/handler.ts';
export type { HandlerExtras, HandlerProblem } from './server/http/problem.ts';
export { type Running, type ServeOptions, serve } from './server/socket/serve.ts';
