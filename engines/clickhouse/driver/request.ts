/** One statement and its answer over ClickHouse's HTTP interface. */
import { randomUUID } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import type * as ClickHouse from '@clickhouse/client';
import { EngineFailure } from '../../engine.ts';
import { findErrorCode } from '../../support/connection-errors.ts';
import { createRotation, type Rotation } from '../../support/rotation.ts';
import {
  ClickHouseRefusal,
  codeIn,
  isNotReadable,
  isReset,
  wrapClickHouseError,
} from './failure.ts';
import { formOf, isLong } from './form.ts';
import type { NamedParameters } from './values.ts';

/** The library's clients, one for each server. */
export interface ClientLink extends Rotation<ClickHouse.ClickHouseClient> {
  readonly clients: readonly ClickHouse.ClickHouseClient[];
  isOpen: boolean;
}

export function createLink(clients: readonly ClickHouse.ClickHouseClient[]): ClientLink {
  return { ...createRotation(clients), clients, isOpen: true };
}

export interface StatementRequest {
  /** With its FORMAT clause. */
  readonly sql: string;
  readonly parameters: NamedParameters;
  /** Added to the settings of every statement. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** The beginning of its identifier in the server's records. */
  readonly label: string;
}

interface Answer {
  readonly body: Readable;
  readonly scannedBytes: number | null;
  readonly sentRows: number | null;
}

/** Settings that the meaning of statements and the form of their values depend on. */
export const SAME_MEANING = {
  session_timezone: 'UTC',
  join_use_nulls: 0,
  transform_null_in: 0,
  cast_keep_nullable: 0,
  prefer_column_name_to_alias: 0,
  aggregate_functions_null_for_empty: 0,
  empty_result_for_aggregation_by_empty_set: 0,

  // documents that statements write as text obey it, and have numbers
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_64bit_floats: 0,
  output_format_json_quote_denormals: 1,
  output_format_json_named_tuples_as_objects: 1,
} as const;

/**
 * Settings that keep statements and answers independent of the user's profile. The server counts only a setting that differs
 * from the profile as a change, so a user limited to `readonly = 2` needs few rights.
 */
const SETTINGS = {
  // reading only: the value of users that may only read but can send settings, and cannot change this one
  readonly: '2',
  // by default 256 KiB; quern's own statements have at most 1 MiB, besides the views of a sandbox
  max_query_size: '16777216',
  // depends only on the connection, for queries that only read
  cancel_http_readonly_queries_on_client_close: 1,
  // the server answers when the result is complete: a failure then has a status, and the summary counts the whole result
  wait_end_of_query: 1,
  // an error in the form of a row would be read as one
  http_write_exception_in_output_format: 0,

  ...SAME_MEANING,

  // a limit of the profile, or a missing shard, may end a query with an error, but never with only a part of its rows
  limit: '0',
  offset: '0',
  skip_unavailable_shards: 0,
  timeout_overflow_mode: 'throw',
  result_overflow_mode: 'throw',
  read_overflow_mode: 'throw',
  read_overflow_mode_leaf: 'throw',
  group_by_overflow_mode: 'throw',
  sort_overflow_mode: 'throw',
  distinct_overflow_mode: 'throw',
  set_overflow_mode: 'throw',
  join_overflow_mode: 'throw',
  transfer_overflow_mode: 'throw',
} as const;

/**
 * Asks once, and once more if the connection is reset before an answer begins: a server may close an idle connection at the
 * moment of its use, and reading twice changes nothing. If a server cannot answer, asks the next one. Once the signal is aborted, the
 * connection is closed and the query is killed.
 */
