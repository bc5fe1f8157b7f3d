/** The statement of an endpoint for one engine: its pieces, and the data sets whose tables it names. */
import type { OwnPiece } from '../../core/plan/endpoint.ts';
import type { ExpressionText, Located } from '../../core/spec/located.ts';
import type { OwnPieceSpec, OwnTextSpec } from '../../core/spec/spec.ts';
import { type ReadText, readOwnText } from '../../own/read.ts';
import { checkStatement, type ReadPiece, withoutEnd } from '../../own/statement-rules.ts';
import type { OwnSql } from '../../sql/author/own-sql.ts';
import { byText, checkCases, findEnumValues, mayBeAbsent } from '../choices.ts';
import { summarizeNames } from '../names/names.ts';
import { paramNamed } from '../scope.ts';
import type { OwnContext } from './context.ts';

/** The clock's name, which no parameter can have. */
export const CLOCK = 'now';

/** The most texts of a statement, one for every combination of the enums that choose its pieces. */
const MAX_STATEMENTS = 64;

/** A statement before the data sets that it reads are known. */
export interface StatementDraft {
  readonly own: OwnSql;
  readonly pieces: readonly OwnPiece[];
  readonly read: readonly ReadPiece[];
}

/** Returns `null` if a text is missing. Other faults are reported too, and leave a draft. */
export function draftStatement(
  context: OwnContext,
  engine: string,
  own: OwnSql,
  specs: readonly OwnPieceSpec[],
): StatementDraft | null {
  const all = specs.map(spec => readPiece(context, own, spec));
  const sound = all.filter(piece => piece !== null);
  const reads = sound.flatMap(({ texts }) => texts);
  const [first] = reads;
  if (sound.length < all.length || first === undefined) return null;
  checkStatement(sound, own, engine, first, context.report);
  checkCombinations(context, sound);
  const last = sound.at(-1);
  const pieces = sound.map(piece => piece.build(piece === last ? withoutEnd : read => read.text));
  return { own, pieces, read: sound };
}

interface Piece extends ReadPiece {
  readonly by: Located<string> | null;
  readonly build: (finish: (read: ReadText) => ReadText['text']) => OwnPiece;
}

function readPiece(context: OwnContext, own: OwnSql, spec: OwnPieceSpec): Piece | null {
  if (spec.by === null) {
    const when = spec.when === null ? null : guardOf(context, spec.when);
    const read = readText(context, own, spec.text);
    if (read === null) return null;
    const build: Piece['build'] = finish => ({ by: null, when, text: finish(read) });
    return { by: null, isConditional: when !== null, texts: [read], build };
  }
  const { by } = spec;
  const values = findEnumValues(context, by);
  const entries = byText(context, by, spec.cases);
  const cases = entries.map(({ name, value }) => {
    return { value: name, read: readText(context, own, value) };
  });
  if (values === null || !checkCases(context, by, values, entries)) return null;
  const known = cases.flatMap(({ value, read }) => (read === null ? [] : [{ value, read }]));
  if (known.length < cases.length) return null;
  const build: Piece['build'] = finish => ({
    by: by.value,
    cases: known.map(({ value, read }) => ({ value, text: finish(read) })),
  });
  return { by, isConditional: false, texts: known.map(({ read }) => read), build };
}

/** The parameter on which a piece depends. Reports a parameter that is never absent. */
function guardOf(context: OwnContext, when: Located<string>): string {
  const param = paramNamed(context, when);
  if (param !== null && !mayBeAbsent(param) && !context.params.faulty.has(param.name)) {
    const message = `\`${when.value}\` is always present, so the piece is always part of the statement`;
    context.report('never-absent', when.place, message, 'Remove `when`.');
  }
  return when.value;
}

function readText(context: OwnContext, own: OwnSql, spec: OwnTextSpec): ReadText | null {
  const written = spec.file === null ? spec.text : readStatementFile(context, spec.file);
  if (written === null) {
    // an unreadable file may use any parameter
    for (const name of context.params.byName.keys()) context.used.add(name);
    return null;
  }
  const read = readOwnText(written, own, context.nameable, context.report);
  for (const name of read.parameters) if (name.value !== CLOCK) paramNamed(context, name);
  return read;
}

export function readStatementFile(
  {
    spec,
    textOf,
    report,
  }: Pick<OwnContext, 'textOf' | 'report'> & {
    readonly spec: Pick<OwnContext['spec'], 'source'>;
  },
  name: Located<string>,
): ExpressionText | null {
  const source = textOf(spec.source, name, report);
  if (source === null) return null;
  const place = { source, start: 0, end: source.text.length };
  return { value: source.text, place, at: offset => offset };
}

function checkCombinations({ params, report }: OwnContext, pieces: readonly Piece[]): void {
  const choosing = new Map(pieces.flatMap(({ by }) => (by === null ? [] : [[by.value, by]])));
  const counts = [...choosing.keys()].map(name => params.byName.get(name)?.values?.length ?? 1);
  const all = counts.reduce((product, count) => product * count, 1);
  const last = [...choosing.values()].at(-1);
  if (all <= MAX_STATEMENTS || last === undefined) return;
  const message = `${summarizeNames([...choosing.keys()])} make ${all} variants of the statement, more than ${MAX_STATEMENTS}`;
  report('clause-conflict', last.place, message, 'Split the endpoint, or compare inside the text.');
}
