/** Notices that `quern.yaml` has changed since a running service read it. */
import { collector, positionAt } from '../../generator/core/report/diagnostics.ts';
import { listed } from '../../generator/core/report/words.ts';
import { plainData } from '../../generator/core/spec/document.ts';
import { loadDocument } from '../../generator/load/load.ts';
import { messageOf } from '../../generator/system/errors.ts';
import type { Log } from '../../server/http/context.ts';
import { type FileWatch, watchFile } from '../file-watch.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from '../project/workspace.ts';
import { Failure } from '../terminal/exit.ts';

/**
 * Logs, once for each new content, which settings differ from those in use and what takes them over, or why a service cannot start with them.
 */
export function watchSettings(
  workspace: Workspace,
  options: WorkspaceOptions,
  log: Log,
): Promise<FileWatch> {
  const { file, read, shown } = workspace;
  const name = `\`${shown(file)}\``;
  const before = settingsIn(read ?? '');
  return watchFile(file, content => {
    const failure = faultOf({ ...options, read: content });
    if (failure !== null) {
      log('error', { event: `${name} has changed, and no service can start with it`, failure });
      return;
    }
    const steps = stepsFor(before, settingsIn(content));
    if (steps.length > 0) log('warn', { event: `${name} has changed: ${steps.join('; ')}` });
  });
}

/** The first fault of a configuration; `null`: it has none. */
function faultOf(options: WorkspaceOptions): string | null {
  try {
    openWorkspace(options);
    return null;
  } catch (cause) {
    const [fault] = cause instanceof Failure ? cause.diagnostics : [];
    if (fault === undefined) return messageOf(cause);
    const { source, start } = fault.place;
    return `${source.file}:${positionAt(source.text, start).line}: ${fault.message}`;
  }
}

type Settings = ReadonlyMap<string, string>;

/** Sections whose entries are settings of their own. */
const SECTIONS: ReadonlySet<string> = new Set(['service', 'engines']);
/** Settings that a service does not read. */
const COMPILED: ReadonlySet<string> = new Set(['endpoints', 'dialects', 'server']);

/** The values by their paths, as text. */
function settingsIn(bytes: Uint8Array | string): Settings {
  const document = loadDocument('', bytes, collector().report);
  const sections = Object.entries(Object(document === null ? null : plainData(document.root)));
  const paths = sections.flatMap(([name, value]) =>
    SECTIONS.has(name)
      ? Object.entries(Object(value)).map(([key, one]) => [`${name}.${key}`, one] as const)
      : [[name, value] as const],
  );
  return new Map(paths.map(([path, value]) => [path, JSON.stringify(value)]));
}

function stepsFor(before: Settings, after: Settings): readonly string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter(path => before.get(path) !== after.get(path)).sort();
  const step = (words: string, isOf: (path: string) => boolean) => {
    const some = changed.filter(isOf).map(path => `\`${path}\``);
    return some.length === 0 ? [] : [`${words} ${listed(some)}`];
  };
  return [
    ...step('a restart takes over', path => !COMPILED.has(path)),
    ...step('`quern generate` and SIGHUP take over', path => COMPILED.has(path)),
  ];
}
