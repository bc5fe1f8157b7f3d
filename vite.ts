/** Vite plugin: makes the generated files when a build or a server starts, and again whenever a specification changes. */
import { resolve } from 'node:path';
import { type BuildFault, buildFault } from './cli/build/fault.ts';
import { createGenerator, type Round } from './cli/build/generating.ts';
import { oneAtATime } from './cli/dev/one-at-a-time.ts';
import { changesText } from './cli/dev/rounds.ts';
import {
  ignoring,
  type Watcher,
  type WatchOptions,
  watchedOf,
  watchFiles,
} from './cli/dev/watching.ts';
import { CONFIG_FILE } from './cli/project/config-file.ts';
import { specificationFiles } from './cli/project/specifications/specification-files.ts';
import type { Workspace } from './cli/project/workspace.ts';
import { bugReport } from './cli/terminal/report-bug.ts';
import { renderDiagnostics } from './generator/core/report/diagnostics.ts';

export interface QuernOptions {
  /** The directory of the project, relative to Vite's root; by default the root. */
  readonly project?: string;
  /** The configuration, relative to the project; by default `quern.yaml`, if it exists. */
  readonly config?: string;
  /** Whether warnings are faults. */
  readonly strict?: boolean;
}

// The parts of Vite that the plugin uses, declared here because quern installs without Vite.
interface ViteConfig {
  readonly root: string;
  readonly command: 'build' | 'serve';
  readonly server: { readonly watch?: WatchOptions | null };
  readonly logger: {
    readonly info: (text: string) => void;
    readonly warn: (text: string) => void;
    readonly error: (text: string) => void;
  };
}
interface ViteServer {
  readonly watcher: {
    readonly unwatch: (path: string) => unknown;
    readonly emit: (event: 'add' | 'change' | 'unlink', path: string) => unknown;
  };
  readonly ws: {
    readonly on: (event: 'connection', listener: () => void) => unknown;
    readonly send: (message: ViteMessage) => void;
  };
}
type ViteMessage =
  | { readonly type: 'error'; readonly err: BuildFault }
  | { readonly type: 'full-reload' };
interface ViteBuild {
  readonly addWatchFile: (path: string) => void;
  readonly error: (fault: BuildFault) => never;
}

export interface QuernPlugin {
  readonly name: 'quern';
  readonly configResolved: (config: ViteConfig) => void;
  readonly configureServer: (server: ViteServer) => Promise<void>;
  readonly buildStart: (this: ViteBuild) => Promise<void>;
  readonly buildEnd: () => Promise<void>;
}

/**
 * The plugin. A mistake ends a build. In dev, Vite's overlay shows the mistake with its place, and the files stay unchanged until the
 * project has no mistakes again.
 */
export function quern(options: QuernOptions = {}): QuernPlugin {
  let opened: Building | null = null;
  const building = () => {
    if (opened === null) throw new Error('Vite has not resolved its configuration');
    return opened;
  };
  return {
    name: 'quern',
    configResolved: config => {
      opened = createBuilding(options, config);
    },
    configureServer: server => building().serve(server),
    buildStart() {
      return building().start(this);
    },
    buildEnd: () => building().end(),
  };
}

interface Building {
  readonly start: (build: ViteBuild) => Promise<void>;
  readonly serve: (server: ViteServer) => Promise<void>;
  readonly end: () => Promise<void>;
}

function createBuilding(
  { project = '.', config, strict = false }: QuernOptions,
  { root, command, server: { watch }, logger }: ViteConfig,
): Building {
  const cwd = resolve(root, project);
  const file = resolve(cwd, config ?? CONFIG_FILE);
  const isWatched = command === 'serve' && watch !== null;
  const generate = createGenerator({
    cwd,
    configFile: config ?? null,
    environment: process.env,
    isStrict: strict,
  });
  let workspace: Workspace | null = null;
  let fault: BuildFault | null = null;
  let server: ViteServer | null = null;
  let watcher: Watcher | null = null;
  const watched = () => (workspace === null ? [file] : watchedOf(workspace));
  const round = oneAtATime(async () => {
    const before = fault;
    const result = await generate();
    workspace = result.workspace ?? workspace;
    watcher?.follow(watched());
    if (result.kind === 'fault') {
      fault = buildFault(result.failure, cwd);
      if (isWatched && fault.message !== before?.message) logger.error(`[quern] ${fault.message}`);
      server?.ws.send({ type: 'error', err: fault });
      return;
    }
    fault = null;
    report(result, logger);
    if (server === null) return;
    announce(result, server);
    if (before !== null) server.ws.send({ type: 'full-reload' });
  });
  const changed = () => {
    round().catch((error: unknown) => logger.error(`[quern] ${bugReport(error)}`));
  };
  return {
    start: async build => {
      await round();
      if (isWatched) return;
      for (const path of workspace === null ? [file] : filesOf(workspace)) build.addWatchFile(path);
      if (fault !== null) build.error(fault);
    },
    // called before `start`, which finds changes until the files are watched
    serve: async vite => {
      server = vite;
      // for a page that is opened or reloaded later
      vite.ws.on('connection', () => {
        if (fault !== null) vite.ws.send({ type: 'error', err: fault });
      });
      if (watch === null) return;
      await round();
      const isIgnored = (path: string) => workspace !== null && ignoring(workspace)(path);
      watcher = await watchFiles(watched(), isIgnored, changed, watch);
    },
    end: async () => watcher?.close(),
  };
}

/** The folder itself changes when a file is added or removed. */
function filesOf(workspace: Workspace): readonly string[] {
  const { config, pathOf } = workspace;
  const specifications = specificationFiles(pathOf(config.endpoints), pathOf(config.output));
  return [...watchedOf(workspace), ...specifications];
}

const EVENTS = { removed: 'unlink', created: 'add', changed: 'change' } as const;

/** Reports the changed generated files to Vite, because a watcher may miss the files of a folder that replaced another one. */
function announce({ workspace, written }: Sound, { watcher }: ViteServer): void {
  const output = workspace.pathOf(workspace.config.output);
  watcher.unwatch(output);
  for (const how of ['removed', 'created', 'changed'] as const)
    for (const path of written[how]) watcher.emit(EVENTS[how], resolve(output, path));
}

type Sound = Extract<Round, { kind: 'sound' }>;

function report({ warnings, changes, written }: Sound, logger: ViteConfig['logger']): void {
  if (warnings.length > 0) logger.warn(`[quern] ${renderDiagnostics(warnings)}`);
  const { created, changed, removed } = written;
  if (created.length + changed.length + removed.length === 0) return;
  logger.info(`[quern] generated; ${changesText(changes)}`);
}
