/**
 * The three endpoints as a careful person writes them for one request and one engine: with all choices made, with time in whole
 * numbers, with only the columns that the answer needs, and with constructs that the engine is known to run fast. They bind the
 * same values as ours, and return the same cells in the same order.
 */

import type { ManifestField } from '../../generator/core/output/manifest.ts';
import type { EngineName } from './project.ts';
import type { Shape } from './rows.ts';

/** The shape and the kind of table that a statement is written for. */
export interface Place {
  readonly engine: EngineName;
  readonly shape: Shape;
  /** The columns of `edge_logs`. */
  readonly columns: readonly ManifestField[];
}

export interface Question {
  readonly endpoint: string;
  readonly search: string;
  /** Why it is the best statement. */
  readonly why: string;
  readonly sql: (place: Place) => string;
  /** The shape of the warehouse's own text, which joins each array of one; `null` if there are no arrays. */
  readonly literal: (place: Place) => string | null;
}

const DAY = 86_400_000_000n;

export const QUESTIONS: readonly Question[] = [
  stats('project=project-1&interval=1day', 'INTERVAL 1 DAY', 'hour'),
  stats('project=project-1&interval=7day', 'INTERVAL 7 DAY', 'day'),
  stats('project=project-50&interval=7day', 'INTERVAL 7 DAY', 'day'),
  newest('project=project-1&project_tier=FREE', 'INTERVAL 1 DAY'),
  newest('project=project-1&project_tier=PRO', 'INTERVAL 7 DAY'),
  newest('project=project-50&project_tier=PRO', 'INTERVAL 7 DAY'),
  counts('project=project-1%5C.&interval=minutely', 'INTERVAL 1 HOUR', 'minute'),
  counts('project=project-1&interval=daily', 'INTERVAL 7 DAY', 'day'),
  counts('project=project-50%5C.&interval=daily', 'INTERVAL 7 DAY', 'day'),
];

/** One question of each endpoint. */
export const QUICK_QUESTIONS = QUESTIONS.filter(
  ({ endpoint }, i) => endpoint !== QUESTIONS[i - 1]?.endpoint,
);

const UNITS = { minute: DAY / 1_440n, hour: DAY / 24n, day: DAY } as const;
type Unit = keyof typeof UNITS;

function stats(search: string, last: string, step: Unit): Question {
  const text = ({ engine }: Place, from: string, names: Readonly<Record<string, string>>) => {
    const { time, status, project } = names;
    const { now, bucket, wire, floor, param } = spelled(engine, step);
    const one = engine === 'postgres' ? `INTERVAL '1 ${step}'` : `INTERVAL 1 ${step}`;
    const where = `${project} = ${param('project')} AND timestamp >= ${floor(`${now} - ${spanOf(engine, last)}`)} AND timestamp < ${floor(now)} + ${one}`;
    if (engine === 'postgres')
      return `SELECT ${wire('bucket')}, least, most, mean, ranks[1], ranks[2], entries, errors FROM (
  SELECT ${bucket} AS bucket, min(time) AS least, max(time) AS most, avg(time) AS mean, percentile_disc(ARRAY[0.95, 0.99]) WITHIN GROUP (ORDER BY time) AS ranks, count(*) AS entries, count(*) FILTER (WHERE status >= 400) AS errors
  FROM (SELECT timestamp, ${time} AS time, ${status} AS status FROM ${from} WHERE ${where} OFFSET 0) AS read GROUP BY 1) AS grouped ORDER BY bucket LIMIT 1001`;
    const measures =
      engine === 'duckdb'
        ? `quantile_disc(${time}, [0.95, 0.99]) AS ranks, count(*) AS entries, count(*) FILTER (${status} >= 400) AS errors`
        : `quantilesExact(0.95, 0.99)(${time}) AS ranks, toInt64(count()) AS entries, toInt64(countIf(${status} >= 400)) AS errors`;
    return `SELECT ${wire('bucket')}, least, most, mean, ranks[1], ranks[2], entries, errors FROM (
  SELECT ${bucket} AS bucket, min(${time}) AS least, max(${time}) AS most, avg(${time}) AS mean, ${measures}
  FROM ${from} WHERE ${where} GROUP BY 1) ORDER BY bucket LIMIT 1001`;
  };
  const literal = (place: Place) => {
    const table = 'function_edge_logs';
    if (place.engine === 'duckdb')
      return text(place, `${table}, UNNEST(metadata) AS u(m), UNNEST(m.response) AS v(r)`, {
        time: 'm.execution_time_ms',
        status: 'r.status_code',
        project: 'm.project_ref',
      });
    const inner = `(SELECT timestamp, m.project_ref AS project, m.execution_time_ms AS time, m.response AS response FROM ${table} ARRAY JOIN metadata AS m)`;
    const names = { time: 'time', status: 'r.status_code', project: 'project' };
    return text(place, `${inner} ARRAY JOIN response AS r`, names);
  };
  return {
    endpoint: 'functions.invocation-stats',
    search,
    why: 'it reads the needed columns once; one sort of the values of a group gives both quantiles',
    sql: place =>
      text(place, 'function_edge_logs', {
        time: leaf(place, ['metadata', 'execution_time_ms'], 'float8'),
        status: leaf(place, ['metadata', 'response', 'status_code'], 'bigint'),
        project: leaf(place, ['metadata', 'project_ref']),
      }),
    literal: ofArrays(literal),
  };
}

