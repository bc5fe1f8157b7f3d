/**
 * Clients that were written for the original service: how each reads an answer. A reader fails where the answer is not of the
 * shape that it takes for granted.
 */
type Json = Record<string, unknown>;
/** The outcome for a client: rows as it shows them, or the text of an error. */
export type Read = { readonly rows: readonly unknown[] } | { readonly error: string };
export type Reader = (reply: { readonly status: number; readonly text: string }) => Read;

/** A dashboard in a browser: dates of microseconds, the first item of each record, and an error's text in a banner. */
export const studio: Reader = ({ text }) => {
  const { result, error } = JSON.parse(text);
  if (error) return { error: `Failed: ${error}` };
  const rows = list(result).map(row => {
    const entry = row as Json;
    const seconds = whole(entry['timestamp']) / 1_000_000;
    const [request] = records(records(entry['metadata'])[0]?.['request']);
    const at = new Date(seconds * 1_000).toISOString();
    const numbers = Object.entries(entry).filter(
      ([name, value]) => name !== 'timestamp' && typeof value === 'number',
    );
    if ('id' in entry) return [entry['id'], at, request?.['method'] ?? null];
    return [at, Object.fromEntries(numbers)];
  });
  return { rows };
};

/** A foreign table: each column is of the type that it was declared with, and a record is JSON. */
export function foreignTable(
  columns: Readonly<Record<string, 'text' | 'bigint' | 'jsonb'>>,
): Reader {
  const cells = {
    text: (value: unknown) => (value === null ? null : words(value)),
    bigint: (value: unknown) => (value === null ? null : BigInt(whole(value))),
    jsonb: (value: unknown) => JSON.stringify(value),
  };
  return ({ text }) => {
    const body = JSON.parse(text);
    if (!('result' in body)) return { error: words(body.error) };
    const rows = list(body.result).map(row =>
      Object.entries(columns).map(([name, type]) => cells[type]((row as Json)[name])),
    );
    return { rows };
  };
}

/** A tool of a language model: the rows as text, and an error as a text for the model to act on. */
export const tool: Reader = ({ status, text }) => {
  const body = JSON.parse(text);
  if (status === 200) return { rows: list(body.result).map(row => JSON.stringify(row)) };
  return { error: `Failed to fetch logs: ${words(body.error)}` };
};

/** A script with a JSON filter: `.result[] | [.timestamp, .metadata[0].response[0].status_code]`, or `.error` and exit 1. */
export const script: Reader = ({ text }) => {
  const { result, error = null } = JSON.parse(text);
  if (error !== null) return { error: `${words(error)}\n` };
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
