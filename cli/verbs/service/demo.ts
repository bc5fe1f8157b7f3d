import { existsSync } from 'node:fs';
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { DEMO_ENGINE, DEMO_ENGINES, ENGINES, type EngineName } from '../../../engines/index.ts';
import { sourcesRead } from '../../../generator/core/plan/endpoint.ts';
import type { Source } from '../../../generator/core/spec/source.ts';
import { descriptionOf } from '../../../generator/emitters/description.ts';
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import { printSchema } from '../../../generator/sql/schema.ts';
import { openKeyRing } from '../../../server/access/keys/key-ring.ts';
import { replaceKey } from '../../../server/access/keys/keys.ts';
import type { WholeEndpoint } from '../../../server/answers/manifest/manifest.ts';
import { BRIEFS } from '../../briefs.ts';
import { type DemoDatabase, demoDatabase } from '../../demo/database.ts';
import { DEMO_DATABASE } from '../../demo/place.ts';
import { demoProject } from '../../demo/project.ts';
import { demoPlace, fillServer } from '../../demo/server.ts';
import { asFailure, concurrencyOf, engineOpener } from '../../engines.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags, parseWholeNumber } from '../../flags.ts';
import { writeFiles } from '../../generate/generating.ts';
import { asKeyFailure } from '../../keys/key-failure.ts';
import { ownSecret } from '../../keys/secret.ts';
import { catalogueOf } from '../../project/compiled.ts';
import { copyDefinitions, keeperOf } from '../../project/copies.ts';
import { compileForOutput } from '../../project/excluded-engines.ts';
import { manifestIfAny, readOpenApi } from '../../project/output/manifest-file.ts';
import { openapiDocument } from '../../project/output/openapi-document.ts';
import { listOutputFiles } from '../../project/output/output.ts';
import { openWorkspace, type Workspace } from '../../project/workspace.ts';
import { DEFAULT_PORT } from '../../service/address.ts';
import { checkFree, keyFileTeller, listen, servedBy, untilStopped } from '../../service/listen.ts';
import { PORT_FLAG } from '../../service/service-flags.ts';
import { printFailure, type Session } from '../../session.ts';
import { exampleRequest, shellQuoted } from '../../terminal/curl.ts';
import type { ExitCode } from '../../terminal/exit.ts';
import { progress, showingProgress } from '../../terminal/progress.ts';
import { unlessInterrupted, type VerbContext, verb } from '../../verb.ts';
import { tellBroken, whyNotRefreshed } from './rollup.ts';

interface DemoFlags extends GlobalFlags {
  readonly engine?: EngineName;
  readonly url?: string;
  readonly days?: number;
  readonly rows?: number;
  readonly seed?: number;
  readonly port?: number;
}

const DEFAULTS = { days: 8, rows: 200_000, seed: 1 } as const;

const FLAGS: FlagParametersForType<DemoFlags> = {
  engine: {
    kind: 'enum',
    values: DEMO_ENGINES,
    optional: true,
    brief: `The engine to serve from (default: ${DEMO_ENGINE})`,
  },
  url: {
    kind: 'parsed',
    parse: String,
    optional: true,
    placeholder: 'address',
    brief: 'A database to fill with the logs and to serve from',
  },
  days: {
    kind: 'parsed',
    parse: parseWholeNumber(1, 366),
    optional: true,
    placeholder: 'days',
    brief: `How far back the logs reach (default: ${DEFAULTS.days})`,
  },
  rows: {
    kind: 'parsed',
    parse: parseWholeNumber(1_000, 100_000_000),
    optional: true,
    placeholder: 'rows',
    brief: `How many log entries there are (default: ${DEFAULTS.rows})`,
  },
  seed: {
    kind: 'parsed',
    parse: parseWholeNumber(0, 4_294_967_295),
    optional: true,
    placeholder: 'seed',
    brief: `The seed; another number makes other logs (default: ${DEFAULTS.seed})`,
  },
  port: PORT_FLAG,
  ...GLOBAL_FLAGS,
};

