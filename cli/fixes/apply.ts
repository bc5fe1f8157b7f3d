/** `quern check --fix`: applies the fixes that leave no choice, and shows them first. */
import type { InputFile } from '../../generator/compile.ts';
import { counted } from '../../generator/core/report/words.ts';
import { unifiedPatch } from '../../generator/write/patch.ts';
import { compileWhole } from '../project/compiled.ts';
import { type Edit, withEdits } from '../project/specifications/edits.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { diffLines } from '../terminal/diff-lines.ts';
import { reporter } from '../terminal/reports/reporters.ts';
import { type Rewritten, writeFileAgain } from '../tests/files.ts';
import { sureFix } from './fixes.ts';

/** Prints the changes and writes them; at a terminal only after a yes. Rejects with `Failure` if a file cannot be written. */
export async function fixSpecifications(
  session: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
): Promise<void> {
  const files = await fixedFiles(workspace, inputs);
  if (files.length === 0) {
    session.note('nothing to fix');
    return;
  }
  if (!reporter(session.reporter).isResult) session.print(files.map(shownIn(session)).join(''));
  if (!(await isAgreed(session, `Write ${counted(files.length, 'file')}? (y/n) `))) {
    session.note('nothing written');
    return;
  }
  for (const file of files) await writeFileAgain(session.cwd, file, 'quern check --fix');
  session.note(`fixed ${counted(files.length, 'file')}`);
}

function shownIn(session: Session): (file: Rewritten) => string {
  return ({ file, before, after }) => {
    const patch = unifiedPatch(file, Buffer.from(before), Buffer.from(after));
    return diffLines(session, patch.replace(/\n$/, '').split('\n'));
  };
}

/** Where nobody can be asked, the flag is the answer. */
async function isAgreed({ host }: Session, question: string): Promise<boolean> {
  const answer = (await host.ask?.(question)) ?? null;
  return answer === null ? !host.interrupted.aborted : /^\s*y(?:es)?\s*$/i.test(answer);
}

/** One fix can uncover the next fault: after its quotes, a text is read as an expression. */
const MAX_ROUNDS = 20;

async function fixedFiles(
  workspace: Workspace,
  inputs: readonly InputFile[],
): Promise<readonly Rewritten[]> {
  const texts = new Map(inputs.map(({ path, bytes }) => [path, decoded(bytes)]));
  const seen = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const changes = await changesIn(workspace, inputs, texts);
    const fresh = [...changes].filter(([path, text]) => !seen.has(`${path}\0${text}`));
    if (fresh.length === 0) break;
    for (const [path, text] of fresh) {
      seen.add(`${path}\0${text}`);
      texts.set(path, text);
    }
  }
  return inputs.flatMap(({ path, bytes }) => {
    const [before, after] = [decoded(bytes), texts.get(path) ?? ''];
    return before === after ? [] : [{ file: path, before, after }];
  });
}

/** The texts after one round, by path. */
async function changesIn(
  workspace: Workspace,
  inputs: readonly InputFile[],
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const current = inputs.map(({ path }) => ({ path, bytes: texts.get(path) ?? '' }));
  const { diagnostics } = await compileWhole(workspace, current);
  const byFile = new Map<string, Edit[]>();
  for (const fault of diagnostics) {
    const { file } = fault.place.source;
    const fix = sureFix(fault);
    if (!texts.has(file) || fix === null) continue;
    const taken = byFile.get(file) ?? [];
    if (fix.edits.some(edit => taken.some(one => areClose(edit, one)))) continue;
    byFile.set(file, [...taken, ...fix.edits]);
  }
  return new Map(
    [...byFile].map(([file, edits]) => [file, withEdits(texts.get(file) ?? '', edits)]),
  );
}

/** Whether two edits are of the same place; the next round makes the second one, if it is still needed. */
function areClose(a: Edit, b: Edit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function decoded(bytes: InputFile['bytes']): string {
  return typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
}
