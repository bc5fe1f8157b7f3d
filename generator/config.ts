/** `quern.yaml`: how a project is laid out and how its service runs. Every key has a default. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Place, type Report, suggestion } from './diagnostics.ts';
import { DIALECTS } from './dialects/index.ts';
import { type Document, entryOf, type Node, type ScalarNode } from './load/document.ts';
import { loadDocument } from './load.ts';
import { configSchema } from './schema/config-schema.ts';
import { reportSchemaFaults } from './validate/schema-faults.ts';
import { parseDuration } from './validate/time.ts';

/** Paths are as written: relative to the directory of the configuration. */
export interface Config {
  readonly endpoints: string;
  readonly output: string;
  readonly dialects: readonly string[];
  readonly service: {
    readonly engine: string;
    readonly keys: string;
    readonly timeoutMs: number;
    readonly concurrency: number;
    readonly unknownParameters: 'reject' | 'ignore';
  };
  readonly engines: {
    /** `memoryLimit` in bytes. */
    readonly duckdb: { readonly database: string; readonly memoryLimit: number };
  };
}
export type Environment = Readonly<Record<string, string | undefined>>;

/** What holds where there is no `quern.yaml`. */
export const DEFAULT_CONFIG: Config = {
  endpoints: 'endpoints',
  output: 'generated',
  dialects: [...DIALECTS.keys()],
  service: {
    engine: 'duckdb',
    keys: '.quern/keys.json',
    timeoutMs: 25_000,
    concurrency: 2,
    unknownParameters: 'reject',
  },
  engines: { duckdb: { database: '.quern/logs.duckdb', memoryLimit: 2 * 1024 ** 3 } },
};

/** What the schema promises of the data. */
interface Written {
  readonly endpoints?: string;
  readonly output?: string;
  readonly dialects?: readonly string[];
  readonly service?: {
    readonly engine?: string;
    readonly keys?: string;
    readonly timeout?: string;
    readonly concurrency?: number;
    readonly unknown_parameters?: 'reject' | 'ignore';
  };
  readonly engines?: {
    readonly duckdb?: { readonly database?: string; readonly memory_limit?: string };
  };
}

/**
 * Reads a configuration's text: `file` is its path as the user would type it. `${NAME}` in a text is what `environment` has
 * under that name. Reports every fault and gives `null` where there is one; no value of the environment is ever quoted.
 */
export function readConfig(
  file: string,
  bytes: Uint8Array | string,
  environment: Environment,
  report: Report,
): Config | null {
  let faults = 0;
  const counting: Report = (...fault) => {
    faults += 1;
    report(...fault);
  };
  const document = loadDocument(file, bytes, counting);
  if (document === null) return null;
  if (isEmpty(document.root)) return DEFAULT_CONFIG;
  const data = plainData(document.root, text => withEnvironment(text, environment, counting));
  // What lacks a part of its texts would fail in ways that say nothing.
  const written = faults === 0 ? validated(document, data, counting) : null;
  if (written === null) return null;
  const config = configOf(document.root, written, counting);
  return faults === 0 ? config : null;
}

function isEmpty(root: Node): boolean {
  return root.kind === 'scalar' && root.value === null && root.text === '';
}

/** Faults are told of the tree as written, so that what the environment holds stays unsaid. */
function validated({ root }: Document, data: unknown, report: Report): Written | null {
  validate ??= new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    allowUnionTypes: true,
  }).compile<Written>(configSchema(null));
  if (validate(data)) return data;
  reportSchemaFaults(root, validate.errors ?? [], report);
  return null;
}

/** Made when it is needed: many runs have no configuration. */
let validate: ValidateFunction<Written> | undefined;

