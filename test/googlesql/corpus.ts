/**
 * Reads the corpus: files of statements, each under a line `--- title`. Under a line `--- = title` stands the same statement in other
 * words, for the evaluator, which takes no notice of some clauses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'corpus');

export interface Case {
  readonly title: string;
  readonly sql: string;
  /** The statement that the evaluator runs. */
  readonly judged: string;
}

/** The statements of one file. */
export function casesOf(file: string): readonly Case[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const parts = text
    .split(/^--- /m)
    .slice(1)
    .map(part => {
      const end = part.indexOf('\n');
      return { title: part.slice(0, end), sql: part.slice(end + 1).trim() };
    });
  return parts
    .filter(({ title }) => !title.startsWith('= '))
    .map(one => {
      const other = parts.find(({ title }) => title === `= ${one.title}`);
      return { ...one, judged: other?.sql ?? one.sql };
    });
}

/** The files of statements that every engine answers alike. */
export const FILES = readdirSync(FOLDER).filter(
  file => !['refused.sql', 'failing.sql', 'unread.sql'].includes(file),
);
