/** Requests to BigQuery: statements with typed parameters, labels and limits. */
import { instantText } from '../../../generator/core/time/instant-text.ts';
import { isListValue, type Scalar, type Value } from '../../../generator/core/types/scalar.ts';
import type { BoundStatement, BoundValue, RunLabel } from '../../engine.ts';
import type { ApiCall } from './transport.ts';

/** Where statements run and what they may cost. */
export interface QueryScope {
  /** The project that is billed. */
  readonly project: string;
  /** The data set of tables that are named without one; `project.dataset` if it belongs to another project. */
  readonly dataset: string | null;
  readonly location: string | null;
  readonly maximumBytesBilled: number | null;
}
export interface DatasetReference {
  readonly projectId: string;
  readonly datasetId: string;
}

/** The default data set; `null` if tables must name theirs. */
export function defaultDataset({ project, dataset }: QueryScope): DatasetReference | null {
  if (dataset === null) return null;
  // A project's identifier may contain dots, but a data set's may not.
  const dot = dataset.lastIndexOf('.');
  const projectId = dot === -1 ? project : dataset.slice(0, dot);
  return { projectId, datasetId: dataset.slice(dot + 1) };
}

/** A run. The answer is its first page if it has ended, or its job after `waitMs`. */
export function queryCall(
  scope: QueryScope,
  statement: BoundStatement,
  run: {
    readonly label: RunLabel;
    /** A repeated call with the same identifier is the same job, billed once. At most 36 ASCII characters. */
    readonly requestId: string;
    readonly maxRows: number;
    readonly waitMs: number;
    /** The time after which BigQuery stops the job by itself. */
    readonly jobTimeoutMs: number;
    /** BigQuery runs it even if it keeps the rows of an equal statement. */
    readonly isFresh?: true;
  },
): ApiCall {
  const { location } = scope;
  return {
    method: 'POST',
    path: ['projects', scope.project, 'queries'],
    body: {
      ...queryOf(scope, statement),
      ...(location === null ? {} : { location }),
      formatOptions: { useInt64Timestamp: true },
      labels: { endpoint: labelValue(run.label.endpoint), request: labelValue(run.label.request) },
      requestId: run.requestId,
      maxResults: run.maxRows,
      timeoutMs: run.waitMs,
      jobTimeoutMs: String(run.jobTimeoutMs),
      ...(run.isFresh === undefined ? {} : { useQueryCache: false }),
    },
  };
}

/** An estimate: nothing runs and nothing is billed. */
export function dryRunCall(scope: QueryScope, statement: BoundStatement): ApiCall {
  const { project, location } = scope;
  return {
    method: 'POST',
    path: ['projects', project, 'jobs'],
    body: {
      ...(location === null ? {} : { jobReference: { projectId: project, location } }),
      configuration: { dryRun: true, query: queryOf(scope, statement) },
    },
  };
}

function queryOf(scope: QueryScope, { sql, values }: BoundStatement): object {
  const dataset = defaultDataset(scope);
  const { maximumBytesBilled } = scope;
  return {
    query: sql,
    useLegacySql: false,
    parameterMode: 'NAMED',
    queryParameters: values.map(queryParameter),
    ...(dataset === null ? {} : { defaultDataset: dataset }),
    ...(maximumBytesBilled === null ? {} : { maximumBytesBilled: String(maximumBytesBilled) }),
  };
}

function queryParameter({ name, scalar, value }: BoundValue): object {
  const type = TYPES[scalar];
  if (value !== null && isListValue(value)) {
    const arrayValues = value.map(item => ({ value: valueText(scalar, item) }));
    return {
      name,
      parameterType: { type: 'ARRAY', arrayType: { type } },
      parameterValue: { arrayValues },
    };
  }
  // A NULL is a `value` that is null, as BigQuery's own clients send it. Its type is separate.
  const text = value === null ? null : valueText(scalar, value);
  return { name, parameterType: { type }, parameterValue: { value: text } };
}

const TYPES: Readonly<Record<Scalar, string>> = {
  string: 'STRING',
  int64: 'INT64',
  float64: 'FLOAT64',
  decimal: 'NUMERIC',
  bool: 'BOOL',
  timestamp: 'TIMESTAMP',
  datetime: 'DATETIME',
  date: 'DATE',
  json: 'JSON',
};

/** Every value is sent as text. `String` writes all its digits. */
function valueText(scalar: Scalar, value: Value): string {
  if (scalar === 'datetime') return instantText(BigInt(value));
  return scalar === 'timestamp' ? `${instantText(BigInt(value))}+00` : String(value);
}

/**
 * A text as the value of a label. A label has at most 63 characters: lower-case letters, digits, `_` and `-`. Letters become
 * lower case, every other character becomes `_`, and a longer text is cut.
 */
export function labelValue(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_-]/gu, '_')
    .slice(0, 63);
}
