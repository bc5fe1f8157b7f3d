/**
 * Random edits of valid specifications, as hands and merges make them: no crash, no more than a second of CPU, and no fault without a
 * place. `QUERN_EDITS` says how many; each is found again by its seed.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { fixesOf } from '../../../cli/fixes/fixes.ts';
import { shownDiagnostics } from '../../../cli/lsp/diagnostics.ts';
import { specificationsIn } from '../../../cli/lsp/disk.ts';
import { complete } from '../../../cli/lsp/features/complete.ts';
import { hoverAt } from '../../../cli/lsp/features/hover.ts';
import { definitionsAt, referencesAt } from '../../../cli/lsp/features/navigate.ts';
import { RenameRefused, rename } from '../../../cli/lsp/features/rename.ts';
import { EditorProject } from '../../../cli/lsp/project.ts';
import { isSqlFile } from '../../../generator/compile-specs.ts';
import { formatText } from '../../../generator/load/format-text.ts';
import { ROOT } from '../../support/root.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { amount } from '../../support/usually.ts';
import { removeFolders, temporaryFolder } from '../cli-fixture.ts';

const EDITS = Number(process.env['QUERN_EDITS'] ?? amount({ usual: 200, all: 2_000 }));
const SEED = Number(process.env['QUERN_SEED'] ?? 20_261_123);
/** CPU of one edit with all that is asked after it, in ms. A busy machine takes several times as long; a hang never ends. */
const MOST = process.env['QUERN_EDITS'] === undefined ? 10_000 : 1_000;

afterAll(removeFolders);

function copyOf(from: string, paths: readonly string[]): EditorProject {
  const folder = temporaryFolder();
  for (const path of paths)
    cpSync(join(ROOT, from, path), join(folder, path), { recursive: true, force: true });
  return new EditorProject(folder, {});
}

const PROJECTS = [
  copyOf('.', ['endpoints', 'quern.yaml']),
  copyOf('examples/gallery', ['endpoints', 'quern.yaml']),
  copyOf('examples/saved-sql', ['endpoints', 'quern.yaml']),
];
const FILES = PROJECTS.flatMap(project =>
  specificationsIn(project.root, project.config).map(path => ({
    project,
    path,
    text: readFileSync(path, 'utf8'),
  })),
);

type Edit = (text: string) => string;

const at = fc.nat(1_000_000);
const garbage = unicodeText({ minLength: 1, maxLength: 8 });
const signs = fc.constantFrom(
  ':',
  '- ',
  '{',
  '}',
  '[',
  ']',
  "'",
  '"',
  '@',
  '#',
  '|',
  '>',
  '&',
  '*',
  '!',
  '%',
  '\t',
  '\u0000',
  '\r',
  '\uFEFF',
  ',',
  '.',
  '(',
  ')',
);

const linesOf = (text: string) => text.split('\n');
const wordsOf = (text: string) => [...text.matchAll(/[A-Za-z_]\w*/g)];

/** The place of any character, or half of the time of a word. */
function offsetIn(text: string, place: number): number {
  const words = wordsOf(text);
  const word = words[Math.floor(place / 2) % Math.max(1, words.length)];
  return place % 2 === 0 && word !== undefined ? word.index : place % (text.length + 1);
}

