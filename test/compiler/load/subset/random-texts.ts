/** Random texts by number: pieces of YAML in any order, specifications of this repository with faults, and texts with structure. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Chance, chance } from '../../../equality/random/chance.ts';
import { document } from './written.ts';

/** The YAML of this repository: its specifications, and the examples in scenarios and docs. */
export function repositoryTexts(): readonly string[] {
  const folders = ['endpoints', 'examples', 'test/scenarios', 'docs'];
  return folders.flatMap(folder => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    const files = names.filter(name => /\.(ya?ml|md)$/.test(name) && !/node_modules/.test(name));
    return files.flatMap(name => textsOf(name, readFileSync(join(folder, name), 'utf8')));
  });
}

function textsOf(name: string, text: string): readonly string[] {
  if (!name.endsWith('.md')) return [text];
  return [...text.matchAll(/^```ya?ml[^\n]*\n([\s\S]*?)^```/gm)].map(([, inner = '']) => inner);
}

const known = repositoryTexts().filter(text => text.length < 6_000);

/** The text of that number, without halves of characters, which are refused before a text is read. */
export function randomText(number: number): string {
  return anyText(number).replaceAll(/\p{Cs}/gu, '');
}

function anyText(number: number): string {
  const by = chance(number);
  let keys = 0;
  const fresh = () => {
    keys += 1;
    return `k${keys}`;
  };
  const kind = by.whole(8);
  if (kind === 0) return pieces(by);
  if (kind < 3) return withFaults(by, by.one(known));
  const text = document({ by, fresh });
  return by.percent(20) ? withFaults(by, text) : text;
}

const PIECES = [
  ...['a', 'b', '1', 'é', '-', '- ', '-x', ' ', '  ', '    ', '\n', '\n', '\n  ', '\n    ', '\n- '],
  ...['\n  - ', ': ', ':', ':\n', ': ', 'a: ', 'b: ', 'c:\n', 'k: v\n', '  k: v\n', '    x: y\n'],
  ...['? ', '[', ']', '{', '}', ',', ', ', '"', '"s"', "'", "'q'", "''", '\\', '\\n', '|', '>'],
  ...['|\n', '>-\n', ': |\n', ': >\n', ': >-\n', ': |-\n', '#', ' #', '# c\n', '  # c\n', ' # e'],
  ...['&a', '*a', '!t', '%', '---', '...', '\n---\n', '\n...\n', '<<', '<<: ', '~', '@', '`'],
  ...['null', '.inf', '1.5', '0x1', '""', '[a, b]', '{a: b}', '[a,\n  b]', '\n\n', '\n \n'],
  ...['\u00a0', '\u2028', '\uFEFF', '\t', '\n\t', '\r\n', '\r', '__proto__: ', 'constructor:'],
];

function pieces(by: Chance): string {
  const all = Array.from({ length: 1 + by.whole(20) }, () => by.one(PIECES));
  return by.one(['', 'a: ', 'a:\n  ', '- ']) + all.join('');
}

function withFaults(by: Chance, text: string): string {
  const count = 1 + by.whole(3);
  return Array.from({ length: count }).reduce<string>(all => withFault(by, all), text);
}

function withFault(by: Chance, text: string): string {
  const at = by.whole(text.length + 1);
  if (by.percent(12)) return text.slice(0, at) + by.one(PIECES) + text.slice(at);
  if (by.percent(12)) return text.slice(0, at) + text.slice(at + 1 + by.whole(4));
  if (by.percent(3)) return text.replaceAll('\n', '\r\n');
  const lines = text.split('\n');
  const line = by.whole(lines.length);
  const old = lines[line] ?? '';
  const changed = by.one([
    () => [],
    () => [old, by.one(lines)],
    () => [`${' '.repeat(by.whole(5))}${old}`],
    () => [old.replace(/^ {1,2}/, '')],
    () => [' '.repeat(by.whole(9)) + by.one(['# c', '', '- x', 'k: v', 'text']), old],
    () => [old + by.one([' # c', ' ', '  ', ',', ':', ' more', '\t'])],
  ]);
  return lines.toSpliced(line, 1, ...changed()).join('\n');
}
