/** JSON Schema, and what shapes know while they are written as one. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The open sets that schemas list for editors; empty for none. */
export interface OpenSets {
  readonly paramTypes: readonly string[];
  readonly dialects: readonly string[];
}

export interface Emission {
  readonly open: OpenSets;
  /** Grows by every definition that a schema refers to. */
  readonly definitions: Map<string, JsonSchema>;
}
