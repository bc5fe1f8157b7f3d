/**
 * A refusal of an engine, in its own words. Line and column count from 1 where the engine tells
 * them.
 */
export class SqlError extends Error {
  readonly line: number | null;
  readonly column: number | null;

  constructor(message: string, options: { line?: number; column?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'SqlError';
    this.line = options.line ?? null;
    this.column = options.column ?? null;
  }
}
