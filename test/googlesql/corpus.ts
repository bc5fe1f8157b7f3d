/** Reads the corpus: files of statements, each under a line `--- title`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'corpus');

export interface Case {
  readonly title: string;
  readonly sql: string;
}

/** The statements of one file. */
export function casesOf(file: string): readonly Case[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  return text
    .split(/^--- /m)
    .slice(1)
    .map(part => {
      const end = part.indexOf('\n');
      return { title: part.slice(0, end), sql: part.slice(end + 1).trim() };
    });
}

/** The files of statements that every engine answers alike. */
export const FILES = readdirSync(FOLDER).filter(
  file => file !== 'refused.sql' && file !== 'failing.sql',
);
