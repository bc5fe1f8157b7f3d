/** Checks templates with which a project replaces ours, and the holes that they may have. */
import { type Report, type SourceText, suggestion } from '../core/report/diagnostics.ts';
import { CLIENT_LANGUAGES } from './clients/index.ts';
import { HOLE } from './text/fill.ts';

/** The description of each hole, by folder below `templates/` and name. */
export const HOLES: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  [...CLIENT_LANGUAGES].map(([name, { holes }]) => [name, holes]),
);

/** Returns the folder of a path below `templates/`; `null` if it is not a template folder. */
export function templateFolder(path: string): string | null {
  const folder = path.slice(0, path.indexOf('/'));
  return HOLES.has(folder) ? folder : null;
}

/** Reports the place of the first syntax error in a filled template. */
export async function checkSyntax(
  folder: string,
  source: SourceText,
  report: Report,
): Promise<void> {
  const { file: path, text } = source;
  const start = (await CLIENT_LANGUAGES.get(folder)?.syntaxFault?.({ path, text })) ?? null;
  if (start === null) return;
  const place = { source, start, end: start };
  report(
    'invalid-template',
    place,
    'The template does not parse: its syntax breaks here',
    'Fix the syntax.',
  );
}

/** Reports the holes of a template that its folder does not support. */
export function checkHoles(folder: string, source: SourceText, report: Report): void {
  const names = Object.keys(HOLES.get(folder) ?? {});
  for (const { index, 0: hole, 1: name = '' } of source.text.matchAll(HOLE)) {
    if (names.includes(name)) continue;
    const place = { source, start: index, end: index + hole.length };
    const message = `Templates of \`${folder}\` have no hole \`${name}\``;
    const apart = 'Put a space between the braces, if no hole is meant.';
    report('unknown-hole', place, message, suggestion(name, names) ?? apart);
  }
}
