/** The state of a request on its way to its answer. */

import type { Format } from '../../generator/core/formats.ts';
import type { Caller } from '../access/key-file.ts';
import type { Body } from './body.ts';
import type { Incoming } from './incoming.ts';

/** Values of parameters in their text form; of a list, a text for each item, in one order. */
export type Texts = Readonly<Record<string, string | readonly string[]>>;

/** A line never holds a token or an address, and a parameter's value only where the operator asks for them. */
export interface LogLine {
  readonly [name: string]: string | number | Texts | undefined;
}
export type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, line: LogLine) => void;

/** A request's line; its handlers add to it on the way. */
export type LogEntry = {
  readonly id: string;
  readonly method: string;
  /** The route's pattern. */
  readonly route: string;
  status?: number;
  /** From the request's arrival to its answer. */
  ms?: number;
  endpoint?: string;
  /** Only of calls by tools of the Model Context Protocol. */
  via?: 'mcp';
  /** The key's identifier. */
  key?: string;
  /** hit, miss, stale or bypass. */
  cache?: string;
  /** Of the problem that is the answer. */
  code?: string;
  rows?: number;
  /** Milliseconds of waiting for the engine to be free, and in the engine. */
  queueMs?: number;
  engineMs?: number;
  scannedBytes?: number;
  /** The failure, in words that no caller sees. */
  failure?: string;
  sql?: string;
  /** The values of the parameters, in their text form. */
  params?: Texts;
};

/** The fault, in the words for callers. */
export interface Problem {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly parameters?: readonly { readonly name: string; readonly message: string }[];
}
/** The form of the member `error` of a problem: its code and text, or the text alone. */
export type ErrorForm = 'object' | 'text';

/** An answer as plain data. Its headers are its own: those that all answers have are added to them when it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Body | null;
  /** The status in logs and metrics, where a protocol within HTTP answers 200 whatever the outcome. */
  readonly outcome?: number;
  /** Of a problem. */
  readonly code?: string;
  /** The contents of a problem, which become the body in the form that the caller reads. */
  readonly problem?: Problem;
}

/** One request, from its arrival to its answer. */
export interface Exchange {
  readonly incoming: Incoming;
  readonly entry: LogEntry;
  /** When the request arrived, in milliseconds since 1970 UTC; `now` has it in microseconds. */
  readonly receivedMs: number;
  readonly now: () => bigint;
  /** How callers read problems: those of the endpoint once it is known. */
  errors: ErrorForm;
  /** How callers read rows. */
  format: Format;
  /** The key of the request; `null` if the service has no keys. */
  key: Caller | null;
  /** A part of the path, by its name in the route. */
  readonly part: (name: string) => string;
}
