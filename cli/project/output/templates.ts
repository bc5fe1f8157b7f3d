/** The templates of generated code: the package's own, unless the project replaces them. */
import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { unmarked } from '../../../generator/core/output/marker.ts';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import {
  collector,
  nearest,
  type Report,
  type SourceText,
  suggestion,
} from '../../../generator/core/report/diagnostics.ts';
import type { Templates } from '../../../generator/emitters/emitter.ts';
import {
  checkHoles,
  checkSyntax,
  HOLES,
  templateFolder,
} from '../../../generator/emitters/templates.ts';
import { systemFailure } from '../../session.ts';
import { assertSound } from '../../terminal/exit.ts';
import type { Workspace } from '../workspace.ts';
import { packageFolder } from './package-files.ts';

const FOLDER = 'templates';
const UNSOUND = 'The templates have errors';

/**
 * Returns texts by their path below `templates/`. `packaged` is the package's own folder. A file of the project replaces the
 * package's file with the same path. Throws `Failure` if a file replaces none, has unknown holes, or cannot be read.
 */
export function readTemplates(
  workspace: Workspace,
  packaged: string = join(packageFolder(), FOLDER),
): Templates {
  const ours = templatesOf(packaged, workspace.shown);
  const folder = workspace.pathOf(FOLDER);
  if (isSame(folder, packaged)) return ours;
  const { diagnostics, report } = collector();
  reportMisspelt(folder, workspace, report);
  const theirs = templatePaths(folder, workspace.shown).flatMap(path => {
    const file = join(folder, path);
    const source = { file: workspace.shown(file), text: readText(file, workspace, report) };
    return isTemplate(path, source, [...ours.keys()], report) ? [[path, source.text] as const] : [];
  });
  assertSound(diagnostics, UNSOUND);
  return new Map([...ours, ...theirs]);
}

/** Checks the files built from the project's templates. Throws `Failure` if one is not valid code of its language. */
export async function inspectTemplates(
  { pathOf, shown }: Workspace,
  files: readonly GeneratedFile[],
): Promise<void> {
  const { diagnostics, report } = collector();
  const byPath = new Map(files.map(file => [file.path, file]));
  for (const template of templatePaths(pathOf(FOLDER), shown)) {
    const made = byPath.get(`clients/${template}`);
    if (made === undefined) continue;
    const source = {
      file: shown(join(pathOf(FOLDER), template)),
      text: unmarked(made.path, made.text),
    };
    await checkSyntax(template.slice(0, template.indexOf('/')), source, report);
  }
  assertSound(diagnostics, UNSOUND);
}

/** Reports a folder whose name is almost that of a template folder, because it is a typing error; other folders are ignored. */
function reportMisspelt(folder: string, { shown }: Workspace, report: Report): void {
  if (!existsSync(folder)) return;
  const names = [...HOLES.keys()];
  for (const entry of entriesOf(folder, shown)) {
    const meant = nearest(entry.name, names);
    if (!entry.isDirectory() || names.includes(entry.name) || meant === null) continue;
    const source = { file: shown(join(folder, entry.name)), text: '' };
    const message = `The folder contains no templates: there is no \`${FOLDER}/${entry.name}\``;
    const hint = `Use \`${meant}\`, if that is meant.`;
    report('unknown-template', { source, start: 0, end: 0 }, message, hint);
  }
}

/** Throws `Failure` if the folder cannot be read. */
function entriesOf(folder: string, shown: Workspace['shown']): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw systemFailure(error, `\`${shown(folder)}\` cannot be read`);
  }
}

function isSame(folder: string, other: string): boolean {
  return existsSync(folder) && existsSync(other) && realpathSync(folder) === realpathSync(other);
}

function templatesOf(folder: string, shown: Workspace['shown']): Templates {
  return new Map(
    templatePaths(folder, shown).map(path => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

/** Lists the paths below the folder, in order. Ignores files outside the template folders. */
function templatePaths(folder: string, shown: Workspace['shown']): readonly string[] {
  return [...HOLES.keys()].flatMap(name => filesBelow(folder, name, shown)).sort();
}

function filesBelow(folder: string, path: string, shown: Workspace['shown']): readonly string[] {
  const directory = join(folder, path);
  if (!existsSync(directory)) return [];
  return entriesOf(directory, shown).flatMap(entry => {
    // Python leaves this folder when a template is run in place.
    if (entry.name === '__pycache__') return [];
    const below = `${path}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, below, shown) : [below];
  });
}

function readText(file: string, { shown }: Workspace, report: Report): string {
  try {
    // A byte order mark belongs to the template.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (!(error instanceof TypeError))
      throw systemFailure(error, `\`${shown(file)}\` cannot be read`);
    const place = { source: { file: shown(file), text: '' }, start: 0, end: 0 };
    report('file-unreadable', place, 'The file is not UTF-8 text', 'Save it as UTF-8.');
    return '';
  }
}

/** Hidden files of systems and tools, such as `.DS_Store`, are allowed anywhere. */
const HIDDEN = /(^|\/)\./;

function isTemplate(
  path: string,
  source: SourceText,
  known: readonly string[],
  report: Report,
): boolean {
  const folder = templateFolder(path);
  if (known.includes(path) && folder !== null) {
    checkHoles(folder, source, report);
    return true;
  }
  if (!HIDDEN.test(path)) {
    const siblings = known.filter(other => templateFolder(other) === folder);
    const place = { source, start: 0, end: 0 };
    const [wanted = '', ...there] = [path, ...siblings].map(name => `${FOLDER}/${name}`);
    const message = `The file replaces no template: there is no \`${wanted}\``;
    report('unknown-template', place, message, suggestion(wanted, there));
  }
  return false;
}
