/** An engine that may be unavailable. It is opened at startup, retried until it opens, and opened again when it is lost. */

import type { Deadline, Engine } from '../../../engines/engine.ts';
import { EngineFailure } from '../../../engines/engine.ts';
import { withDeadline } from '../../../engines/support/deadline.ts';
import { messageOf } from '../../../generator/system/errors.ts';

export interface HealingOptions {
  readonly name: string;
  /** Opens the engine. Rejects if it is unavailable. */
  readonly open: () => Promise<Engine>;
  /**
   * Called with the reason when the engine does not open, once for each new fault, and with `null` when it is
   * available again.
   */
  readonly tell: (fault: string | null) => void;
}
export interface HealingEngine extends Engine {
  /** Settles with the first attempt to open: with the fault, or `null`. Never rejects. */
  readonly opened: Promise<string | null>;
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;
/** Milliseconds between attempts. A request tries to open the engine at once, but not more often than this. */
const LEAST_BETWEEN_MS = 300;

/**
 * Opens the engine. Until it is open, every call is rejected as `unavailable`. Opening is retried at growing
 * intervals, and when a request needs the engine. If an engine fails as `unavailable` and also cannot list its tables, it
 * counts as lost: it is closed and opened again.
 */
export function createHealingEngine({ name, open, tell }: HealingOptions): HealingEngine {
  const opener = createOpener(open, tell);
  const ask = async <T>(engine: Engine, use: (engine: Engine) => Promise<T>): Promise<T> => {
    try {
      return await use(engine);
    } catch (cause) {
      if (isUnavailable(cause)) opener.doubt(engine);
      throw cause;
    }
  };
  const inTime = async <D extends Deadline, T>(
    deadline: D,
    use: (engine: Engine, left: D) => Promise<T>,
  ): Promise<T> => {
    const started = performance.now();
    const engine = await withDeadline(deadline, () => opener.engine());
    const timeoutMs = Math.max(1, deadline.timeoutMs - (performance.now() - started));
    return ask(engine, of => use(of, { ...deadline, timeoutMs }));
  };
  return {
    name,
    opened: opener.opened,
    run: (statement, limits) => inTime(limits, (engine, left) => engine.run(statement, left)),
    explain: (statement, deadline) =>
      inTime(deadline, (engine, left) => engine.explain(statement, left)),
    estimate: (statement, deadline) =>
      inTime(deadline, (engine, left) => engine.estimate(statement, left)),
    confined: {
      run: (statement, limits) =>
        inTime(limits, (engine, left) => engine.confined.run(statement, left)),
      bounds: async () => ask(await opener.engine(), engine => engine.confined.bounds()),
    },
    missing: async tables => ask(await opener.engine(), engine => engine.missing(tables)),
    catalogue: async tables => ask(await opener.engine(), engine => engine.catalogue(tables)),
    close: opener.close,
  };
}

function createOpener(open: HealingOptions['open'], tell: HealingOptions['tell']) {
  let inner: Engine | null = null;
  let fault: string | null = null;
  let opening: Promise<void> | null = null;
  let isDoubted = false;
  let closing: Promise<void> | null = null;
  let triedAt = 0;
  let delay = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;

  const absent = (found: string) => {
    if (found !== fault) tell(found);
    fault = found;
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(), delay).unref();
    delay = Math.min(delay * 2, LONGEST_RETRY_MS);
  };
  const present = (engine: Engine) => {
    clearTimeout(timer);
    inner = engine;
    delay = FIRST_RETRY_MS;
    if (fault !== null) tell(null);
    fault = null;
  };
  const tryToOpen = async () => {
    try {
      const engine = await open();
      if (closing === null) present(engine);
      else await engine.close();
    } catch (cause) {
      if (closing === null) absent(messageOf(cause));
    }
    triedAt = performance.now();
    opening = null;
  };
  const attempt = () => {
    opening ??= tryToOpen();
    return opening;
  };
  const look = async (engine: Engine) => {
    const lost = await engine.missing([]).then(() => null, messageOf);
    isDoubted = false;
    if (lost === null || engine !== inner || closing !== null) return;
    inner = null;
    absent(lost);
    // A lost engine may fail to close; that does not matter.
    await engine.close().catch(() => undefined);
  };
  return {
    opened: attempt().then(() => fault),
    /** Returns the engine; if it is unavailable, first tries to open it. */
    engine: async (): Promise<Engine> => {
      const isDue = opening !== null || performance.now() - triedAt >= LEAST_BETWEEN_MS;
      if (closing === null && inner === null && isDue) await attempt();
      if (closing !== null) throw new EngineFailure('unavailable', 'the engine is closed');
      if (inner === null) throw new EngineFailure('unavailable', fault ?? 'the engine is absent');
      return inner;
    },
    /** Checks whether the engine is lost. */
    doubt: (engine: Engine) => {
      if (!isDoubted) void look(engine);
      isDoubted = true;
    },
    close: () => {
      clearTimeout(timer);
      closing ??= Promise.resolve(opening).then(() => inner?.close());
      return closing;
    },
  };
}

function isUnavailable(cause: unknown): boolean {
  return cause instanceof EngineFailure && cause.kind === 'unavailable';
}
