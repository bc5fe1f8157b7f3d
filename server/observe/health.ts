/** Finds which endpoints can run: the engine answers, and the tables and columns that the endpoint reads exist as declared. */
import type { CatalogueTable, Engine, MissingTable } from '../../engines/engine.ts';
import type { Catalogue, SourceReads } from '../answers/manifest/manifest.ts';
import { listFindings, type TableFinding } from './findings.ts';

export interface Readiness {
  /** `degraded`: some endpoints could run and others could not. */
  readonly status: 'ready' | 'degraded' | 'unavailable';
  /** Names of the endpoints that could not run, ascending. */
  readonly unavailable: readonly string[];
  /** Why they cannot run, with details that callers never see. */
  readonly fault: string | null;
  /** Why endpoints cannot answer correctly, by name; shown to keys that may run them. */
  readonly findings: ReadonlyMap<string, readonly string[]>;
  /** The differences between the columns of data sets and of their tables, also those that prevent no answer. */
  readonly columns: readonly SourceFinding[];
  /** Names of endpoints with a missing table. */
  readonly missing: ReadonlySet<string>;
  /** The engine's reasons for missing tables, by the finding; callers never see them. */
  readonly reasons: ReadonlyMap<string, string>;
  /** The finding of sandboxes if the engine cannot bound statements of callers; else `null`. */
  readonly unconfined: string | null;
  /** How many entries of files are skipped as invalid, by table. */
  readonly skipped: ReadonlyMap<string, number>;
}
export interface SourceFinding extends TableFinding {
  /** The name of the data set. */
  readonly source: string;
}
export interface ReadinessLook {
  /** Concurrent calls share a check. Its result is kept for two seconds, because some engines bill each check. Never rejects. */
  readonly look: () => Promise<Readiness>;
  /** Returns the result of the last check, however old; `null` before the first check ends. */
  readonly last: () => Readiness | null;
}

const NOTHING = {
  findings: new Map(),
  columns: [],
  missing: new Set<string>(),
  reasons: new Map<string, string>(),
  unconfined: null,
  skipped: new Map(),
} as const;

/** Milliseconds for which the findings of a check are valid. */
const KEPT_MS = 2_000;

/** Creates the check of the engine and its tables; `now` returns milliseconds. */
export function createReadiness(
  { sources, endpoints }: SourceReads,
  engine: Engine,
  now: () => number = () => performance.now(),
): ReadinessLook {
  const served = endpoints.filter(({ reads }) => Object.hasOwn(reads, engine.name));
  const names = served.map(({ name }) => name);
  const needs = served.flatMap(endpoint => needsOf(endpoint, sources, engine.name));
  const sandboxes = served.flatMap(({ name, sandbox }) => (sandbox ? [name] : []));
  const tables = distinct(needs.flatMap(({ table }) => (table === undefined ? [] : [table])));
  const lookOnce = async (): Promise<Readiness> => {
    try {
      const missing = await engine.missing(tables);
      const absent = new Set(missing.map(({ table }) => table));
      const present = tables.filter(table => !absent.has(table.join('.')));
      const catalogue = await engine.catalogue(present);
      const unconfined = sandboxes.length === 0 ? null : await whyUnconfined(engine);
      return readinessOf({ names, needs, sandboxes }, { missing, catalogue, unconfined });
    } catch (cause) {
      const fault = cause instanceof Error ? cause.message : String(cause);
      return { ...NOTHING, status: 'unavailable', unavailable: names, fault };
    }
  };
  let kept: { readonly until: number; readonly found: Promise<Readiness> } | null = null;
  let last: Readiness | null = null;
  return {
    look: () => {
      if (kept === null || now() >= kept.until) {
        // Requests during a check share it. Its findings are valid from the moment it ends.
        const found = lookOnce();
        kept = { until: Number.POSITIVE_INFINITY, found };
        void found.then(readiness => {
          last = readiness;
          kept = { until: now() + KEPT_MS, found };
        });
      }
      return kept.found;
    },
    last: () => last,
  };
}

async function whyUnconfined({ confined }: Engine): Promise<string | null> {
  const found = await confined.bounds();
  return 'unconfined' in found ? `statements of callers cannot run: ${found.unconfined}` : null;
}

/** A data set that an endpoint's statements read; `name` is the endpoint's. */
interface Need {
  readonly name: string;
  readonly source: string;
  readonly table: readonly string[] | undefined;
  readonly records: 'nested' | 'repeated';
  readonly engine: string;
  readonly declared: Catalogue['sources'][string]['columns'];
  readonly reads: readonly string[];
}