function configOf(root: Node, written: Written, report: Report): Config {
  const { service = {}, engines: { duckdb = {} } = {} } = written;
  const defaults = DEFAULT_CONFIG;
  const read = <T>(text: string | undefined, path: readonly string[], parse: Parse<T>, other: T) =>
    text === undefined ? other : parse(text, scalarAt(root, path).place, report);
  checkDialects(root, written.dialects ?? [], report);
  const timeoutMs = read(
    service.timeout,
    ['service', 'timeout'],
    timeout,
    defaults.service.timeoutMs,
  );
  const memoryLimit = read(
    duckdb.memory_limit,
    ['engines', 'duckdb', 'memory_limit'],
    size,
    defaults.engines.duckdb.memoryLimit,
  );
  return {
    endpoints: written.endpoints ?? defaults.endpoints,
    output: written.output ?? defaults.output,
    dialects: written.dialects ?? defaults.dialects,
    service: {
      engine: service.engine ?? defaults.service.engine,
      keys: service.keys ?? defaults.service.keys,
      timeoutMs,
      concurrency: service.concurrency ?? defaults.service.concurrency,
      unknownParameters: service.unknown_parameters ?? defaults.service.unknownParameters,
    },
    engines: {
      duckdb: { database: duckdb.database ?? defaults.engines.duckdb.database, memoryLimit },
    },
  };
}

// ---- what the schema cannot say -------------------------------------------------------------------------------------

function checkDialects(root: Node, names: readonly string[], report: Report): void {
  names.forEach((name, index) => {
    const { place, text } = scalarAt(root, ['dialects', index]);
    const shown = text.length <= 60 ? text : `${text.slice(0, 60)}…`;
    if (!DIALECTS.has(name)) {
      const hint = suggestion(text, [...DIALECTS.keys()]);
      report('unknown-engine', place, `There is no engine \`${shown}\``, hint);
    } else if (names.indexOf(name) < index) {
      report(
        'duplicate-name',
        place,
        `The engine \`${shown}\` stands twice`,
        'Remove one of them.',
      );
    }
  });
}

type Parse<T> = (text: string, place: Place, report: Report) => T;

const MAX_TIMEOUT_MS = 3_600_000;

function timeout(text: string, place: Place, report: Report): number {
  const milliseconds = Number((parseDuration(text) ?? 0n) / 1_000n);
  if (milliseconds > MAX_TIMEOUT_MS) {
    report('invalid-duration', place, '`timeout` is longer than an hour', 'Use a shorter one.');
  }
  return milliseconds;
}

const UNITS: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
};

/** In bytes. */
function size(text: string, place: Place, report: Report): number {
  const [, count, unit = ''] = /^([1-9][0-9]{0,5}) ?([KMGT]iB)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (count === undefined || factor === undefined) {
    const hint = 'Use a whole number and `KiB`, `MiB`, `GiB` or `TiB`, such as `256MiB`.';
    report('invalid-value', place, '`memory_limit` is no size', hint);
    return 0;
  }
  return Number(count) * factor;
}

function scalarAt(root: Node, path: readonly (string | number)[]): ScalarNode {
  let node: Node | undefined = root;
  for (const step of path) {
    if (typeof step === 'number') node = node?.kind === 'sequence' ? node.items[step] : undefined;
    else node = node?.kind === 'mapping' ? entryOf(node, step)?.value : undefined;
  }
  if (node?.kind !== 'scalar')
    throw new Error(`The schema let pass no scalar at ${path.join('.')}.`);
  return node;
}

// ---- the environment ------------------------------------------------------------------------------------------------

function plainData(node: Node, textOf: (node: ScalarNode) => string): unknown {
  switch (node.kind) {
    case 'mapping':
      return Object.fromEntries(
        node.entries.map(({ name, value }) => [name, plainData(value, textOf)]),
      );
    case 'sequence':
      return node.items.map(item => plainData(item, textOf));
    case 'scalar':
      return typeof node.value === 'string' ? textOf(node) : node.value;
  }
}

/** `$${` stands for `${` itself. */
const VARIABLE = /\$\$\{|\$\{([^}\n]{0,64})(\}?)/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function withEnvironment(node: ScalarNode, environment: Environment, report: Report): string {
  return node.text.replace(VARIABLE, (whole, name: string | undefined, end: string, at: number) => {
    if (name === undefined) return whole.slice(1);
    const place = { ...node.place, start: node.at(at), end: node.at(at + whole.length) };
    if (end === '' || !NAME.test(name)) {
      const hint = `Write \`\${NAME}\`, or \`$\${\` where the characters themselves are meant.`;
      report('config-variable', place, `\`${whole}\` names no variable`, hint);
      return '';
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value !== undefined) return value;
    const message = `The variable \`${name}\` is not set in the environment`;
    report('config-variable', place, message, `Set \`${name}\`.`);
    return '';
  });
}
