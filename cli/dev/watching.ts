/** Watches the files of a project. */
import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { watch } from 'chokidar';
import type { Workspace } from '../project/workspace.ts';

/** Changes within this time count as one, because editors write a file in several steps and save several files at once. */
const QUIET_MS = 25;
/** The longest wait: files that keep changing are read after this time. */
const LONGEST_MS = 500;

/**
 * The files and folders that the generated files depend on. If a folder is missing, chokidar watches the whole project
 * instead.
 */
export function watchedOf({ file, config, pathOf }: Workspace): readonly string[] {
  const templates = pathOf('templates');
  return [file, pathOf(config.endpoints), ...(existsSync(templates) ? [templates] : [])];
}

/**
 * Returns a function that reports whether to ignore a path. Generated files, packages, `.git` and `.quern` are not changes of
 * the project.
 */
export function ignoring({ config, pathOf }: Workspace): (path: string) => boolean {
  const output = pathOf(config.output);
  return path =>
    isWithin(path, output) || /[\\/](?:node_modules|\.git|\.quern)(?:[\\/]|$)/.test(path);
}

/** Whether the path is `folder` or inside it. */
function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** Waits until files stop changing. */
interface Rest {
  /** Notes a change. */
  readonly stir: () => void;
  /** Whether there was a change and `changed` has not been called since. */
  readonly isStirring: () => boolean;
  readonly end: () => void;
}

/** Calls `changed` once, after files have stopped changing. */
function untilRest(changed: () => void): Rest {
  let timer: NodeJS.Timeout | null = null;
  let since: number | null = null;
  const rest = () => {
    timer = null;
    since = null;
    changed();
  };
  const clear = () => {
    if (timer !== null) clearTimeout(timer);
  };
  return {
    stir: () => {
      since ??= performance.now();
      clear();
      const left = LONGEST_MS - (performance.now() - since);
      timer = setTimeout(rest, Math.max(0, Math.min(QUIET_MS, left)));
    },
    isStirring: () => timer !== null,
    end: clear,
  };
}

export interface Watcher extends Pick<Rest, 'isStirring'> {
  /** Watches other files and folders instead. Calls `changed` once they are watched, because some may have changed before. */
  readonly follow: (paths: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

export interface WatchOptions {
  /** Whether to poll, for systems that do not report changes. */
  readonly usePolling?: boolean;
  /** The time between two polls, in milliseconds. */
  readonly interval?: number;
}

/**
 * Calls `changed` after files at `paths`, or below them, have stopped changing. Ignores paths for which `isIgnored` is true.
 * Watching starts when the promise resolves; paths that do not exist yet are watched a moment later.
 */
export async function watchFiles(
  paths: readonly string[],
  isIgnored: (path: string) => boolean,
  changed: () => void,
  options: WatchOptions = {},
): Promise<Watcher> {
  const { stir, isStirring, end } = untilRest(changed);
  const opened = async (of: readonly string[]) => {
    // chokidar counts a missing path twice, and reports ready before it watches the others
    const there = of.filter(path => existsSync(path));
    const watcher = watch(there, { ...options, ignoreInitial: true, ignored: isIgnored });
    watcher.on('all', stir);
    // chokidar reports only the first of several changes of one file within 50 ms
    watcher.on('raw', stir);
    // the next compilation reports a folder that cannot be read
    watcher.on('error', stir);
    if (there.length > 0)
      await new Promise<void>(resolve => watcher.once('ready', () => resolve()));
    watcher.add(of.filter(path => !there.includes(path)));
    return watcher;
  };
  let followed = paths;
  let current = await opened(paths);
  let changing = Promise.resolve();
  return {
    isStirring,
    follow: now => {
      if (isDeepStrictEqual(now, followed)) return;
      followed = now;
      changing = changing.then(async () => {
        const before = current;
        current = await opened(now);
        await before.close();
        stir();
      });
    },
    close: async () => {
      await changing;
      end();
      await current.close();
    },
  };
}
