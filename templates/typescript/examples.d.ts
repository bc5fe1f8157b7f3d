/** Rows that endpoints have answered in their tests, by the names of endpoints. */
export declare const examples: Readonly<Record<string, readonly object[]>>;
