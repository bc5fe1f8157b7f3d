/** SQL of one engine that an author writes. */

declare const engineSql: unique symbol;
/** Trusted SQL of one engine from `sources.yaml`. Only `resolve/sources/sql-text.ts` creates it, after its checks. */
export type EngineSql = string & { readonly [engineSql]: true };
