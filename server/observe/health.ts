/** Which endpoints could run: the engine answers, and the tables that they read are there. */
import type { Engine, MissingTable } from '../../engines/engine.ts';
import type { Catalogue } from '../answers/manifest.ts';

export interface Readiness {
  /** `degraded`: some endpoints could run and others could not. */
  readonly status: 'ready' | 'degraded' | 'unavailable';
  /** Names of the endpoints that could not run, ascending. */
  readonly unavailable: readonly string[];
  /** What stands against them, in words that no caller is told. */
  readonly fault: string | null;
}
export interface ReadinessLook {
  /** Concurrent looks are one, and what it found is kept for two seconds: some engines bill for each. It never rejects. */
  readonly look: () => Promise<Readiness>;
}

/** How long what a look found is good for. */
const KEPT_MS = 2_000;

/** Makes the look at the engine and its tables; `now` is in milliseconds. */
export function createReadiness(
  { sources, endpoints }: Catalogue,
  engine: Engine,
  now: () => number = () => performance.now(),
): ReadinessLook {
  // Views stand in saved queries alone: only what an endpoint's own statements read counts.
  const needs = endpoints
    .filter(({ engines }) => Object.hasOwn(engines, engine.name))
    .map(({ name, source }) => ({ name, table: sources[source]?.tables[engine.name]?.table }));
  const tables = distinct(needs.flatMap(({ table }) => (table === undefined ? [] : [table])));
  const lookOnce = async (): Promise<Readiness> => {
    try {
      const missing = await engine.missing(tables);
      return readinessOf(needs, missing);
    } catch (cause) {
      const fault = cause instanceof Error ? cause.message : String(cause);
      return { status: 'unavailable', unavailable: needs.map(({ name }) => name), fault };
    }
  };
  let kept: { readonly until: number; readonly found: Promise<Readiness> } | null = null;
  return {
    look: () => {
      if (kept === null || now() >= kept.until) {
        // While it looks, whoever comes shares it; it is kept from when it found.
        const found = lookOnce();
        kept = { until: Number.POSITIVE_INFINITY, found };
        void found.then(() => {
          kept = { until: now() + KEPT_MS, found };
        });
      }
      return kept.found;
    },
  };
}

interface Need {
  readonly name: string;
  readonly table: readonly string[] | undefined;
}

function readinessOf(needs: readonly Need[], missing: readonly MissingTable[]): Readiness {
  const absent = new Set(missing.map(({ table }) => table));
  const unavailable = needs
    .filter(({ table }) => table !== undefined && absent.has(table.join('.')))
    .map(({ name }) => name);
  if (unavailable.length === 0) return { status: 'ready', unavailable, fault: null };
  const status = unavailable.length < needs.length ? 'degraded' : 'unavailable';
  return { status, unavailable, fault: `missing tables: ${missing.map(told).join(', ')}` };
}

function told({ table, reason }: MissingTable): string {
  return reason === null ? table : `${table} (${reason})`;
}

function distinct(tables: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(tables.map(table => [JSON.stringify(table), table])).values()];
}

/**
 * Looks every `everyMs`, the first time at once, and tells each change: what stands against which endpoints, and `null` once
 * nothing does. Gives what stops it.
 */
export function watchReadiness(
  readiness: ReadinessLook,
  tell: (change: Readiness) => void,
  everyMs = 15_000,
): () => void {
  let before = '';
  const look = async () => {
    const found = await readiness.look();
    // An engine may word one fault in many ways.
    const now = JSON.stringify([found.status, found.unavailable]);
    if (isStopped || now === before) return;
    // That all is well is news only after it was not.
    if (before !== '' || found.status !== 'ready') tell(found);
    before = now;
  };
  let isStopped = false;
  const timer = setInterval(() => void look(), everyMs).unref();
  void look();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
