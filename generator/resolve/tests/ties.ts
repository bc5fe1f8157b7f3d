/** Finds tests that only pass with the order that one engine happens to have. */
import type { EndpointTest } from '../../core/plan/endpoint.ts';
import type { Report } from '../../core/report/diagnostics.ts';
import type { PortableSpec } from '../../core/spec/spec.ts';
import { isCases } from '../cases.ts';

/** Warns once for each test that expects different rows one after the other which `order_by` leaves equal. */
export function reportTies(
  { orderBy, tests: specs }: PortableSpec,
  tests: readonly EndpointTest[],
  columns: readonly { readonly name: string }[],
  report: Report,
): void {
  const keys = orderBy.flatMap(item => (isCases(item) ? [] : [item.output.value]));
  const isShown = (key: string) => columns.some(({ name }) => name === key);
  // values of hidden keys are unknown, and so is the order that a request chooses
  if (keys.length < orderBy.length || !keys.every(isShown)) return;
  tests.forEach(({ expect, unordered }, i) => {
    if (expect === null || unordered) return;
    const at = expect.findIndex((row, j) => isTied(row, expect[j - 1], keys));
    const place = specs[i]?.value.expect?.[at]?.place;
    if (place === undefined) return;
    const message =
      keys.length === 0
        ? 'The test expects an order of rows, and the endpoint has no `order_by`'
        : 'The test expects an order of rows that are equal in `order_by`';
    const hint =
      'Order by columns in which the rows differ, or write `unordered: true` in the test.';
    report('ambiguous-order', place, message, hint);
  });
}

type Row = NonNullable<EndpointTest['expect']>[number];

function isTied(row: Row, before: Row | undefined, keys: readonly string[]): boolean {
  if (before === undefined || JSON.stringify(row) === JSON.stringify(before)) return false;
  return keys.every(key => JSON.stringify(row[key]) === JSON.stringify(before[key]));
}
