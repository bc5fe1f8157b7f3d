/** Checks whether data sets with `freshness` have an entry that is new enough. */
import { type Engine, EngineFailure } from '../../engines/engine.ts';
import type { ManifestFreshnessStatement } from '../../generator/core/output/manifest.ts';
import { messageOf } from '../../generator/system/errors.ts';
import type { Packing, Share } from '../answers/cache/contract.ts';
import type { Catalogue, ServedEndpoint } from '../answers/manifest/manifest.ts';

/** The last check of a data set. */
export interface SourceFreshness {
  /** The name of the data set. */
  readonly source: string;
  /** In seconds. */
  readonly within: number;
  /** The instant of the newest entry that was ever found, in microseconds since 1970 UTC; `null`: none yet. */
  readonly newest: bigint | null;
  /** `null`: the last check failed, or none has ended yet. */
  readonly isFresh: boolean | null;
}
export interface FreshnessLook {
  /** Checks those whose last check is old. Concurrent calls share a check. Never rejects. */
  readonly look: () => Promise<readonly SourceFreshness[]>;
  /** The results of the last checks. */
  readonly last: () => readonly SourceFreshness[];
  /** Names of the stale data sets that an endpoint reads, ascending; `null` if it reads none that can be stale. */
  readonly staleOf: (endpoint: ServedEndpoint) => (() => readonly string[]) | null;
  /** Checks at once and then as often as results get old. Returns a function that stops the checks. */
  readonly watch: () => () => void;
}
export interface FreshnessOptions {
  readonly engine: Engine;
  /** Returns microseconds since 1970 UTC. */
  readonly clock: () => bigint;
  readonly timeoutMs: number;
  /** Receives each data set that became stale or fresh, and each failure of a check: of the processes that share checks, in one. */
  readonly tell: (change: FreshnessChange) => void;
  /** By default, each process checks for itself. */
  readonly share?: Share<Newest>;
}
/** The newest entry that is new enough, in microseconds since 1970 UTC; `null`: there is none. */
export type Newest = bigint | null;
export const NEWEST_PACKING: Packing<Newest> = {
  pack: newest => Buffer.from(String(newest)),
  unpack: packed => {
    const text = Buffer.from(packed).toString();
    return text === 'null' ? null : BigInt(text);
  },
};
export type FreshnessChange =
  | { readonly source: string; readonly within: number; readonly isFresh: boolean }
  | { readonly source: string; readonly failure: string };

/** How long the result of a check is valid, in milliseconds: a quarter of the span, as some engines bill each check. */
function validMs(within: number): number {
  return Math.min(Math.max(within * 250, 5_000), 300_000);
}

/** Creates the check of the data sets that have a table on the engine. */
export function createFreshness(
  { sources }: Pick<Catalogue, 'sources'>,
  options: FreshnessOptions,
): FreshnessLook {
  const { engine } = options;
  const checks = new Map(
    Object.entries(sources).flatMap(([source, { freshness }]) => {
      const statement = freshness?.engines[engine.name];
      if (freshness === undefined || statement === undefined) return [];
      return [[source, createCheck(source, freshness.within, statement, options)] as const];
    }),
  );
  const all = [...checks.values()];
  const last = () => all.map(check => check.last());
  const look = async () => {
    await Promise.all(all.map(check => check.look()));
    return last();
  };
  return {
    look,
    last,
    staleOf: ({ reads }) => {
      const own = Object.keys(reads[engine.name] ?? {})
        .sort()
        .flatMap(source => checks.get(source) ?? []);
      if (own.length === 0) return null;
      return () =>
        own.flatMap(check => {
          const { source, isFresh } = check.last();
          return isFresh === false ? [source] : [];
        });
    },
    watch: () => {
      const timers = all.map(check => {
        void check.look();
        return setInterval(() => void check.look(), check.everyMs).unref();
      });
      return () => {
        for (const timer of timers) clearInterval(timer);
      };
    },
  };
}

/** The repeated check of one data set. */
function createCheck(
  source: string,
  within: number,
  statement: ManifestFreshnessStatement,
  options: FreshnessOptions,
) {
  const { tell, share = (_, run) => run(signal).then(value => ({ value, ageMs: null })) } = options;
  const { signal } = new AbortController();
  const everyMs = validMs(within);
  const freshMs = everyMs - SLACK_MS;
  const wanted = {
    key: `freshness of ${source}: ${statement.sql}`,
    freshMs,
    ttlMs: everyMs,
    signal,
  };
  let last: SourceFreshness = { source, within, newest: null, isFresh: null };
  let known = '';
  /** Also follows what other processes report, so that a later report of this one is news. */
  const follow = (change: FreshnessChange, isOwn: boolean) => {
    const news = JSON.stringify(change);
    // a first check that finds new entries is no news
    const isNews = news !== known && (known !== '' || !('isFresh' in change && change.isFresh));
    if (isNews && isOwn) tell(change);
    known = news;
  };
  /** Returns for how many milliseconds the result is valid. */
  const lookOnce = async (): Promise<number> => {
    try {
      const run = (running: AbortSignal) => newestOf(source, statement, options, running);
      const { value, ageMs } = await share(wanted, run);
      const isFresh = value !== null;
      last = { ...last, newest: value ?? last.newest, isFresh };
      follow({ source, within, isFresh }, ageMs === null);
      return freshMs - (ageMs ?? 0);
    } catch (cause) {
      if (!(cause instanceof EngineFailure)) throw cause;
      // an engine that is down says nothing about the entries
      last = { ...last, isFresh: null };
      follow({ source, failure: messageOf(cause) }, true);
      // it is repeated when somebody asks
      return 0;
    }
  };
  let kept: { readonly until: number; readonly ended: Promise<void> } | null = null;
  return {
    everyMs,
    last: () => last,
    look: () => {
      if (kept === null || performance.now() >= kept.until) {
        const ended = lookOnce().then(validMs => {
          kept = { until: performance.now() + validMs, ended };
        });
        kept = { until: Number.POSITIVE_INFINITY, ended };
      }
      return kept.ended;
    },
  };
}

/** Asks the engine. */
async function newestOf(
  source: string,
  { sql, now }: ManifestFreshnessStatement,
  { engine, clock, timeoutMs }: FreshnessOptions,
  signal: AbortSignal,
): Promise<Newest> {
  const label = { endpoint: 'freshness', request: `freshness of ${source}` };
  const limits = { timeoutMs, signal, maxRows: 1, maxBytes: 1_000, label };
  const value = clock();
  const values = now.map(name => ({ name, scalar: 'timestamp' as const, value }));
  const { rows } = await engine.run({ sql, values }, limits);
  const [[cell] = []] = rows;
  return cell === null || cell === undefined ? null : BigInt(cell);
}

/** A timer may fire a little before the result of the last check is old. */
const SLACK_MS = 1_000;
