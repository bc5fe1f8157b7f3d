/** The engines of a project: whether each answers, and whether its tables match the declarations. */
import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../../engines/engine.ts';
import { ENGINES, type EngineName, isEngine } from '../../engines/index.ts';
import { DEFAULT_CONFIG } from '../../generator/config/config.ts';
import { counted } from '../../generator/core/report/words.ts';
import {
  type Field,
  isDerived,
  type Source,
  storedName,
} from '../../generator/core/spec/source.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import type { Catalogue } from '../../server/answers/manifest/manifest.ts';
import { createFreshness } from '../../server/observe/freshness.ts';
import { createReadiness } from '../../server/observe/health.ts';
import { asFailure, concurrencyOf, openNamedEngine } from '../engines.ts';
import { catalogueOf } from '../project/compiled.ts';
import type { Workspace } from '../project/workspace.ts';
import { EXIT } from '../terminal/exit.ts';
import { copyFindings } from './copies.ts';
import { type Finding, fault, findFailure, note, ok } from './finding.ts';
import { rollupFindings } from './rollups.ts';

/** The engines that the project is compiled for, and the service's engine. */
export async function engines(
  workspace: Workspace,
  compilation: Compilation,
): Promise<readonly Finding[]> {
  const { config } = workspace;
  const names = new Set([...compilation.dialects, config.service.engine].filter(isEngine));
  const manifest = catalogueOf(compilation);
  const { sources } = compilation.project;
  const found = await Promise.all(
    [...names].map(name => engine(workspace, manifest, sources, name)),
  );
  return found.flat();
}

async function engine(
  workspace: Workspace,
  manifest: Catalogue,
  sources: readonly Source[],
  name: EngineName,
): Promise<readonly Finding[]> {
  const { config } = workspace;
  const isMentioned =
    config.service.engine === name ||
    !isDeepStrictEqual(config.engines[name], DEFAULT_CONFIG.engines[name]) ||
    config.unset.has(name);
  const where = 'Say where it is in `quern.yaml`, under `engines`.';
  if (!isMentioned) return [note(name, '`quern.yaml` does not say where it is', where)];
  try {
    const concurrency = concurrencyOf(name, workspace);
    const options = { workspace, manifest, database: undefined, concurrency };
    const opened = await openNamedEngine(name, options);
    const deadline = { timeoutMs: config.service.timeoutMs, signal: new AbortController().signal };
    try {
      const tables = tablesOf(name, manifest, await createReadiness(manifest, opened).look());
      return [
        ...tables,
        ...(await examined(name, workspace, manifest, sources)),
        ...(await freshnessFindings(name, manifest, opened, deadline.timeoutMs)),
        ...(await rollupFindings(name, opened, sources, deadline)),
        ...(await copyFindings(name, workspace, manifest, sources)),
      ];
    } finally {
      await opened.close();
    }
  } catch (error) {
    return [findFailure(name, error, where)];
  }
}

/** Reports the engine's own findings: about itself, and about the tables that endpoints read. */
async function examined<Name extends EngineName>(
  name: Name,
  { config }: Workspace,
  { endpoints }: Catalogue,
  sources: readonly Source[],
): Promise<readonly Finding[]> {
  const { examiner } = ENGINES[name];
  if (examiner === null) return [];
  const { default: own } = await examiner();
  const tables = sources.flatMap(({ name: source, tables, columns, scope }) => {
    const table = tables[name];
    const paths = endpoints.flatMap(({ reads }) => reads[name]?.[source] ?? []);
    if (table === undefined || paths.length === 0) return [];
    const times = columns.filter(
      column =>
        TIMES.includes(String(column.type)) &&
        paths.includes(column.name) &&
        column.text[name] === undefined &&
        !isDerived(column),
    );
    const scoped = columns.filter(column => scope.some(one => one.name === column.name));
    const stored = (of: readonly Field[]) => of.map(column => storedName(column, name));
    return [{ name: table.name, times: stored(times), scope: stored(scoped) }];
  });
  const found = await own.examine(config.engines[name], tables).catch(asFailure);
  return found.map(one => ({
    ...one,
    area: name,
    exit: one.state === 'error' ? EXIT.findings : EXIT.done,
  }));
}

const TIMES = ['timestamp', 'datetime', 'date'];

async function freshnessFindings(
  name: EngineName,
  manifest: Catalogue,
  engine: Engine,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  const clock = () => BigInt(Date.now()) * 1_000n;
  const failures = new Map<string, string>();
  const freshness = createFreshness(manifest, {
    engine,
    clock,
    timeoutMs,
    tell: change => {
      if ('failure' in change) failures.set(change.source, change.failure);
    },
  });
  const found = await freshness.look();
  return found.map(({ source, within, isFresh }) => {
    if (isFresh === true) return ok(name, `\`${source}\` has an entry of the last ${within} s`);
    if (isFresh === false)
      return note(name, `\`${source}\` has no entry of the last ${within} s`, STALE);
    return note(name, `it cannot say how new \`${source}\` is: ${failures.get(source)}`, null);
  });
}

const STALE = 'Look at the program that writes the entries, or at `freshness` in `sources.yaml`.';
const ABSENT = 'Correct the name in `sources.yaml`, or declare it with `optional: true`.';
type Readiness = Awaited<ReturnType<ReturnType<typeof createReadiness>['look']>>;

function tablesOf(
  name: EngineName,
  { endpoints }: Catalogue,
  { status, findings, fault: words, skipped, columns }: Readiness,
): readonly Finding[] {
  if (status === 'unavailable' && findings.size === 0)
    return [fault(name, `it does not answer: ${words ?? ''}`, null, EXIT.environment)];
  const remedy = 'Change the data set in `sources.yaml`, or the table.';
  const mismatches = [...findings].flatMap(([endpoint, told]) =>
    told.map(one => fault(name, `\`${endpoint}\` cannot run: ${one}`, remedy)),
  );
  const left = [...skipped].map(([table, count]) =>
    note(name, `invalid entries of \`${table}\` are left out: ${count}`, 'Correct the files.'),
  );
  const unconverted = columns
    .filter(({ severity }) => severity === 'warning')
    .map(({ told, add }) =>
      note(name, told, add === null ? ABSENT : 'Run `quern check --tables --update`.'),
    );
  const reads = endpoints.flatMap(one => Object.keys(one.reads[name] ?? {}));
  const count = counted(new Set(reads).size, 'table');
  const sound = mismatches.length === 0 ? [ok(name, `it answers, with ${count} as declared`)] : [];
  return [...sound, ...mismatches, ...unconverted, ...left];
}
