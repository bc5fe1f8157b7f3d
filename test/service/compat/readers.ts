/**
 * Clients that were written for the original service: how each reads an answer. A reader fails where the answer is not of the
 * shape that it takes for granted.
 */
type Json = Record<string, unknown>;
/** The outcome for a client: rows as it shows them, or the text of an error. */
export type Read = { readonly rows: readonly unknown[] } | { readonly error: string };
export type Reader = (reply: { readonly status: number; readonly text: string }) => Read;

/** The server of a dashboard, which reads `error.message` unless the status is 2xx; then dates of microseconds, and the first item of each record. */
export const studio: Reader = ({ status, text }) => {
  const { result, error } = JSON.parse(text);
  if (status >= 300) return { error: `Failed: ${words(error?.message)}` };
  if (error !== undefined) return { error: `Failed: ${JSON.stringify(error)}` };
  const rows = list(result).map(row => {
    const entry = row as Json;
    const [request] = records(records(entry['metadata'])[0]?.['request']);
    const at = new Date(millisOf(entry['timestamp'])).toISOString();
    const numbers = Object.entries(entry).filter(
      ([name, value]) => name !== 'timestamp' && typeof value === 'number',
    );
    if ('id' in entry) return [entry['id'], at, request?.['method'] ?? null];
    return [at, Object.fromEntries(numbers)];
  });
  return { rows };
};

/** Microseconds, or a text whose zone is UTC unless it has one. */
function millisOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(`${dateOf(value)}Z`) : whole(value) / 1_000;
}

/**
 * A foreign table: a column takes only JSON of its type, and an instant only a text that PostgreSQL reads. `_result` has the whole
 * row. An error shows only its status, and a 404 counts as no rows.
 */
export function foreignTable(columns: Readonly<Record<string, keyof typeof CELLS>>): Reader {
  return ({ status, text }) => {
    if (status === 404) return { rows: [] };
    if (status >= 400) return { error: `HTTP status ${status}` };
    const body = JSON.parse(text);
    const rows = list(body.result).map(row =>
      Object.entries(columns).map(([name, type]) =>
        name === '_result' ? JSON.stringify(row) : CELLS[type]((row as Json)[name]),
      ),
    );
    return { rows };
  };
}

/** The date and time that PostgreSQL reads into a `timestamp`: a zone in the text is ignored, one of `timestamptz` is UTC by default. */
const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?)(Z?)$/;

const CELLS = {
  text: words,
  bigint: (value: unknown) => BigInt(whole(value)),
  timestamp: (value: unknown) => dateOf(value).replace('T', ' '),
  timestamptz: (value: unknown) => `${dateOf(value).replace('T', ' ')}+00`,
};

function dateOf(value: unknown): string {
  const text = words(value);
  const [, date] = INSTANT.exec(text) ?? [];
  if (date === undefined) throw new TypeError(`no instant: ${text}`);
  return date;
}

/** A tool of a language model: the rows as text, and an error as a text for the model to act on. */
export const tool: Reader = ({ status, text }) => {
  const body = JSON.parse(text);
  if (status === 200) return { rows: list(body.result).map(row => JSON.stringify(row)) };
  return { error: `Failed to fetch logs: ${words(body.error.message)}` };
};

/** A script with a JSON filter: `.result[] | [.timestamp, .metadata[0].response[0].status_code]`, or `.error.message` and exit 1. */
export const script: Reader = ({ text }) => {
  const { result, error = null } = JSON.parse(text);
  if (error !== null) return { error: `${words(error.message)}\n` };
  const rows = list(result).map(row => {
    const { timestamp, metadata } = row as Json;
    const [response] = records(records(metadata)[0]?.['response']);
    return [whole(timestamp), response?.['status_code'] ?? null].join('\t');
  });
  return { rows };
};

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`no list: ${JSON.stringify(value)}`);
  return value;
}

/** A record of the original is a list of one, or of none. */
function records(value: unknown): readonly Json[] {
  if (value === undefined) return [];
  return list(value).map(one => {
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      throw new TypeError(`no record: ${JSON.stringify(one)}`);
    return one as Json;
  });
}

function whole(value: unknown): number {
  if (!Number.isSafeInteger(value))
    throw new TypeError(`no whole number: ${JSON.stringify(value)}`);
  return value as number;
}

function words(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`no text: ${JSON.stringify(value)}`);
  return value;
}
