/** The state of a request while it is answered. */

import type { Format } from '../../generator/core/types/formats.ts';
import type { Caller } from '../access/keys/key-file.ts';
import type { AnswerBody } from './body.ts';
import type { AnswerHeaders } from './headers.ts';
import type { Incoming } from './incoming.ts';

/** Values of parameters in their text form. A list has a text for each item, in a fixed order. */
export type Texts = Readonly<Record<string, string | readonly string[]>>;

/** A log line never contains a token or an address, and values of parameters only if the operator enables them. */
export interface LogLine {
  readonly [name: string]: string | number | Texts | undefined;
}
export type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, line: LogLine) => void;

/** The log line of a request; its handlers add to it. */
export type LogEntry = {
  readonly id: string;
  readonly method: string;
  /** The pattern of the route. */
  readonly route: string;
  /** Only with an SDK of OpenTelemetry: the span of the request, under the names of its log data model. */
  trace_id?: string;
  span_id?: string;
  status?: number;
  /** Milliseconds from the request's arrival to its answer. */
  ms?: number;
  endpoint?: string;
  /** Only for tool calls of the Model Context Protocol. */
  via?: 'mcp';
  /** The key's identifier. */
  key?: string;
  /** hit, miss, stale or bypass. */
  cache?: string;
  /** The code of a problem answer. */
  code?: string;
  rows?: number;
  /** Milliseconds of waiting for the engine, and in the engine. */
  queueMs?: number;
  engineMs?: number;
  scannedBytes?: number;
  /** The failure, with details that callers never see. */
  failure?: string;
  sql?: string;
  /** The values of the parameters, in their text form. */
  params?: Texts;
};

/** A fault, as callers see it. */
export interface Problem {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly parameters?: readonly { readonly name: string; readonly message: string }[];
}

/** An answer as plain data, with its own headers. Headers that all answers share are added when it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: AnswerBody | null;
  /** The status for logs and metrics, if a protocol on top of HTTP always answers 200. */
  readonly outcome?: number;
  /** The code of a problem. */
  readonly code?: string;
  /** The contents of a problem. They become the body, in the form that the caller expects. */
  readonly problem?: Problem;
}

/** One request, from its arrival to its answer. */
export interface ReceivedRequest {
  readonly incoming: Incoming;
  readonly entry: LogEntry;
  /** When the request arrived, in milliseconds since 1970 UTC; `now` returns it in microseconds. */
  readonly receivedMs: number;
  readonly now: () => bigint;
  /** The format of rows for the caller. */
  format: Format;
  /** The key of the request; `null` if the service has no keys. */
  key: Caller | null;
  /** Returns a part of the path by its name in the route. */
  readonly part: (name: string) => string;
}

/** The identifier by which keys take turns. A service without keys is one key. */
export function turnKey({ key }: Pick<ReceivedRequest, 'key'>): string {
  return key === null ? '' : key.id;
}
