/** Planted bugs: each replaces one place of a source file, and some test of its category has to fail for it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface Mutant {
  readonly category: string;
  /** What the program does wrong, in a sentence. */
  readonly what: string;
  /** Path from the project's root. */
  readonly file: string;
  /** A text that occurs once in the file, and what takes its place. */
  readonly find: string;
  readonly put: string;
  /** Files of tests, of which one has to fail. */
  readonly tests: readonly string[];
  /** Only tests whose names match; `null`: all of the files. */
  readonly only: string | null;
}

interface CategoryFile {
  readonly category: string;
  readonly tests: readonly string[];
  readonly only?: string;
  readonly mutants: readonly (Pick<Mutant, 'what' | 'file' | 'find' | 'put'> & {
    readonly tests?: readonly string[];
    readonly only?: string;
  })[];
}

/** Every planted bug, by the files of their categories. */
export function readMutants(): readonly Mutant[] {
  const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.yaml'));
  return files.sort().flatMap(name => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8');
    const { category, mutants, ...usual }: CategoryFile = parse(text);
    return mutants.map(({ tests, only, ...mutant }) => ({
      category,
      ...mutant,
      tests: tests ?? usual.tests,
      only: (tests === undefined ? usual.only : only) ?? null,
    }));
  });
}

/** The file's text with the bug in it. Throws where the place is not there, or more than once. */
export function planted({ what, file, find, put }: Mutant, text: string): string {
  const [before, after, ...others] = text.split(find);
  if (before === undefined || after === undefined || others.length > 0) {
    throw new Error(
      `"${what}" fits ${file} in ${others.length + (after === undefined ? 0 : 1)} places`,
    );
  }
  return before + put + after;
}

/** A text that changes with the bug, and with how it is to be found. */
export function digestOf(mutant: Mutant): string {
  return createHash('sha256').update(JSON.stringify(mutant)).digest('hex').slice(0, 12);
}
