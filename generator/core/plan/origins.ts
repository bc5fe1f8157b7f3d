/** The names by which a key hides a column of an answer, or a parameter that could search for its values. */
export interface Origins {
  /** By column: further names besides its own; columns without any are left out. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** By parameter, in the same way. */
  readonly params: ReadonlyMap<string, readonly string[]>;
}
