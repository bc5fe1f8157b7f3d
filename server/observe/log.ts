/** The log has a line of JSON for each request, without keys, addresses and, by default, values of parameters. */
import type { DestinationStream } from 'pino';
import { pino } from 'pino';
import type { BoundStatement } from '../../engines/engine.ts';
import type { Log } from '../http/context.ts';
import { gathered } from './gathered.ts';

/** Creates a log that writes lines of JSON, by default to standard error. */
export function createLog(destination: DestinationStream = standardError()): Log {
  const lines = gathered(text => destination.write(text));
  const logger = pino(
    {
      base: null,
      timestamp: createTimestamp(),
      formatters: { level: label => ({ level: label }) },
    },
    { write: line => lines.add(line) },
  );
  return (level, line) => {
    logger[level](line);
    // a failure may bring the process down
    if (level !== 'info') lines.flush();
  };
}

/** A log must not end the server: if a line cannot be written, it is dropped together with the stream that would retry it. */
function standardError(): DestinationStream {
  const open = () => {
    // At the end of the process, an asynchronous stream would retry for as long as writing fails.
    const opened = pino.destination({ dest: 2, sync: true });
    return opened.once('error', () => {
      stream = open();
    });
  };
  let stream: DestinationStream = open();
  return { write: line => stream.write(line) };
}

/** RFC 3339 in UTC, as a member of pino's line. Reuses the text, because a busy service writes many lines per millisecond. */
function createTimestamp(): () => string {
  let last = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== last) text = `,"time":"${new Date(now).toISOString()}"`;
    last = now;
    return text;
  };
}

/** Shorter values are not replaced, because they occur in any text by chance. */
const SHORTEST_REDACTED = 3;

/** Replaces bound values in an engine's message by their names, because engines may quote values. Of a list, they quote items. */
export function redact(message: string, { values }: BoundStatement): string {
  const bound = values.flatMap(({ name, value }) =>
    [value].flat().map(item => ({ name, text: String(item) })),
  );
  // a value may be a part of another one
  bound.sort((a, b) => b.text.length - a.text.length);
  return bound.reduce(
    (told, { name, text }) =>
      text.length < SHORTEST_REDACTED ? told : told.replaceAll(text, () => `$${name}`),
    message,
  );
}