export async function ask<T>(
  link: ClientLink,
  question: StatementRequest,
  signal: AbortSignal,
  read: (answer: Answer) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  if (!link.isOpen) throw new EngineFailure('unavailable', 'the connection is closed');
  let asked = attemptAt(link, question);
  const stop = () => {
    // it may say nothing at all
    if (wrapClickHouseError(signal.reason).kind === 'timeout') link.leave(asked.client);
    kill(asked);
  };
  signal.addEventListener('abort', stop, { once: true });
  const answered = async (left: number): Promise<Result> => {
    try {
      return await accepted(await sent(), signal);
    } catch (cause) {
      if (signal.aborted || !link.isOpen || !isLost(cause)) throw cause;
      link.leave(asked.client);
      if (left === 0) throw cause;
      asked = attemptAt(link, question);
      return answered(left - 1);
    }
  };
  const sent = () =>
    send(asked, question, signal).catch((cause: unknown) => {
      if (!isReset(cause) || signal.aborted || !link.isOpen) throw cause;
      asked = attemptAt(link, question);
      return send(asked, question, signal);
    });
  try {
    return await received(await answered(link.count - 1), signal, read);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A server that is asked. A query that may still run keeps its identifier, so each try has a new one. */
interface Attempt {
  readonly client: ClickHouse.ClickHouseClient;
  readonly id: string;
}

function attemptAt(link: ClientLink, question: StatementRequest): Attempt {
  return { client: link.current(), id: identifier(question) };
}

/** Whether the server, not the statement, is at fault: it is not there, or refuses all. */
function isLost(cause: unknown): boolean {
  return wrapClickHouseError(cause).kind === 'unavailable' && !isNotReadable(cause);
}

function identifier({ label }: StatementRequest): string {
  return `${label.replace(/[^\w.-]/g, '').slice(0, 80)}-${randomUUID()}`;
}

type Result = ClickHouse.ExecResult<Readable>;

function send(
  { client, id }: Attempt,
  { sql, parameters, settings }: StatementRequest,
  signal: AbortSignal,
): Promise<Result> {
  const shared = {
    query_id: id,
    clickhouse_settings: { ...SETTINGS, ...settings },
    abort_signal: signal,
    // otherwise the library reads errors of any length, and without their status
    ignore_error_response: true,
  };
  if (!isLong(parameters)) return client.exec({ ...shared, query: sql, query_params: parameters });
  const { body, contentType } = formOf(sql, parameters);
  return client.exec({
    ...shared,
    query: '',
    values: body,
    http_headers: { 'Content-Type': contentType },
  });
}

/** Throws what the server says instead of an answer. */
async function accepted(result: Result, signal: AbortSignal): Promise<Result> {
  const { stream, response_headers, http_status_code } = result;
  const status = http_status_code ?? 0;
  if (status === 200) return result;
  const code = response_headers['x-clickhouse-exception-code'];
  try {
    throw await refusal(addAbortSignal(signal, stream), status, Number(code));
  } catch (cause) {
    throw broken(cause);
  }
}

async function received<T>(
  { stream, summary }: Result,
  signal: AbortSignal,
  read: (answer: Answer) => Promise<T>,
): Promise<T> {
  // the library ignores the signal once it has the answer's head
  const body = addAbortSignal(signal, stream);
  try {
    return await read({
      body,
      scannedBytes: wholeNumber(summary?.read_bytes),
      sentRows: wholeNumber(summary?.result_rows),
    });
  } catch (cause) {
    throw broken(cause);
  }
}

/** The server was reached, so a system error from then on means that the answer broke off. */
function broken(cause: unknown): unknown {
  if (findErrorCode(cause) === null) return cause;
  return new Error('the connection ended within the answer', { cause });
}

const ERROR_BYTES = 16 * 1024;

async function refusal(body: AsyncIterable<Buffer>, status: number, code: number) {
  let text = '';
  for await (const chunk of body) {
    text += chunk.toString('utf8');
    if (text.length > ERROR_BYTES) break;
  }
  const message = text.trim().slice(0, ERROR_BYTES) || `status ${status}`;
  return new ClickHouseRefusal(status, code > 0 ? code : codeIn(text), message);
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

const KILL_MS = 5_000;

/**
 * Kills a query whose connection is being closed. Nobody waits for it, and its failure is ignored on purpose: the server ends
 * the query itself if it notices the closed connection, and otherwise at the time limit.
 */
function kill({ client, id }: Attempt): void {
  client
    .command({
      query: `KILL QUERY WHERE query_id = '${id}' ASYNC`,
      abort_signal: AbortSignal.timeout(KILL_MS),
    })
    .catch(() => {});
}