/** Considers only columns that an endpoint's own statements read; views appear only in saved queries. */
function needsOf(
  { name, reads: on }: SourceReads['endpoints'][number],
  sources: Catalogue['sources'],
  engine: string,
): readonly Need[] {
  return Object.entries(on[engine] ?? {}).map(([source, reads]) => {
    const { table, records = 'nested' } = sources[source]?.tables[engine] ?? {};
    return {
      name,
      source,
      table,
      records,
      engine,
      declared: sources[source]?.columns ?? [],
      reads,
    };
  });
}

interface Asked {
  readonly names: readonly string[];
  readonly needs: readonly Need[];
  /** Names of endpoints that run statements of callers. */
  readonly sandboxes: readonly string[];
}
interface Found extends Pick<Readiness, 'unconfined'> {
  readonly missing: readonly MissingTable[];
  readonly catalogue: readonly CatalogueTable[];
}

function readinessOf(
  { names, needs, sandboxes }: Asked,
  { missing, catalogue: found, unconfined }: Found,
): Readiness {
  const absent = new Set(missing.map(({ table }) => table));
  const columns = new Map(found.map(table => [table.table, table.columns]));
  const findings = new Map<string, readonly string[]>();
  const add = (name: string, told: readonly string[]) => {
    if (told.length > 0) findings.set(name, [...(findings.get(name) ?? []), ...told]);
  };
  const differing = new Map<string, SourceFinding>();
  for (const need of needs) {
    const found = columnFindings(need, columns);
    for (const one of found) differing.set(`${need.source} ${one.told}`, one);
    const errors = found.filter(({ severity }) => severity === 'error').map(({ told }) => told);
    add(need.name, absenceOf(need, absent) ?? errors);
  }
  if (unconfined !== null) for (const name of sandboxes) add(name, [unconfined]);
  const counted = found.flatMap(({ table, skipped }) =>
    skipped === undefined ? [] : [[table, skipped] as const],
  );
  const skipped = new Map(counted);
  const without = needs.filter(({ table }) => table !== undefined && absent.has(table.join('.')));
  const known = {
    findings,
    columns: [...differing.values()],
    missing: new Set(without.map(({ name }) => name)),
    reasons: new Map(
      missing.flatMap(({ table, reason }) =>
        reason === null ? [] : [[missingTable(table), reason]],
      ),
    ),
    unconfined,
    skipped,
  };
  const unavailable = names.filter(name => findings.has(name));
  if (unavailable.length === 0) return { ...known, status: 'ready', unavailable, fault: null };
  const status = unavailable.length < names.length ? 'degraded' : 'unavailable';
  return { ...known, status, unavailable, fault: faultOf(missing, findings, absent) };
}

/** The finding for a table that is missing; `null` for any other. */
function absenceOf({ table }: Need, absent: ReadonlySet<string>): readonly string[] | null {
  const name = table?.join('.');
  return name !== undefined && absent.has(name) ? [missingTable(name)] : null;
}

function columnFindings(
  { table, source, ...need }: Need,
  columns: ReadonlyMap<string, CatalogueTable['columns']>,
): readonly SourceFinding[] {
  const name = table?.join('.') ?? '';
  const found = columns.get(name) ?? null;
  if (found === null) return [];
  return listFindings({ ...need, found }).map(finding => {
    return { ...finding, source, told: `table \`${name}\`: ${finding.told}` };
  });
}

function missingTable(name: string): string {
  return `table \`${name}\` is missing`;
}

/** Lists missing tables with the engine's reasons, and then each endpoint's other findings. */
function faultOf(
  missing: readonly MissingTable[],
  findings: Readiness['findings'],
  absent: ReadonlySet<string>,
): string {
  const ofMissing = new Set([...absent].map(missingTable));
  const others = [...findings].flatMap(([name, told]) => {
    const rest = told.filter(one => !ofMissing.has(one));
    return rest.length === 0 ? [] : [`${name}: ${rest.join(', ')}`];
  });
  const tables = missing.length === 0 ? [] : [`missing tables: ${missing.map(told).join(', ')}`];
  return [...tables, ...others].join('; ');
}

function told({ table, reason }: MissingTable): string {
  return reason === null ? table : `${table} (${reason})`;
}

function distinct(tables: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(tables.map(table => [JSON.stringify(table), table])).values()];
}

/**
 * Checks at once and then every `everyMs`, and reports each change: which endpoints cannot run and why, or that all can
 * run again. Returns a function that stops the checks.
 */
export function watchReadiness(
  readiness: ReadinessLook,
  tell: (change: Readiness) => void,
  everyMs = 15_000,
): () => void {
  let before = '';
  const look = async () => {
    const found = await readiness.look();
    // Ignores `fault`, because an engine may describe one fault in different ways.
    const { status, unavailable, findings, columns } = found;
    const now = JSON.stringify([status, unavailable, [...findings], columns]);
    if (isStopped || now === before) return;
    // Reports `ready` without warnings only after a failure.
    if (before !== '' || status !== 'ready' || columns.length > 0) tell(found);
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