function newest(search: string, last: string): Question {
  const parts = (place: Place) => {
    const { now, wire, param } = spelled(place.engine, 'day');
    const where = `project = ${param('project')} AND timestamp > ${now} - ${spanOf(place.engine, last)}`;
    return { where, time: wire('edge_logs.timestamp'), rest: recordOf(place) };
  };
  const order = 'ORDER BY edge_logs.timestamp DESC, id LIMIT 100';
  return {
    endpoint: 'logs.all',
    search,
    why: 'DuckDB reads wide columns of no row that is older than the hundredth; ClickHouse reads them late by itself',
    sql: place => {
      const { where, time, rest } = parts(place);
      const edge = `SELECT timestamp FROM edge_logs WHERE ${where} ORDER BY timestamp DESC LIMIT 1 OFFSET 99`;
      const late =
        place.engine === 'duckdb'
          ? ` AND timestamp >= coalesce((${edge}), TIMESTAMP '1970-01-01')`
          : '';
      return `SELECT id, ${time}, event_message, ${rest} FROM edge_logs WHERE ${where}${late} ${order}`;
    },
    literal: ofArrays(place => {
      const { where, time, rest } = parts(place);
      const from =
        place.engine === 'duckdb'
          ? 'edge_logs, UNNEST(metadata) AS u(m)'
          : 'edge_logs ARRAY JOIN metadata AS m';
      const sorted = `SELECT id, timestamp, event_message, metadata FROM ${from} WHERE ${where} ORDER BY timestamp DESC`;
      return `SELECT id, ${time}, event_message, ${rest} FROM (${sorted}) AS edge_logs ${order}`;
    }),
  };
}

function counts(search: string, last: string, step: Unit): Question {
  const areas = ['/rest', '/storage', '/auth', '/realtime'];
  const text = ({ engine }: Place, from: string, url: string, path: string) => {
    const { now, bucket, wire, param } = spelled(engine, step);
    const isDuckDb = engine === 'duckdb';
    const isPostgres = engine === 'postgres';
    const measures = areas.map((area, i) => {
      if (isDuckDb) return `count(*) FILTER (contains(${path}, '${area}')) AS area_${i}`;
      return isPostgres
        ? `count(*) FILTER (WHERE strpos(path, '${area}') > 0) AS area_${i}`
        : `toInt64(countIf(position(${path}, '${area}') > 0)) AS area_${i}`;
    });
    if (isPostgres)
      return `SELECT ${wire('bucket')}, ${areas.map((_, i) => `area_${i}`).join(', ')} FROM (
  SELECT ${bucket} AS bucket, ${measures.join(', ')}
  FROM (SELECT timestamp, ${path} AS path FROM ${from} WHERE ${url} ~ ${param('project')} AND timestamp >= ${now} - ${spanOf(engine, last)} OFFSET 0) AS read GROUP BY 1) AS grouped ORDER BY bucket LIMIT 1001`;
    const matches = `${isDuckDb ? 'regexp_matches' : 'match'}(${url}, ${param('project')})`;
    return `SELECT ${wire('bucket')}, ${areas.map((_, i) => `area_${i}`).join(', ')} FROM (
  SELECT ${bucket} AS bucket, ${measures.join(', ')}
  FROM ${from} WHERE ${matches} AND timestamp >= ${now} - ${last} GROUP BY 1) ORDER BY bucket LIMIT 1001`;
  };
  const literal = (place: Place) => {
    if (place.engine === 'duckdb')
      return text(
        place,
        'edge_logs LEFT JOIN UNNEST(metadata) AS u(m) ON TRUE LEFT JOIN UNNEST(m.request) AS v(r) ON TRUE',
        'r.url',
        'r.path',
      );
    const inner =
      '(SELECT timestamp, m.request AS request FROM edge_logs ARRAY JOIN metadata AS m)';
    return text(place, `${inner} ARRAY JOIN request AS r`, 'r.url', 'r.path');
  };
  return {
    endpoint: 'usage.api-counts',
    search,
    why: 'it reads the needed columns once; the pattern as it is',
    sql: place =>
      text(
        place,
        'edge_logs',
        leaf(place, ['metadata', 'request', 'url']),
        leaf(place, ['metadata', 'request', 'path']),
      ),
    literal: ofArrays(literal),
  };
}

