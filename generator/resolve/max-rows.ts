/** The cap on the rows of an answer. */
import type { EndpointSpec } from '../core/spec/spec.ts';

const DEFAULT_MAX_ROWS = 1000;

/** The cap on rows, declared or by default. */
export function maxRowsOf(spec: Pick<EndpointSpec, 'maxRows'>): number {
  return spec.maxRows?.value ?? DEFAULT_MAX_ROWS;
}
