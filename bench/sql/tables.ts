import type { BoundStatement } from '../../engines/engine.ts';
import type { EngineName } from './project.ts';

/** The tables that statements run over. */
export interface Tables {
  readonly engine: EngineName;
  /** Whether the tables of every data set exist, even if some of them are empty. */
  readonly hasAll: boolean;
  /** The rows, one line each, floats with twelve digits; `null` if the statement was stopped after `mostMs`. */
  readonly rows: (statement: BoundStatement, mostMs: number) => Promise<readonly string[] | null>;
  /** CPU seconds of the process that runs the statements, if it is another one. */
  readonly cpu?: () => number;
  readonly close: () => Promise<void>;
}

export const LIMITS = { maxRows: 2_000, maxBytes: 64 * 1024 ** 2 } as const;

/** The last digits of a mean depend on the order of the sum. */
export function plain(cell: unknown): string {
  if (typeof cell === 'number' && !Number.isInteger(cell)) return cell.toPrecision(12);
  return String(cell);
}
