/** A case of the table. */
import type { LanguageName } from '../../../generator/emitters/clients/index.ts';
import type { ProblemCode } from '../../../server/http/problem.ts';

/** When everything is asked. */
export const NOW = '2026-01-15T10:07:33.123456Z';
/** Texts that have a meaning in addresses, JSON or SQL. */
export const ODD_TEXT = 'it\'s "a+b&c=d" é日本🎈\u2028%2F\\';
export const UUID = '3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a01';

export type ClientName = LanguageName | 'typescript deno' | 'typescript bun' | 'python asyncio';
export type KeyName = 'all' | 'logs' | 'tenant' | 'stranger';
export type ServiceName =
  | 'usual'
  | 'older'
  | 'limited'
  | 'small'
  | 'hasty'
  | 'busy'
  | 'faulty'
  | 'nobody';

/** `half`: the beginning of an answer, and a reset; `stall`: the beginning, and nothing more; `noise`: what is not HTTP. */
export type Reply =
  | 'reset'
  | 'half'
  | 'stall'
  | 'hang'
  | 'noise'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      /** More bytes are announced than come before a reset. */
      readonly isHalf?: true;
      /** Hints come before it: an answer that only says that another follows. */
      readonly isHinted?: true;
      /** Soon after it, the service sends an unrequested message and closes the connection. */
      readonly isFarewell?: true;
    };

/** How a scripted service identifies itself before any request. */
export type Secured = 'sound' | 'self-signed' | 'expired' | 'of another host';

/**
 * A value as it is given: `$integer`, `$number`, `$instant` and `$day` as what the language has for it; `$text` is one that
 * UTF-8 cannot say, whatever stands there.
 */
export type Value = Single | readonly Single[];
type Single =
  | string
  | number
  | boolean
  | { readonly $integer: string }
  | { readonly $number: 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  | { readonly $instant: string }
  | { readonly $day: string }
  | { readonly $text: 'broken' };

export interface Options {
  readonly timeoutMs?: number;
  /** No time-out at all. */
  readonly isEndless?: true;
  readonly maxRetries?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The kind of failure. In every language, a time-out and a cancelled call differ from a failed connection; `argument` is a fault of
 * the caller, found before anything is sent.
 */
export type Kind = 'service' | 'connection' | 'timeout' | 'cancelled' | 'invalid' | 'argument';

export interface Case {
  readonly does: string;
  readonly endpoint: string;
  readonly params?: Readonly<Record<string, Value>>;
  /** One of the services, or what a service answers in turn. */
  readonly on?: ServiceName | readonly Reply[];
  /** A script over TLS. */
  readonly secured?: Secured;
  /** What stands behind the address of a script. */
  readonly ending?: string;
  readonly key?: KeyName | null;
  readonly client?: Options;
  readonly call?: Options & { readonly cancelAfterMs?: number };
  /** The rows of all pages are asked for, and nothing else of the answer is reported. */
  readonly pages?: true;
  /** How often the client calls; what comes of the last call counts. */
  readonly times?: number;
  /** How long it does nothing before each call but the first. */
  readonly pauseMs?: number;
  /** How often a script is asked. */
  readonly asked?: number;
  /** How many connections to a service over TLS are opened at most. */
  readonly connected?: number;
  /** Clients that cannot do it, and why. */
  readonly cannot?: Partial<Readonly<Record<ClientName, string>>>;
  readonly gives: Answer | Failure;
}

export interface Answer {
  readonly rows: readonly unknown[];
  /** Rows and their records hold more than stands here. */
  readonly partly?: true;
  readonly truncated?: true;
  /** Whether there is a further page. */
  readonly leadsOn?: true;
  readonly rowLimit: number | null;
  /** `kept`: `hit` or `miss`, as it happens. */
  readonly cache: 'kept' | 'stale' | 'bypass' | null;
  readonly age?: number;
  /** Some by default. */
  readonly requestId?: string | null;
  /** None by default. */
  readonly step?: string;
}

export interface Failure {
  readonly kind: Kind;
  readonly status?: number;
  readonly code?: ProblemCode | null;
  /** Of an argument, a part of what is said. */
  readonly detail?: string;
  readonly parameters?: readonly (readonly [name: string, message: string])[];
  readonly retryAfter?: number;
  /** Some by default where the service answers. */
  readonly requestId?: string | null;
}
