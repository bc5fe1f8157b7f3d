/** Examples of the documentation through the compiler, over the data sets of this project. */
import { readdirSync, readFileSync } from 'node:fs';
import { compile, emit, type InputFile } from '../../generator/compile.ts';
import { readConfig } from '../../generator/config/config.ts';
import { createMemo } from '../../generator/core/memo.ts';
import type { GeneratedFile } from '../../generator/core/output/statement.ts';
import { collector, type Diagnostic, isError } from '../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { type Catalogue, catalogue } from '../../server/answers/manifest/manifest.ts';

const SOURCES = 'endpoints/sources.yaml';
const OUR_SOURCES: InputFile = { path: SOURCES, bytes: readFileSync(SOURCES) };

/** Our data sets are read once. */
const { once } = createMemo();

export interface Example {
  readonly diagnostics: readonly Diagnostic[];
  /** Names of the endpoints that were compiled. */
  readonly endpoints: readonly string[];
  /** Made when they are asked for. */
  readonly files: readonly GeneratedFile[];
}

/**
 * Compiles blocks that stand together. A first line such as `# endpoints/sources.yaml` or `# quern.yaml` says which file a
 * block is; any other is an endpoint.
 */
export function runExample(blocks: readonly string[]): Example {
  const files = blocks.map(fileOf);
  const isConfig = ({ path }: InputFile) => path === 'quern.yaml';
  const configs = files.filter(isConfig).map(readExample);
  const { dialects = null } = configs[0] ?? {};
  const faults = configs.flatMap(({ diagnostics }) => diagnostics);
  const specifications = files.filter(file => !isConfig(file));
  if (specifications.length === 0) return { diagnostics: faults, endpoints: [], files: [] };
  const inputs = withSources(specifications);
  const { compilation, diagnostics } = compile(inputs, { dialects, once });
  const endpoints = compilation.project.endpoints.map(({ name }) => name);
  return {
    diagnostics,
    endpoints,
    get files() {
      return diagnostics.some(isError) ? [] : emit(compilation);
    },
  };
}

/**
 * Compiles blocks of which an endpoint shows only some clauses: what each needs besides is added to its end. Over the data sets of
 * this project, rows of all tenants are meant where a block does not restrict them.
 */
export function runClauses(blocks: readonly string[]): Example {
  const isOurs = !blocks.some(block => block.startsWith(`# ${SOURCES}\n`));
  return runExample(blocks.map(block => (isEndpoint(block) ? completed(block, isOurs) : block)));
}

/** Those blocks as files of a project. */
export function clauseFiles(blocks: readonly string[]): readonly InputFile[] {
  const isOurs = !blocks.some(block => block.startsWith(`# ${SOURCES}\n`));
  return withSources(
    blocks.map(block => fileOf(isEndpoint(block) ? completed(block, isOurs) : block)),
  );
}

function withSources(files: readonly InputFile[]): readonly InputFile[] {
  return files.some(({ path }) => path === SOURCES) ? files : [OUR_SOURCES, ...files];
}

function isEndpoint(block: string): boolean {
  return !/^# (endpoints\/sources|quern)\.yaml\n/.test(block);
}

function readExample({ path, bytes }: InputFile) {
  const { diagnostics, report } = collector();
  const environment = { LOGS: '/var/lib/logs.duckdb', CLICKHOUSE_PASSWORD: 'x' };
  const config = readConfig(path, bytes, environment, report);
  return { dialects: config?.dialects ?? null, diagnostics };
}

function fileOf(block: string): InputFile {
  const named = /^# ([a-z/]+\.yaml)\n/.exec(block)?.[1];
  const name = /^endpoint: *(\S+)/m.exec(block)?.[1] ?? '';
  return { path: named ?? `endpoints/${name}.yaml`, bytes: block };
}

const NEEDED = {
  endpoint: 'example',
  id: '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01',
  from: 'edge_logs',
  select: '[id, timestamp]',
};

function completed(block: string, isOurs: boolean): string {
  const has = (key: string) => new RegExp(`^${key}:`, 'm').test(block);
  const isOwn = has('query');
  const missing = Object.entries(NEEDED).filter(
    ([key]) =>
      !has(key) &&
      !(key === 'id' && has('endpoint')) &&
      !(key === 'from' && has('union')) &&
      !(isOwn && (key === 'from' || key === 'select')),
  );
  const holds = isOwn ? /\bproject = @project/ : /^ {0,2}(where: \[|- )project = @project/m;
  const unscoped = isOurs && !has('unscoped') && !holds.test(block);
  const added = [...missing, ...(unscoped ? [['unscoped', 'true']] : [])];
  return block + added.map(([key, value]) => `${key}: ${value}\n`).join('');
}

/** The endpoints of this project as the service reads them. */
export function ourCatalogue(): Catalogue {
  const inputs = readdirSync('endpoints').map(file => {
    return { path: `endpoints/${file}`, bytes: readFileSync(`endpoints/${file}`) };
  });
  return catalogue(manifestOf(compile(inputs, { dialects: null }).compilation));
}
