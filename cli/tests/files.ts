/** The files that contain tests. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { InputFile } from '../../generator/compile.ts';
import { readSpecification, readTree } from '../../generator/compile-specs.ts';
import { type Diagnostic, isError, type Place } from '../../generator/core/report/diagnostics.ts';
import { type Document, entryOf, type MappingEntry } from '../../generator/core/spec/document.ts';
import { replaceFile } from '../../generator/system/whole-file.ts';
import { mappingOf } from '../project/specifications/edits.ts';
import { systemFailure } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { withExpectations } from './expectations.ts';
import type { TestRow } from './rehearsal.ts';

/** The place of a test's name. */
export function findTestPlace(document: Document, test: string): Place {
  const entry = testsOf(document).find(({ name }) => name === test);
  if (entry === undefined) throw new Error(`there is no test ${test}`);
  return entry.place;
}

function testsOf({ root }: Document): readonly MappingEntry[] {
  const tests = root.kind === 'mapping' ? entryOf(root, 'tests')?.value : undefined;
  return tests?.kind === 'mapping' ? tests.entries : [];
}

// ---- expectations that are about to be replaced ---------------------------------------------------------------------

/** The files without those expectations that have one of `faults`. Everything else stays in place. */
export function withoutUnfit(
  inputs: readonly InputFile[],
  faults: readonly Diagnostic[],
): readonly InputFile[] {
  return inputs.map(input => {
    const own = faults.filter(({ place }) => place.source.file === input.path);
    const document = own.length === 0 ? null : readTree(input);
    return document === null ? input : { path: input.path, bytes: withoutRows(document, own) };
  });
}

function withoutRows(document: Document, faults: readonly Diagnostic[]): string {
  const tests = testsOf(document).flatMap(({ value }) => (value.kind === 'mapping' ? value : []));
  return tests.reduce((text, test) => {
    const expectation = entryOf(test, 'expect');
    return expectation !== null && hasOne(expectation, faults)
      ? withoutEntry(text, expectation, test.flow)
      : text;
  }, document.source.text);
}

function hasOne({ place: { start }, value }: MappingEntry, faults: readonly Diagnostic[]): boolean {
  return faults.some(({ place }) => place.start >= start && place.end <= value.place.end);
}

/**
 * Inside braces, also removes the comma. Elsewhere, leaves a `#` in place of the entry, because a comment ends a text of several lines
 * above it. All later offsets stay the same.
 */
export function withoutEntry(
  text: string,
  { place, value }: MappingEntry,
  isFlow: boolean,
): string {
  const { start } = place;
  const comma = isFlow ? COMMA.exec(text.slice(value.place.end)) : null;
  const end = value.place.end + (comma?.[0].length ?? 0);
  const blank = text.slice(start, end).replaceAll(/[^\n]/g, ' ');
  return text.slice(0, start) + (isFlow ? blank : `#${blank.slice(1)}`) + text.slice(end);
}

/** The comma before the next entry, possibly after comments. */
const COMMA = /^(?:\s|#.*\n)*,/;

// ---- writing --------------------------------------------------------------------------------------------------------

/** A file before and after the change. */
export interface Rewritten {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** The file with these expected rows, by name of test. Throws `Failure` if the result could not be read. */
export function withExpectedRows(
  document: Document,
  rows: ReadonlyMap<string, readonly TestRow[]>,
): Rewritten {
  const { file, text } = document.source;
  const after = withExpectations(text, mappingOf(document), rows);
  const fault = readSpecification({ path: file, bytes: after }).diagnostics.find(isError);
  if (fault === undefined) return { file, before: text, after };
  const message = `\`${file}\` cannot contain the rows that its tests answer. ${fault.message}`;
  throw new Failure(EXIT.findings, message, { hint: 'Give fewer entries.' });
}

/** Writes the file. Rejects with `Failure` if it was changed in the meantime or cannot be written; it then stays unchanged. */
export async function writeFileAgain(
  cwd: string,
  { file, before, after }: Rewritten,
  again: string,
): Promise<void> {
  const path = resolve(cwd, file);
  const found = await readFile(path, 'utf8').catch(cause => {
    throw systemFailure(cause, `\`${file}\` cannot be read`);
  });
  const mark = found.startsWith('\uFEFF') ? '\uFEFF' : '';
  if (found !== `${mark}${before}`) {
    throw new Failure(EXIT.environment, `\`${file}\` was changed in the meantime`, {
      hint: `Run \`${again}\` again.`,
    });
  }
  try {
    replaceFile(path, `${mark}${after}`);
  } catch (cause) {
    throw systemFailure(cause, `\`${file}\` cannot be written`);
  }
}
