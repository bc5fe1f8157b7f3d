/** What a request carries on its way through the app. */
import type { Context } from 'hono';
import type { ApiKey } from './key-file.ts';

/** A line never holds a token, a parameter's value or an address. */
export type LogLine = Readonly<Record<string, string | number>>;
export type Log = (line: LogLine) => void;

/** What handlers add to a request's line. */
export interface LogEntry {
  readonly id: string;
  endpoint?: string;
  /** The key's identifier. */
  key?: string;
  rows?: number;
  /** Milliseconds in the engine. */
  engineMs?: number;
  /** What went wrong, in words that no caller is told. */
  failure?: string;
  sql?: string;
}

export interface AppEnv {
  Variables: {
    entry: LogEntry;
    /** When the request arrived, in microseconds since 1970 UTC. */
    received: bigint;
    /** Whose request it is; `null` where keys are not asked for. */
    key: ApiKey | null;
  };
}
export type AppContext = Context<AppEnv>;
