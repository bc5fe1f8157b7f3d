/** Names of a project that complete a command line. */
import { basename, resolve } from 'node:path';
import { isSourcesFile, isSqlFile } from '../../generator/compile-specs.ts';
import { GLOBAL_FLAGS, type GlobalFlags, withEnvironment } from '../flags.ts';
import { catalogueOf, compileProject } from '../project/compiled.ts';
import { regularFileBytes } from '../project/specifications/source-bytes.ts';
import { openWorkspace, specificationsOf, type Workspace } from '../project/workspace.ts';
import type { VerbContext } from '../verb.ts';

/** The names of the endpoints, taken from the names of their files without reading the files. */
export function completedNames(this: VerbContext): readonly string[] {
  return endpointFiles(workspaceOf(this)).map(nameOf);
}

/** The names of the data sets. */
export function dataSetNames(this: VerbContext): readonly string[] {
  const workspace = workspaceOf(this);
  const inputs = specificationsOf(workspace)
    .filter(isSourcesFile)
    .map(file => ({ path: workspace.shown(file), bytes: regularFileBytes(file, file) }));
  return compileProject(workspace, inputs).project.sources.map(({ name }) => name);
}

/** `name=` for each parameter of the endpoint that an earlier word names, and `name=value` for its possible values. */
export function paramProposals(this: VerbContext, partial: string): readonly string[] {
  const workspace = workspaceOf(this);
  const files = specificationsOf(workspace);
  const names = new Set(endpointFiles(workspace).map(nameOf));
  const endpoint = this.words.find(word => names.has(word));
  if (endpoint === undefined) return [];
  const needed = files.filter(
    file => isSourcesFile(file) || isSqlFile(file) || nameOf(file) === endpoint,
  );
  const inputs = needed.map(file => {
    const path = workspace.shown(file);
    return { path, bytes: regularFileBytes(file, path) };
  });
  const params = catalogueOf(compileProject(workspace, inputs)).byName.get(endpoint)?.params ?? [];
  const given = new Set(this.words.map(word => word.replace(/^--param=/, '').split('=')[0]));
  const [name = '', value] = partial.split('=', 2);
  if (value === undefined) {
    const open = params.filter(param => param.list !== null || !given.has(param.name));
    return open.map(param => `${param.name}=`);
  }
  const param = params.find(one => one.name === name);
  const values = param?.values ?? (param?.scalar === 'bool' ? ['true', 'false'] : []);
  return values.map(one => `${name}=${one}`);
}

function endpointFiles(workspace: Workspace): readonly string[] {
  return specificationsOf(workspace).filter(file => !isSourcesFile(file) && !isSqlFile(file));
}

function nameOf(file: string): string {
  return basename(file).replace(/\.yaml$/, '');
}

/** Finds the project that the earlier words select, in the same way as the command itself. */
function workspaceOf({ words, host: { cwd, environment } }: VerbContext): Workspace {
  const typed: GlobalFlags = Object.fromEntries(
    words.flatMap((word, i) => {
      const [, name, value = words[i + 1]] = /^(--config|-c|--cwd)(?:=(.*))?$/s.exec(word) ?? [];
      return name === undefined || value === undefined
        ? []
        : [[name === '--cwd' ? 'cwd' : 'config', value]];
    }),
  );
  const flags = withEnvironment(typed, GLOBAL_FLAGS, environment);
  const at = resolve(cwd, flags.cwd ?? '.');
  return openWorkspace({ cwd: at, configFile: flags.config ?? null, environment });
}