const EDIT: fc.Arbitrary<Edit> = fc.oneof(
  // a line drops out
  at.map(
    (i): Edit =>
      text =>
        linesOf(text)
          .filter((_, j, all) => j !== i % all.length)
          .join('\n'),
  ),
  // two lines swap
  fc.tuple(at, at).map(
    ([i, j]): Edit =>
      text => {
        const lines = linesOf(text);
        const [a, b] = [i % lines.length, j % lines.length];
        [lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? ''];
        return lines.join('\n');
      },
  ),
  // a word becomes another one of the file, or of none
  fc.tuple(at, at, fc.boolean()).map(
    ([i, j, isOther]): Edit =>
      text => {
        const words = wordsOf(text);
        const word = words[i % words.length];
        if (word === undefined) return text;
        const other = isOther ? (words[j % words.length]?.[0] ?? '') : `${word[0]}x`;
        return text.slice(0, word.index) + other + text.slice(word.index + word[0].length);
      },
  ),
  // a value becomes one of another type
  fc.tuple(at, fc.constantFrom('1', 'true', 'null', '[]', '{}', "'text'", '-1.5e9', '~', '')).map(
    ([i, value]): Edit =>
      text => {
        const values = [...text.matchAll(/: ([^\n{[]+)$/gm)];
        const one = values[i % Math.max(1, values.length)];
        if (one === undefined) return text;
        return `${text.slice(0, one.index + 2)}${value}${text.slice(one.index + one[0].length)}`;
      },
  ),
  // the rest is cut off, or a piece
  at.map(
    (i): Edit =>
      text =>
        text.slice(0, i % (text.length + 1)),
  ),
  fc.tuple(at, fc.nat(40)).map(
    ([i, length]): Edit =>
      text => {
        const from = i % (text.length + 1);
        return text.slice(0, from) + text.slice(from + length);
      },
  ),
  // a line moves to the side
  fc.tuple(at, fc.integer({ min: -3, max: 3 })).map(
    ([i, by]): Edit =>
      text => {
        const lines = linesOf(text);
        const index = i % lines.length;
        const line = lines[index] ?? '';
        lines[index] = by < 0 ? line.slice(-by) : ' '.repeat(by) + line;
        return lines.join('\n');
      },
  ),
  // something comes in
  fc.tuple(at, fc.oneof(garbage, signs)).map(
    ([i, piece]): Edit =>
      text => {
        const from = i % (text.length + 1);
        return text.slice(0, from) + piece + text.slice(from);
      },
  ),
  // all of it twice
  fc.constant((text: string) => `${text}\n${text}`),
);

it(`holds for ${EDITS} random edits`, { timeout: EDITS * 1_000 }, () => {
  for (const { project } of FILES) expect(project.work(Number.POSITIVE_INFINITY)).toBe(true);
  let slowest = 0;
  const reached = {
    faults: 0,
    items: 0,
    hovers: 0,
    definitions: 0,
    renames: 0,
    fixes: 0,
    formats: 0,
  };
  const edits = fc.tuple(
    fc.nat(FILES.length - 1),
    fc.array(EDIT, { minLength: 1, maxLength: 3 }),
    at,
  );
  fc.assert(
    fc.property(edits, ([which, changes, place]) => {
      const file = FILES[which];
      if (file === undefined) throw new Error('no such file');
      const { project, path } = file;
      const text = changes.reduce((all, change) => change(all), file.text);
      const look = () => {
        const start = process.cpuUsage();
        project.edit(path, text);
        project.work(Number.POSITIVE_INFINITY);
        for (const found of project.changedFindings().values()) {
          reached.faults += found.length;
          for (const {
            place: { source, start: from, end },
          } of found) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(from);
            expect(end).toBeLessThanOrEqual(source.text.length);
          }
          expect(shownDiagnostics(found)).toHaveLength(found.length);
          reached.fixes += found.flatMap(fixesOf).length;
        }
        const offset = offsetIn(text, place);
        reached.items += complete(project, path, offset).items.length;
        reached.hovers += Number(hoverAt(project, path, offset) !== null);
        reached.definitions += definitionsAt(project, path, offset).length;
        referencesAt(project, path, offset);
        reached.renames += renamed(project, path, offset);
        if (!isSqlFile(path)) reached.formats += Number(formatText(path, text) !== null);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1_000;
      };
      const undo = () => {
        project.edit(path, file.text);
        project.work(Number.POSITIVE_INFINITY);
        project.changedFindings();
      };
      // the time of what other programs take from the processor's caches, and of code that runs for the first time, does not come again
      let spent = look();
      for (let again = 0; spent >= MOST && again < 2; again++) {
        undo();
        spent = Math.min(spent, look());
      }
      slowest = Math.max(slowest, spent);
      undo();
      reached.renames += renamed(project, path, offsetIn(file.text, place));
      expect(spent).toBeLessThan(MOST);
    }),
    { numRuns: EDITS, seed: SEED },
  );
  process.stderr.write(
    `${JSON.stringify({ edits: EDITS, slowest: Math.round(slowest), ...reached })}\n`,
  );
  for (const count of Object.values(reached)) expect(count).toBeGreaterThan(EDITS / 100);
});

function renamed(project: EditorProject, path: string, offset: number): number {
  try {
    return rename(project, path, offset, 'another_name').length;
  } catch (error) {
    if (error instanceof RenameRefused) return 0;
    throw error;
  }
}