function ofArrays(literal: (place: Place) => string): (place: Place) => string | null {
  return place => (place.shape === 'arrays' ? literal(place) : null);
}

/** Of `INTERVAL 7 DAY`. */
function spanOf(engine: EngineName, span: string): string {
  return engine === 'postgres' ? span.replace(/INTERVAL (.*)/, "INTERVAL '$1'") : span;
}

/** A leaf by its path; `type`: the one that a text of PostgreSQL is cast to. */
function leaf(
  { engine, shape }: Place,
  path: readonly string[],
  type: string | null = null,
): string {
  if (shape === 'flat') return path.join('_');
  if (engine === 'postgres') {
    const [column = '', ...names] = path;
    const [last = '', ...above] = names.reverse();
    const of = [column, ...above.reverse().map(name => `'${name}'`)].join(' -> ');
    return type === null ? `(${of} ->> '${last}')` : `(${of} ->> '${last}')::${type}`;
  }
  if (shape === 'nested') return path.join('.');
  if (engine === 'duckdb') return path.join('[1].');
  return `arrayElementOrNull(${path.join('.')}${'[1]'.repeat(path.length - 2)}, 1)`;
}

function spelled(engine: EngineName, step: Unit) {
  const micros = UNITS[step];
  if (engine === 'postgres')
    return {
      now: '$2::timestamptz',
      bucket: `date_bin('1 ${step}', timestamp, TIMESTAMPTZ '2000-01-01 00:00:00+00')`,
      wire: (of: string) => `(extract(epoch FROM ${of}) * 1000000)::bigint`,
      floor: (of: string) => `date_trunc('${step}', ${of})`,
      param: (_name: string) => '$1::text',
    };
  if (engine === 'duckdb')
    return {
      now: '$now::TIMESTAMP',
      bucket: `epoch_us(timestamp) // ${micros}`,
      wire: (of: string) => (of === 'bucket' ? `bucket * ${micros}` : `epoch_us(${of})`),
      floor: (of: string) => `date_trunc('${step}', ${of})`,
      param: (name: string) => `$${name}::VARCHAR`,
    };
  return {
    now: "{now:DateTime64(6, 'UTC')}",
    bucket: `intDiv(toUnixTimestamp64Micro(timestamp), ${micros})`,
    wire: (of: string) =>
      of === 'bucket' ? `bucket * ${micros}` : `toUnixTimestamp64Micro(${of})`,
    floor: (of: string) => `toDateTime64(date_trunc('${step}', ${of}), 6, 'UTC')`,
    param: (name: string) => `{${name}:String}`,
  };
}

/** The record as JSON text, read from arrays of one if the table has them; for a flat table, its leaves. */
function recordOf({ engine, shape, columns }: Place): string {
  const field = columns.find(({ name }) => name === 'metadata');
  if (shape === 'flat')
    return columns
      .slice(4)
      .map(({ name }) => (engine === 'postgres' ? `"${name}"` : name))
      .join(', ');
  if (field === undefined) throw new Error('there is no record');
  if (engine === 'postgres') return 'metadata::text';
  if (engine === 'clickhouse') {
    const type = tupleOf(field);
    return `toJSONString(CAST(${shape === 'nested' ? 'metadata' : tupleValue(field, 'metadata', 0)} AS ${type}))`;
  }
  const of = shape === 'nested' ? 'metadata' : structOf(field, 'metadata');
  return `CAST(to_json(${of}) AS VARCHAR)`;
}

function structOf({ fields = [] }: ManifestField, path: string): string {
  const entries = fields.map(field => {
    const of = `${path}[1].${field.name}`;
    return `${field.name}: ${field.type === 'record' ? structOf(field, of) : of}`;
  });
  return `{${entries.join(', ')}}`;
}

function tupleOf({ fields = [] }: ManifestField): string {
  const types = fields.map(field => {
    const type = { string: 'String', int64: 'Int64', bool: 'Bool' }[String(field.type)];
    return `${field.name} ${field.type === 'record' ? tupleOf(field) : `Nullable(${type})`}`;
  });
  return `Tuple(${types.join(', ')})`;
}

function tupleValue({ fields = [] }: ManifestField, path: string, depth: number): string {
  const values = fields.map(field => {
    const of = `${path}.${field.name}`;
    if (field.type === 'record') return tupleValue(field, of, depth + 1);
    return `arrayElementOrNull(${of}${'[1]'.repeat(depth)}, 1)`;
  });
  return `tuple(${values.join(', ')})`;
}
