/** The files that tests stand in. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { InputFile } from '../../compile.ts';
import type { Place } from '../../diagnostics.ts';
import { type Document, entryOf, type MappingNode } from '../../document.ts';
import { loadDocument } from '../../load.ts';
import { EXIT, Failure } from '../exit.ts';
import { systemFailure } from '../session.ts';
import { withExpectations } from './expectations.ts';
import type { Row } from './rehearsal.ts';

/** The specification of an endpoint, which compiled without a fault, as a tree. */
export function documentOf(inputs: readonly InputFile[], endpoint: string): Document {
  const input = inputs.find(({ path }) => basename(path) === `${endpoint}.yaml`);
  const document = input && loadDocument(input.path, input.bytes, () => {});
  if (!document) throw new Error(`there is no file of ${endpoint}`);
  return document;
}

/** Where the name of a test stands. */
export function placeOf({ root }: Document, test: string): Place {
  const tests = entryOf(mappingOf(root), 'tests');
  const entry = tests && entryOf(mappingOf(tests.value), test);
  if (!entry) throw new Error(`there is no test ${test}`);
  return entry.place;
}

function mappingOf(node: Document['root']): MappingNode {
  if (node.kind !== 'mapping') throw new Error('a file that compiled is no mapping');
  return node;
}

/**
 * Writes the rows of an endpoint's tests, by name, into its file. Rejects with `Failure` where the file is no longer what was
 * compiled, or cannot be written; it is then as it was.
 */
export async function writeExpectations(
  cwd: string,
  { source, root }: Document,
  rows: ReadonlyMap<string, readonly Row[]>,
): Promise<void> {
  const file = resolve(cwd, source.file);
  const before = await readFile(file, 'utf8').catch(cause => {
    throw systemFailure(cause, `\`${source.file}\` cannot be read`);
  });
  const bom = before.startsWith('\uFEFF') ? '\uFEFF' : '';
  if (before !== `${bom}${source.text}`) {
    throw new Failure(EXIT.environment, `\`${source.file}\` was changed meanwhile`, {
      hint: 'Run `quern test -u` again.',
    });
  }
  const text = withExpectations(source.text, mappingOf(root), rows);
  await replaceFile(file, `${bom}${text}`).catch(cause => {
    throw systemFailure(cause, `\`${source.file}\` cannot be written`);
  });
}

/** The new file is whole before it takes the place of the old. */
async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.${process.pid}.next`;
  try {
    await writeFile(next, text);
    await rename(next, file);
  } catch (cause) {
    await rm(next, { force: true });
    throw cause;
  }
}
