/** An endpoint as written, every value with its place: the types of what its description reads. `resolve.ts` expands them. */
export type { PagesSpec } from '../../shape/clauses/answers.ts';
export type { ParamSpec } from '../../shape/clauses/param.ts';
export type { OwnColumnSpec, OwnPieceSpec, OwnTextSpec } from '../../shape/clauses/sql.ts';
export type {
  EndpointSpec,
  GoogleSqlSpec,
  OwnSpec,
  PortableSpec,
} from '../../shape/files/endpoint.ts';
export type { SandboxSpec, ViewSpec } from '../../shape/files/sandbox.ts';
export type { GivenSpec, TestSpec } from '../../shape/files/tests.ts';
