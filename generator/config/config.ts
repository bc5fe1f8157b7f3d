/** `quern.yaml`: the layout of a project and the settings of its service. Every key has a default. */
import { ENGINES } from '../../engines/index.ts';
import { counting, type Report } from '../core/report/diagnostics.ts';
import { refusingCuts } from '../core/report/reporting-cuts.ts';
import type { Node } from '../core/spec/document.ts';
import { CLIENT_LANGUAGES } from '../emitters/clients/index.ts';
import type { OutputSettings } from '../emitters/emitter.ts';
import { DEFAULT_OUTPUT, outputsNamed } from '../emitters/index.ts';
import { loadDocument } from '../load/load.ts';
import { projectFile, type WrittenProject, type WrittenService } from '../settings/project.ts';
import { collectFaults } from '../shape/faults/faults.ts';
import type { JsonSchema } from '../shape/json-schema.ts';
import { enginesConfig } from './engines.ts';
import { type Environment, fillIn, JWT_KEY, SECRET } from './environment.ts';
import { withoutSecrets } from './secrets.ts';
import { type Config, DEFAULT_CONFIG, type ServiceConfig } from './settings.ts';
import { withKinds, withVariables } from './variables.ts';

export type { Environment } from './environment.ts';
export { type Config, DEFAULT_CONFIG, type ServiceConfig } from './settings.ts';

/**
 * Reads a configuration's text. `file` is its path as the user would type it. `${NAME}` in a text is replaced by that variable
 * of `environment`; a variable that only an engine needs may be unset until the engine is opened. Reports every fault and
 * returns `null` if there is one. Messages contain no value of the environment and no password. Clients without a name are
 * named after `project`.
 */
export function readConfig(
  file: string,
  bytes: Uint8Array | string,
  environment: Environment,
  told: Report,
  project = 'endpoints',
): Config | null {
  const { report: counted, count } = counting(withoutSecrets(told));
  const report = refusingCuts(counted);
  const document = loadDocument(file, bytes, report);
  if (document === null) return null;
  const root = withVariables(document.root, environment, configSchema(), report);
  if (isEmpty(root)) return count() === 0 ? named(project) : null;
  const { root: filled, unset, report: known } = fillIn(root, environment, report);
  const found = written(filled, known, count);
  if (found === null || count() > 0) return null;
  const config = configOf(found, project);
  const { service } = config;
  const secrets = unset.has(SECRET) ? [] : service.secrets;
  const jwt = unset.has(JWT_KEY) ? null : service.jwt;
  return { ...config, service: { ...service, secrets, jwt }, unset };
}

/** The configuration without any setting. */
function named(project: string): Config {
  return { ...DEFAULT_CONFIG, outputs: outputsNamed(project) };
}

function isEmpty(root: Node): boolean {
  return root.kind === 'scalar' && root.value === null && root.text === '';
}

/** The file as its description reads it; `null` if it has a fault. */
function written(filled: Node, report: Report, count: () => number): WrittenProject | null {
  const { shape } = configFile();
  const root = withKinds(filled, shape);
  const faults = collectFaults();
  const before = count();
  shape.check({ node: root, above: null, entry: null }, faults);
  faults.finish(report);
  // the value of a variable that is not set is unknown, so its faults were not reported
  return count() === before ? shape.read(root, root.place, report) : null;
}

/** Made only when needed, because many runs have no configuration. */
let file: ReturnType<typeof projectFile> | undefined;

function configFile(): ReturnType<typeof projectFile> {
  file ??= projectFile([...CLIENT_LANGUAGES.values()], Object.values(ENGINES));
  return file;
}

let schema: JsonSchema | undefined;

function configSchema(): JsonSchema {
  schema ??= configFile().shape.schema({
    open: { dialects: [], paramTypes: [] },
    definitions: new Map(),
  });
  return schema;
}

function configOf(
  { endpoints, output, dialects, service, engines, ...outputs }: WrittenProject,
  project: string,
): Omit<Config, 'unset'> {
  return {
    endpoints: endpoints ?? DEFAULT_CONFIG.endpoints,
    output: output ?? DEFAULT_CONFIG.output,
    dialects: dialects?.map(({ value }) => value) ?? DEFAULT_CONFIG.dialects,
    outputs: outputsOf(outputs, project),
    service: service === null ? DEFAULT_CONFIG.service : serviceOf(service, DEFAULT_CONFIG.service),
    engines: enginesConfig(engines),
  };
}

/** Without the key, there is a client of each language, named after the project. `null` disables a client, as its absence does. */
function outputsOf(
  { openapi, clients, server }: Pick<WrittenProject, 'openapi' | 'clients' | 'server'>,
  project: string,
): OutputSettings {
  const named = [...CLIENT_LANGUAGES].flatMap(([language, { setting }]) => {
    const client = clients?.find(({ name }) => name === language)?.value;
    if (client == null && clients !== undefined) return [];
    return [[language, client?.name ?? setting.named(project)] as const];
  });
  const usual = DEFAULT_OUTPUT.openapi;
  return {
    openapi: {
      title: openapi?.title ?? usual.title,
      version: openapi?.version ?? usual.version,
      server: openapi?.server ?? usual.server,
    },
    clients: new Map(named),
    framework: server?.framework === undefined ? DEFAULT_OUTPUT.framework : server.framework,
  };
}

function serviceOf(written: WrittenService, defaults: ServiceConfig): ServiceConfig {
  const { bytes, warmEntries } = defaults.cache;
  return {
    engine: written.engine?.value ?? defaults.engine,
    keys: written.keys ?? defaults.keys,
    secrets: written.secret ?? defaults.secrets,
    jwt: written.jwt,
    timeoutMs: written.timeout ?? defaults.timeoutMs,
    drainMs: written.drain ?? defaults.drainMs,
    concurrency: written.concurrency ?? defaults.concurrency,
    queue: written.queue ?? defaults.queue,
    maxBytes: written.maxBytes ?? defaults.maxBytes,
    cache: {
      bytes: written.cache?.bytes ?? bytes,
      warmEntries: written.cache?.warmEntries ?? warmEntries,
    },
    shared: written.shared ?? defaults.shared,
    rateLimit: written.rateLimit ?? defaults.rateLimit,
    budget: written.budget ?? defaults.budget,
    public: written.public ?? defaults.public,
    cors: written.cors ?? defaults.cors,
    csv: { formula: written.csv?.formula ?? defaults.csv.formula },
    unknownParameters: written.unknownParameters ?? defaults.unknownParameters,
    logValues: written.logValues ?? defaults.logValues,
    direct: written.direct ?? defaults.direct,
  };
}