export const demo = buildCommand<DemoFlags, [], VerbContext>({
  docs: {
    brief: BRIEFS.demo,
    fullDescription: [
      'Generates the files, makes a database of made-up logs that reach up to now, makes a key, and serves on this machine:',
      'the endpoints of the project that read the data sets of the demo; if there are none, those of the package.',
      'Prints requests to paste and a link to the page, with the key. Its files are in .quern/.',
      `With --url, the logs are copied into tables of that database. It replaces tables of a demo, and never any other.`,
      '',
      'Examples:',
      '  quern demo',
      '  quern demo --rows 5000000 --days 90 --port 8384',
      ...DEMO_ENGINES.flatMap(name => {
        const example = ENGINES[name].settings.address?.example;
        return example === undefined ? [] : [`  quern demo --engine ${name} --url ${example}`];
      }),
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(FLAGS, runDemo, { windsDown: true }),
});

const KEYS = '.quern/demo-keys.json';
const SECRET = '.quern/demo-secret';

async function runDemo(session: Session, flags: DemoFlags): Promise<ExitCode> {
  const opened = openWorkspace(session);
  const place = demoPlace(opened, session.environment, flags);
  const { engine: name, workspace } = place;
  const compilation = hasProject(workspace)
    ? (await compileForOutput(session, workspace, manifestIfAny)).compilation
    : null;
  const { port = DEFAULT_PORT } = flags;
  if (compilation !== null) servedBy(catalogueOf(compilation), name, workspace);
  const { served, left, sources } = demoProject(compilation, name);
  const manifest = catalogueOf(served);
  const concurrency = concurrencyOf(name, workspace);
  const file = workspace.pathOf(DEMO_DATABASE);
  const database = name === DEMO_ENGINE ? file : undefined;
  const open = await engineOpener(name, { workspace, manifest, database, concurrency });
  // Before anything is made, because replacing the key would lock out a demo that already runs there.
  await checkFree(session.host, port);
  if (compilation !== null) {
    const written = await writeFiles(
      session,
      workspace,
      listOutputFiles(workspace, descriptionOf(compilation)),
    );
    if (typeof written === 'number') return written;
  }
  tellServed(session, compilation, served, left);
  const logs = await makeLogs(session, workspace, sources, flags);
  if (name === DEMO_ENGINE)
    await unlessInterrupted(session.host, countRollups(session, workspace, served, file));
  else await fillServer(session, place, { sources, file, logs });
  const { token, ring } = await demoKey(session, workspace);
  const engine = await open().catch(asFailure);
  const openapi =
    served === compilation
      ? await readOpenApi(workspace)
      : openapiDocument(descriptionOf(served), workspace);
  const started = {
    manifest,
    engine,
    keys: ring,
    concurrency,
    openapi,
    config: workspace.config,
    secrets: [await ownSecret(workspace.pathOf(SECRET), SECRET)],
  };
  const running = await listen(session, { port }, started);
  const requests = manifest.endpoints.map(endpoint =>
    exampleRequest(running.url, endpoint, { project: logs.project }),
  );
  const shown = {
    page: `${running.url}/`,
    place: firstChart(manifest.endpoints, requests),
    key: token,
    requests,
  };
  session.print(session.json ? `${JSON.stringify(shown, null, 2)}\n` : welcome(shown));
  const failure = await printFailure(session.host);
  if (failure === null) return untilStopped(session.host, running);
  // The key is printed nowhere else, so nobody could call the service.
  await running.stop();
  throw failure;
}

/** Where the page opens: the first endpoint whose rows are a chart, with the parameters that its request needs. */
function firstChart(endpoints: readonly WholeEndpoint[], requests: readonly string[]): string {
  const at = endpoints.findIndex(endpoint =>
    endpoint.columns.some(({ bucket }) => bucket !== undefined),
  );
  const [endpoint, request] = [endpoints[at], requests[at]];
  if (endpoint === undefined || request === undefined) return '/';
  const { searchParams } = new URL(request);
  for (const { name, required } of endpoint.params) if (!required) searchParams.delete(name);
  return `/${encodeURIComponent(endpoint.name)}?${searchParams}`;
}

/** A folder without specifications is not a project: the demo then leaves `generated/` unchanged. */
function hasProject({ config, pathOf }: Workspace): boolean {
  return existsSync(pathOf(config.endpoints));
}

function tellServed(
  { note }: Session,
  compilation: Compilation | null,
  served: Compilation,
  left: readonly string[],
): void {
  const list = (names: readonly string[]) => names.map(name => `\`${name}\``).join(', ');
  const own = list(served.endpoints.map(({ endpoint }) => endpoint.name));
  if (compilation === null) note(`no endpoints here; serving those of the package: ${own}`);
  else if (left.length > 0) {
    note(`not served, because the demo makes no logs for their data sets: ${list(left)}`);
    if (left.length === compilation.endpoints.length) note(`serving those of the package: ${own}`);
  }
}

async function makeLogs(
  session: Session,
  workspace: Workspace,
  sources: readonly Source[],
  flags: DemoFlags,
): Promise<DemoDatabase> {
  const { days = DEFAULTS.days, rows = DEFAULTS.rows, seed = DEFAULTS.seed } = flags;
  const tell = progress(session);
  const made = await demoDatabase({
    file: workspace.pathOf(DEMO_DATABASE),
    schema: printSchema(sources, ENGINES[DEMO_ENGINE].dialect),
    days,
    rows,
    seed,
    now: session.host.clock(),
    host: session.host,
    onProgress: count => tell(`making log entries: ${Math.floor((count * 100) / rows)} %`),
  });
  tell('');
  const count = rows.toLocaleString('en-US');
  session.note(`${made.isNew ? 'made' : 'found'} ${count} log entries of the last ${days} days`);
  return made;
}

/** Counts the logs into the copies of rollups beside the demo's database. */
async function countRollups(
  session: Session,
  workspace: Workspace,
  served: Compilation,
  database: string,
): Promise<void> {
  const { sources, endpoints } = served.project;
  const made = new Set(endpoints.flatMap(sourcesRead));
  const definitions = copyDefinitions(
    sources.filter(({ name }) => made.has(name)),
    DEMO_ENGINE,
  );
  if (definitions.length === 0) return;
  const copies = await keeperOf(DEMO_ENGINE, workspace, catalogueOf(served), database);
  try {
    const until = session.host.clock();
    await showingProgress(session, onProgress =>
      copies
        .refresh(definitions, { until, anew: new Set(), onProgress, onBroken: tellBroken(session) })
        .catch(whyNotRefreshed),
    );
  } finally {
    await copies.close();
  }
}

async function demoKey(session: Session, { pathOf }: Workspace) {
  const file = pathOf(KEYS);
  const { token } = await replaceKey(file, { name: 'demo' }).catch(asKeyFailure);
  const ring = await openKeyRing(file, keyFileTeller(session)).catch(asKeyFailure);
  return { token, ring };
}

interface Started {
  readonly page: string;
  /** The part of the page's address after `#`. */
  readonly place: string;
  readonly key: string;
  readonly requests: readonly string[];
}

function welcome({ page, place, key, requests }: Started): string {
  const header = shellQuoted(`X-API-KEY: ${key}`);
  const lines = requests.map(request => `  curl -H ${header} ${shellQuoted(request)}`);
  return [
    '',
    `Key   ${key}`,
    '',
    ...lines,
    '',
    `Page  ${page}#key=${key}&${place}`,
    '',
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}
