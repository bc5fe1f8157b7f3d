/** Passes messages of the Model Context Protocol, one per line, between standard input and output and the `/mcp` route of a service. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Posts a message to `/mcp`. Rejects if the service cannot be reached. */
export type Post = (
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Response>;

interface Lines {
  readonly input: Readable;
  readonly write: (text: string) => void;
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Passes messages until the input ends or `ended` is aborted; pending answers are then cancelled. */
export async function bridge({ input, write }: Lines, post: Post, ended: AbortSignal) {
  const underWay = new Map<unknown, AbortController>();
  let version: string | null = null;
  const say = (text: string) => write(`${text.replaceAll(/[\r\n]+/g, ' ')}\n`);

  const ask = async (line: string, message: Message, gone: AbortController) => {
    const known = version === null ? {} : { 'MCP-Protocol-Version': version };
    const response = await post(line, { ...HEADERS, ...known }, gone.signal);
    const text = await response.text();
    if (message.id === undefined) return;
    if (response.status !== 200)
      return say(faultOf(message, problemWords(response, text), codeOf(response)));
    if (message.method === 'initialize') version = versionIn(text);
    say(text);
  };
  const carry = async (line: string, message: Message) => {
    const gone = new AbortController();
    underWay.set(message.id, gone);
    try {
      await ask(line, message, gone);
    } catch (cause) {
      // A client that cancels does not wait for an answer.
      if (gone.signal.aborted || message.id === undefined) return;
      say(faultOf(message, cause instanceof Error ? cause.message : String(cause)));
    } finally {
      underWay.delete(message.id);
    }
  };

  const lines = createInterface({ input });
  const close = () => lines.close();
  ended.addEventListener('abort', close, { once: true });
  const all = new Set<Promise<void>>();
  for await (const line of lines) {
    const message = line.trim() === '' ? null : parsed(line);
    if (message === 'broken') say(fault(null, -32_700, 'The line is not a message in JSON.'));
    else if (message?.method === 'notifications/cancelled')
      underWay.get(message.params?.['requestId'])?.abort();
    else if (message !== null) {
      const carried = carry(line, message).finally(() => all.delete(carried));
      all.add(carried);
    }
  }
  ended.removeEventListener('abort', close);
  for (const gone of underWay.values()) gone.abort();
  await Promise.all(all);
}

const HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
} as const;

function parsed(line: string): Message | 'broken' {
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : 'broken';
  } catch {
    return 'broken';
  }
}

const INTERNAL = -32_603;
const INVALID_REQUEST = -32_600;

/** Statuses of a message that is at fault itself. */
const AT_FAULT: ReadonlySet<number> = new Set([400, 413]);

function codeOf({ status }: Response): number {
  return AT_FAULT.has(status) ? INVALID_REQUEST : INTERNAL;
}

/** A model sees only the results of tools, so a fault of a tool call is returned as a result. */
function faultOf({ id = 0, method }: Message, words: string, code = INTERNAL): string {
  if (method !== 'tools/call') return fault(id, code, words);
  const result = { content: [{ type: 'text', text: words }], isError: true };
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

function fault(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

/** The message of a problem, or of a protocol error. */
function problemWords({ status, headers }: Response, text: string): string {
  const retry = headers.get('retry-after');
  const later = retry === null ? '' : ` Try again in ${retry} seconds.`;
  try {
    const { code, detail, error } = Object(JSON.parse(text));
    const words = typeof detail === 'string' ? `${code}: ${detail}` : error?.message;
    if (typeof words === 'string') return words + later;
  } catch {
    // a proxy may answer with an HTML page
  }
  return `The service answered with the status ${status}.${later}`;
}

function versionIn(text: string): string | null {
  const version: unknown = Object(JSON.parse(text)).result?.protocolVersion;
  return typeof version === 'string' ? version : null;
}
