/** The inputs of a scenario: its blocks of YAML and of bytes, and the data sets that all scenarios share. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputFile } from '../../generator/compile.ts';
import type { Block, ScenarioFile } from './scenario-file.ts';

export const SCENARIOS = import.meta.dirname;
/** The data sets of a scenario that declares none. */
const SHARED = { path: 'endpoints/sources.yaml', file: join(SCENARIOS, 'sources.yaml') } as const;

export const CONFIG = 'quern.yaml';

export function isInput({ info }: Block): boolean {
  return /^(yaml|bytes) /.test(info);
}

/** The files that the scenario is about, `quern.yaml` among them where it has one; the data sets come first. */
export function inputsOf({ file, blocks }: ScenarioFile): readonly InputFile[] {
  const own = blocks.filter(isInput).map(({ info, text }): InputFile => {
    const [kind, path = ''] = info.split(' ');
    return { path, bytes: kind === 'bytes' ? bytesOf(text) : text };
  });
  if (own.length === 0) throw new Error(`${file}: no block of input`);
  if (own.some(({ path }) => path === SHARED.path)) return own;
  return [{ path: SHARED.path, bytes: readFileSync(SHARED.file, 'utf8') }, ...own];
}

/**
 * Bytes that YAML in Markdown cannot show: `\xFF` is the byte FF, and a line that ends in ` × 1000` stands for a thousand
 * such lines.
 */
function bytesOf(text: string): Uint8Array {
  const repeated = text.replace(/^(.*) × ([0-9]+)\n/gm, (_, line: string, count: string) =>
    `${line}\n`.repeat(Number(count)),
  );
  const pieces = repeated.split(/\\x([0-9A-F]{2})/);
  return Buffer.concat(pieces.map((piece, i) => Buffer.from(piece, i % 2 === 0 ? 'utf8' : 'hex')));
}
