/** SQL of one engine that an author writes. */

declare const engineSql: unique symbol;
/** SQL of one engine as `sources.yaml` gives it, trusted; `resolve/sources/sql-text.ts` alone makes it, and looks at it first. */
export type EngineSql = string & { readonly [engineSql]: true };
