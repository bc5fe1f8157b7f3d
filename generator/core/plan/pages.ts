/** Pages: an answer in parts, each of which begins after the last row of the previous one. */
import type { Expr, RecordExpr } from '../expr/expr.ts';
import { holds } from '../expr/walk.ts';
import type { Scalar } from '../types/scalar.ts';
import type { OutputColumn } from './query.ts';

/** The parameters of every endpoint with pages: how many rows a page has, and where the page begins. */
export const PAGE_SIZE = 'page_size';
export const CURSOR = 'cursor';

/** The most characters of a cursor. */
export const LONGEST_CURSOR = 2_048;

/** How an endpoint's answer is cut into pages. */
export interface Pages {
  /** Seconds after which a cursor is no longer valid. */
  readonly expires: number;
  /** The values that requests order by: no two rows have the same place in an order. */
  readonly keys: readonly PageKey[];
  /** Further values that the service binds, under names that no parameter has. */
  readonly bound: {
    /** One row more than the page has, to detect whether there are more. */
    readonly rows: string;
    /** The arrival of this request; the clock of all pages is the instant of the first. */
    readonly arrival: string;
  };
}

/** A sort key, which is never NULL. */
export interface PageKey {
  /** The output that rows are ordered by; it may be hidden. */
  readonly output: string;
  readonly scalar: Scalar;
  /** The name under which its value in the last row of the previous page is bound. */
  readonly after: string;
}

/** Whether rows may differ in the value of `expr`: a constant is the same for every row. */
export function tellsRows(expr: Expr | RecordExpr): boolean {
  return holds(expr, 'column') || holds(expr, 'aggregate');
}

/** The last outputs of an answer in pages: sort keys that are not shown. The service puts them into the cursor. */
export function hiddenKeys({
  pages,
  outputs,
}: {
  readonly pages: Pages | null;
  readonly outputs: readonly OutputColumn[];
}): readonly OutputColumn[] {
  if (pages === null) return [];
  const keys = new Set(pages.keys.map(({ output }) => output));
  return outputs.filter(({ name, hidden }) => hidden && keys.has(name));
}
