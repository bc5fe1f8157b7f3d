/** The files of a new project. Writing them changes no existing file. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEMO, DEMO_ENGINE } from '../../engines/index.ts';
import { DEFAULT_CONFIG } from '../../generator/config/config.ts';
import { CLIENT_LANGUAGES } from '../../generator/emitters/clients/index.ts';
import { makeFolder } from '../../generator/system/folders.ts';
import { createFile, createFolder } from '../../generator/system/whole-file.ts';
import { DEMO_DATABASE } from '../demo/place.ts';
import { systemFailure } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { dailyEndpoint, endpointName, endpointText } from './endpoint-text.ts';
import type { SurveyedProject } from './surveyed.ts';

/** By path relative to the project's folder. */
export type Files = ReadonlyMap<string, string>;

interface Plan {
  /** The name of the folder, or the name in its `package.json`. */
  readonly project: string;
  readonly engine: string;
  /** Lines under the engine's name, such as `database: logs.duckdb`. */
  readonly settings: readonly string[];
  readonly sources: string;
  readonly endpoints: ReadonlyMap<string, string>;
  readonly code: CodeChoice;
}

/** Generated code that a new project asks for. */
export interface CodeChoice {
  /** Languages of clients. */
  readonly clients: readonly string[];
  /** The framework of the server that has routes. */
  readonly routes: string | null;
}

/** Asks for no code. */
const NO_CLIENTS: CodeChoice = { clients: [], routes: null };

function filesOf({ project, engine, settings, sources, endpoints, code }: Plan): Files {
  const clients = [...CLIENT_LANGUAGES].flatMap(([name, { setting }]) =>
    code.clients.includes(name) ? [`  ${name}: { ${setting.key}: ${setting.named(project)} }`] : [],
  );
  const config = [
    '# All keys: docs/service.md of the package.',
    `openapi: { title: ${JSON.stringify(titleOf(project))} }`,
    `dialects: [${engine}]`,
    ...(clients.length === 0
      ? [`clients: {}     # or ${[...CLIENT_LANGUAGES.keys()].join(', ')}`]
      : ['clients:', ...clients]),
    `server: { framework: ${code.routes} }`,
    ...(engine === DEFAULT_CONFIG.service.engine ? [] : [`service: { engine: ${engine} }`]),
    'engines:',
    `  ${engine}:`,
    ...settings.map(line => `    ${line}`),
    '',
  ];
  const scripts = { check: 'quern check', generate: 'quern generate', test: 'quern test' };
  const manifest = { name: project, private: true, type: 'module', scripts };
  return new Map([
    [CONFIG, config.join('\n')],
    [
      'endpoints/sources.yaml',
      `# yaml-language-server: $schema=../generated/schema/sources.schema.json\n${sources}`,
    ],
    ...[...endpoints].map(([name, text]) => [`endpoints/${name}.yaml`, text] as const),
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ['.gitignore', '.quern/\nnode_modules/\n'],
    ['.gitattributes', `${ATTRIBUTES}\n`],
    ['.vscode/settings.json', `${JSON.stringify(EDITOR, null, 2)}\n`],
  ]);
}

