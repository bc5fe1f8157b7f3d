/** The log of a service in a test. */
import type { Log, LogLine } from '../../../server/http/context.ts';

export interface HeardLog {
  readonly log: Log;
  /** The lines of requests. */
  readonly lines: LogLine[];
  /** All other lines, such as those of refreshes and of the readiness watch, which may come between any two requests. */
  readonly events: LogLine[];
}

export function heardLog(): HeardLog {
  const lines: LogLine[] = [];
  const events: LogLine[] = [];
  const log: Log = (level, line) => {
    const heard = 'status' in line ? lines : events;
    heard.push({ level, ...line });
  };
  return { log, lines, events };
}
