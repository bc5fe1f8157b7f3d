/** What whole files that ship with generated code leave open: `{{name}}`, from a closed list. */
import { type Report, type SourceText, suggestion } from '../diagnostics.ts';
import type { Code } from './writer.ts';

/** Names of holes by the folder below `templates/`. */
export const HOLES = {
  /** `package`: the name of the npm package. */
  typescript: ['package'],
  /** `package`: the name that is imported. */
  python: ['package'],
  /** `module`: the module's path; `package`: the name of the package in it. */
  go: ['module', 'package'],
  server: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type TemplateFolder = keyof typeof HOLES;

/** Braces with anything else between them, a space included, are the file's own. */
const HOLE = /\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}/g;

/** The folder that a path below `templates/` is in; `null` where it is none of ours. */
export function templateFolder(path: string): TemplateFolder | null {
  const folder = path.slice(0, path.indexOf('/'));
  return Object.hasOwn(HOLES, folder) ? (folder as TemplateFolder) : null;
}

/** Reports the holes of a template that its folder's list does not have. */
export function checkHoles(folder: TemplateFolder, source: SourceText, report: Report): void {
  const names: readonly string[] = HOLES[folder];
  for (const { index, 0: hole, 1: name = '' } of source.text.matchAll(HOLE)) {
    if (names.includes(name)) continue;
    const place = { source, start: index, end: index + hole.length };
    const message = `Templates of \`${folder}\` have no hole \`${name}\``;
    const apart = 'Put a space between the braces, if no hole is meant.';
    report('unknown-hole', place, message, suggestion(name, names) ?? apart);
  }
}

/** The template with every hole filled. Throws for a hole without a value: templates are checked before. */
export function fill(template: string, values: Readonly<Record<string, Code>>): string {
  return template.replace(HOLE, (hole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`nothing fills ${hole}`);
    return String(value);
  });
}
