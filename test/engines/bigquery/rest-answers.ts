/** Answers of BigQuery's REST API that no evaluator here can give, written by hand after its reference. */
import type { Fault } from '../servers/bigquery-server.ts';

/** A TableFieldSchema. */
export interface RestField {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
  readonly fields?: readonly RestField[];
  readonly rangeElementType?: { readonly type: string };
  readonly timestampPrecision?: string;
}

/** The answer of jobs.query to a statement that has ended, with these cells. */
export function answerOf(
  fields: readonly RestField[],
  rows: readonly (readonly unknown[])[],
  members: Readonly<Record<string, unknown>> = {},
): Fault {
  const body = {
    kind: 'bigquery#queryResponse',
    schema: { fields },
    jobReference: { projectId: 'acme', jobId: 'job_1', location: 'US' },
    totalRows: String(rows.length),
    rows: rows.map(cells => ({ f: cells.map(v => ({ v })) })),
    totalBytesProcessed: '0',
    jobComplete: true,
    cacheHit: false,
    ...members,
  };
  return { kind: 'raw', body: JSON.stringify(body) };
}
