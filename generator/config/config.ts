/** `quern.yaml`: the layout of a project and the settings of its service. Every key has a default. */
import { ENGINES } from '../../engines/index.ts';
import { counting, type Report } from '../core/report/diagnostics.ts';
import type { Node } from '../core/spec/document.ts';
import { CLIENT_LANGUAGES } from '../emitters/clients/index.ts';
import type { OutputSettings } from '../emitters/emitter.ts';
import { DEFAULT_OUTPUT, outputsNamed } from '../emitters/index.ts';
import { loadDocument } from '../load/load.ts';
import { configSchema } from '../schema/config-schema.ts';
import { type Parse, parseSize } from '../settings/values.ts';
import { reportSchemaFaults } from '../validate/faults/schema-faults.ts';
import { type ShapeErrors, shapeErrors } from '../validate/shape.ts';
import { checkDialects, checkEngine, checkOrigins } from './conflicts.ts';
import { checkExclusions, readEngines } from './engines.ts';
import { type Environment, fillIn, JWT, SECRET } from './environment.ts';
import { readJwt } from './jwt.ts';
import { scalarAt } from './nodes.ts';
import { withoutSecrets } from './secrets.ts';
import { type Config, DEFAULT_CONFIG, type ServiceConfig } from './settings.ts';
import { clientName, origin, secret, server, timeout } from './values.ts';
import type { WrittenConfig, WrittenService } from './written.ts';

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
  const { report, count } = counting(withoutSecrets(told));
  const document = loadDocument(file, bytes, report);
  if (document === null) return null;
  const { root } = document;
  if (isEmpty(root)) return count() === 0 ? defaultConfig(project) : null;
  const { data, unset, report: known } = fillIn(root, environment, report);
  const written = validated(root, data, known, count);
  if (written === null) return null;
  const config = configOf(root, written, known, project);
  if (count() > 0) return null;
  const { service } = config;
  const secrets = unset.has(SECRET) ? [] : service.secrets;
  const jwt = unset.has(JWT) ? null : service.jwt;
  return { ...config, service: { ...service, secrets, jwt }, unset };
}

/** The configuration of a project without a `quern.yaml`. */
export function defaultConfig(project: string): Config {
  return { ...DEFAULT_CONFIG, outputs: outputsNamed(project) };
}

function isEmpty(root: Node): boolean {
  return root.kind === 'scalar' && root.value === null && root.text === '';
}

/** Faults refer to the tree as written, so values of the environment stay secret. */
function validated(
  root: Node,
  data: unknown,
  report: Report,
  count: () => number,
): WrittenConfig | null {
  errorsOf ??= shapeErrors(
    configSchema(null, [...CLIENT_LANGUAGES.values()], Object.values(ENGINES)),
  );
  const errors = errorsOf(data);
  const before = count();
  reportSchemaFaults(root, errors, report);
  // An unresolved variable's value is unknown, but a string is allowed there.
  return count() === before ? (data as WrittenConfig) : null;
}

/** Made only when needed, because many runs have no configuration. */
let errorsOf: ShapeErrors | undefined;

function configOf(
  root: Node,
  written: WrittenConfig,
  report: Report,
  project: string,
): Omit<Config, 'unset'> {
  const { endpoints, output, dialects, service } = DEFAULT_CONFIG;
  const read = reader(root, report);
  checkDialects(root, written.dialects ?? [], report);
  checkEngine(root, written, report);
  checkExclusions(root, written.engines ?? {}, report);
  checkOrigins(root, written.service?.cors ?? [], report);
  return {
    endpoints: written.endpoints ?? endpoints,
    output: written.output ?? output,
    dialects: written.dialects ?? dialects,
    outputs: outputsOf(written, read, project),
    service: serviceOf(root, written.service ?? {}, report, service),
    engines: readEngines(root, written.engines ?? {}, report),
  };
}

/** Reads the text at a path; returns `other` if the text is absent. */
type Read = <T>(
  text: string | null | undefined,
  path: readonly [string, ...(string | number)[]],
  parse: Parse<T>,
  other: T,
) => T;

function reader(root: Node, report: Report): Read {
  return (text, path, parse, other) => {
    if (text === undefined || text === null) return other;
    const name = path.findLast(step => typeof step === 'string') ?? '';
    return parse(text, { name, node: scalarAt(root, path), report });
  };
}

/** A client whose key is absent is named after the project; `null` disables a client. */
function outputsOf(written: WrittenConfig, read: Read, project: string): OutputSettings {
  const {
    openapi = {},
    clients = {},
    server: { framework = DEFAULT_OUTPUT.framework } = {},
  } = written;
  const { title, server: usual } = DEFAULT_OUTPUT.openapi;
  const named = [...CLIENT_LANGUAGES].flatMap(([language, { setting }]) => {
    const { [language]: client = {} } = clients;
    const path = ['clients', language, setting.key] as const;
    const name = (text: string | undefined) =>
      read(text, path, clientName(setting), setting.named(project));
    return client === null ? [] : [[language, name(client[setting.key])] as const];
  });
  return {
    openapi: {
      title: openapi.title ?? title,
      server: read(openapi.server, ['openapi', 'server'], server, usual),
    },
    clients: new Map(named),
    framework,
  };
}

function secretsOf({ secret: text }: WrittenService, read: Read): readonly string[] | undefined {
  if (typeof text === 'string') return [read(text, ['service', 'secret'], secret, '')];
  return text?.map((one, at) => read(one, ['service', 'secret', at], secret, ''));
}

function serviceOf(
  root: Node,
  written: WrittenService,
  report: Report,
  defaults: ServiceConfig,
): ServiceConfig {
  const read = reader(root, report);
  const { cache = {}, rate_limit: rate, cors } = written;
  const { bytes, warmEntries } = defaults.cache;
  return {
    engine: written.engine ?? defaults.engine,
    keys: written.keys ?? defaults.keys,
    secrets: secretsOf(written, read) ?? defaults.secrets,
    jwt: written.jwt ? readJwt(root, written.jwt, report) : defaults.jwt,
    timeoutMs: read(written.timeout, ['service', 'timeout'], timeout, defaults.timeoutMs),
    concurrency: written.concurrency ?? defaults.concurrency,
    queue: written.queue ?? defaults.queue,
    maxBytes: read(written.max_bytes, ['service', 'max_bytes'], parseSize, defaults.maxBytes),
    cache: {
      bytes: read(cache.bytes, ['service', 'cache', 'bytes'], parseSize, bytes),
      warmEntries: cache.warm_entries ?? warmEntries,
    },
    rateLimit: rate ? { perKey: rate.per_key, burst: rate.burst } : defaults.rateLimit,
    public: written.public ?? defaults.public,
    cors: cors?.map((text, at) => read(text, ['service', 'cors', at], origin, '')) ?? defaults.cors,
    csv: { formula: written.csv?.formula ?? defaults.csv.formula },
    unknownParameters: written.unknown_parameters ?? defaults.unknownParameters,
    logValues: written.log_values ?? defaults.logValues,
    direct: written.direct ?? defaults.direct,
  };
}