/** A project's name in words, for people who see its pages: `web-shop` is `Web shop`. */
function titleOf(project: string): string {
  const words = project.replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Reviews fold generated files away, and no setting of Git changes their bytes. */
const ATTRIBUTES = `${DEFAULT_CONFIG.output}/** -text linguist-generated`;

/** Editors with the YAML extension check specifications against the generated schemas. */
const EDITOR = {
  'yaml.schemas': {
    './generated/schema/sources.schema.json': 'endpoints/**/sources.yaml',
    './generated/schema/endpoint.schema.json': 'endpoints/**/*.yaml',
  },
};

/** A project over the data sets that were found: an endpoint for each, and for the first with a time one that draws a chart. */
export function surveyedProject(
  project: string,
  { engine, settings, sets }: Pick<SurveyedProject, 'engine' | 'settings' | 'sets'>,
  newId: () => string,
  code: CodeChoice = NO_CLIENTS,
): Files {
  const sources = `sources:\n${sets.map(({ text }) => text).join('')}`;
  const rows = sets.map(({ shape }) => {
    const name = endpointName(shape);
    return [name, endpointText(name, newId(), shape, SCHEMA)] as const;
  });
  const timed = sets.find(({ shape }) => shape.time !== null);
  const daily = timed === undefined ? null : dailyEndpoint(timed.shape, newId(), SCHEMA);
  const endpoints = new Map(daily === null ? rows : [...rows, daily]);
  return filesOf({ project, engine, settings, sources, endpoints, code });
}

/** The path of the endpoint schema, relative to an endpoint's file. */
const SCHEMA = '../generated/schema/endpoint.schema.json';

/** A project with one endpoint over the made-up logs of `quern demo`. */
export function demoFiles(
  project: string,
  newId: () => string,
  code: CodeChoice = NO_CLIENTS,
): Files {
  return filesOf({
    project,
    engine: DEMO_ENGINE,
    settings: [`${DEMO.files.database}: ${DEMO_DATABASE}     # \`quern demo\` makes it`],
    sources: SOURCES,
    endpoints: new Map([['requests.by-status', REQUESTS.replace('$ID', newId())]]),
    code,
  });
}

const SOURCES = `sources:
  edge_logs:
    title: Edge logs
    description: Requests at the API gateway, one entry per request.
    scope: [project]     # no endpoint reads the rows of all projects
    tables:
      ${DEMO_ENGINE}: { table: edge_logs }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true, description: 'When the request arrived.' }
      project: { type: string, description: 'Reference of the project that was called.' }
      metadata:
        record:
          request: { record: { method: string, path: string } }
          response: { record: { status_code: int64, origin_time: int64 } }
`;

const REQUESTS = `# yaml-language-server: $schema=${SCHEMA}
endpoint: requests.by-status
id: $ID
summary: Requests of a project by HTTP status, within the last hour or day.
from: edge_logs
params:
  project: { type: string, required: true, example: abcdefghijklmnopqrst }
  last: { enum: [1hr, 1day], default: 1hr }
where:
  - project = @project
retention:
  of: timestamp
  by: last
  windows: { 1hr: 1 hour, 1day: 1 day }
group_by:
  status: metadata.response.status_code
select:
  requests: count()
  slowest:
    value: max(metadata.response.origin_time)
    unit: ms
order_by: [requests desc, status]
tests:
  requests of the last hour alone:
    now: 2026-01-15T10:07:00Z
    params: { project: abc }
    given:
      - { id: '1', timestamp: 2026-01-15T10:00:00Z, project: abc, metadata: { response: { status_code: 200, origin_time: 12 } } }
      - { id: '2', timestamp: 2026-01-15T10:01:00Z, project: abc, metadata: { response: { status_code: 200, origin_time: 40 } } }
      - { id: '3', timestamp: 2026-01-15T10:02:00Z, project: abc, metadata: { response: { status_code: 500, origin_time: 3 } } }
      - { id: '4', timestamp: 2026-01-15T10:02:00Z, project: other, metadata: { response: { status_code: 200, origin_time: 9 } } }
      - { id: '5', timestamp: 2026-01-15T08:59:00Z, project: abc, metadata: { response: { status_code: 200, origin_time: 99 } } }
    expect:
      - { status: 200, requests: 2, slowest: 40 }
      - { status: 500, requests: 1, slowest: 3 }
`;

/** Files that are kept if they exist, because they do not concern endpoints. */
const SHARED: ReadonlySet<string> = new Set([
  'package.json',
  '.gitignore',
  '.gitattributes',
  '.vscode/settings.json',
]);

interface Written {
  readonly written: readonly string[];
  readonly kept: readonly string[];
}

/** The folder that makes another a project. */
const ENDPOINTS = 'endpoints';
const CONFIG = 'quern.yaml';

/**
 * Writes the files that do not exist. Throws `Failure`, without writing anything, if a file of a project exists. The endpoints come
 * last and all at once: a process that is killed before leaves files that the next one keeps.
 */
export function writeProject(
  folder: string,
  files: Files,
  shown: (path: string) => string,
): Written {
  const there = [...files.keys()].filter(path => existsSync(join(folder, path)));
  const taken = takenBy(folder, files, there);
  if (taken.length > 0) {
    const names = taken.map(path => `\`${shown(join(folder, path))}\``).join(', ');
    throw new Failure(EXIT.usage, `There is a project already: ${names}`, {
      hint: 'Start in an empty folder, or name one: `quern init <folder>`.',
    });
  }
  const written = [...files.keys()].filter(path => !there.includes(path));
  const made: string[] = [];
  const make = (path: string, write: (file: string) => void) => {
    const file = join(folder, path);
    try {
      makeFolder(dirname(file));
      write(file);
      made.push(file);
    } catch (error) {
      for (const one of made) rmSync(one, { force: true });
      throw systemFailure(error, `\`${shown(file)}\` cannot be written`);
    }
  };
  for (const [path, text] of files)
    if (written.includes(path) && !isEndpoint(path)) make(path, file => createFile(file, text));
  make(ENDPOINTS, path => createFolder(path, endpointsOf(files)));
  return { written, kept: there };
}

/** The files of a project that exist. Leaves out a configuration without endpoints that has the text to write: a killed process left it. */
function takenBy(folder: string, files: Files, there: readonly string[]): readonly string[] {
  const hasEndpoints = existsSync(join(folder, ENDPOINTS));
  const isLeft = (path: string) =>
    path === CONFIG &&
    !hasEndpoints &&
    readFileSync(join(folder, path), 'utf8') === files.get(path);
  const taken = there.filter(path => !SHARED.has(path) && !isLeft(path));
  return hasEndpoints && taken.length === 0 ? [ENDPOINTS] : taken;
}

function isEndpoint(path: string): boolean {
  return path.startsWith(`${ENDPOINTS}/`);
}

/** By path in the folder of the endpoints. */
function endpointsOf(files: Files): Files {
  const own = [...files].filter(([path]) => isEndpoint(path));
  return new Map(own.map(([path, text]) => [path.slice(ENDPOINTS.length + 1), text]));
}
