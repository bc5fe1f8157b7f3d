/** The prose of this repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root.ts';
import { ofSource } from './extract.ts';
import { isOfLines, ofLines } from './lines.ts';
import { ofMarkdown, type Prose } from './prose.ts';

const MARKDOWN =
  /^(?:[A-Z]+\.md|docs\/.*\.md|test\/scenarios\/.*\.md|(?:examples|templates)\/.*README\.md)$/;
const SOURCE = /\.(?:m?js|tsx?)$/;
/** Written by quern, or by others; planted bugs, whose texts are code; and the endpoints that generated/ quotes. */
const NOT_OURS =
  /^(?:generated|endpoints|templates\/vendor\/scalar|test\/mutants|test\/clients\/.*\/golden)\//;

/** Of every file that git knows or would add. */
export function prose(): readonly Prose[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\n');
  return [...new Set(files)].filter(file => existsSync(join(ROOT, file))).flatMap(proseOf);
}

function proseOf(file: string): readonly Prose[] {
  if (NOT_OURS.test(file)) return [];
  if (MARKDOWN.test(file)) return [ofMarkdown(file, textOf(file))];
  if (isOfLines(file)) return [ofLines(file, textOf(file))];
  return SOURCE.test(file) ? [ofSource(file, textOf(file))] : [];
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
