/** An endpoint in engines' own SQL: its texts read, their parameters bound, the tables that they name found. */
import { counting, type Report } from '../core/diagnostics.ts';
import type { OwnColumn, OwnEndpoint, OwnPiece, OwnStatement } from '../core/endpoint.ts';
import { SCALARS } from '../core/scalar.ts';
import type { Source } from '../core/source.ts';
import type {
  Entry,
  ExpressionText,
  Located,
  OwnColumnSpec,
  OwnPieceSpec,
  OwnSpec,
  OwnTextSpec,
} from '../core/spec.ts';
import { type Nameable, type ReadText, readOwnText } from '../own/read.ts';
import { checkStatement, type ReadPiece, withoutEnd } from '../own/statement-rules.ts';
import { sourcesOf, tablesIn } from '../own/tables.ts';
import type { OwnSql } from '../sql/own-sql.ts';
import { enumValues, matches, mayBeAbsent } from './choices.ts';
import { maxRowsOf } from './clauses.ts';
import { encodingOf } from './encoding.ts';
import { headOf, resolveEngines, type Surroundings, type TextOf } from './endpoint.ts';
import { distinct, listed, suggest } from './names.ts';
import { type Params, resolveParams } from './params.ts';
import { paramNamed, type Using } from './scope.ts';
import { resolveTests } from './tests/tests.ts';
import { reportUnused } from './usage.ts';

interface Context extends Using {
  readonly spec: OwnSpec;
  readonly sources: readonly Source[];
  readonly textOf: TextOf;
  readonly nameable: ReadonlyMap<string, Nameable>;
}

/** The endpoint, or `null` where it has faults, all of which are reported. */
export function resolveOwn(
  spec: OwnSpec,
  surroundings: Surroundings,
  report: Report,
): OwnEndpoint | null {
  const faults = counting(report);
  const params = resolveParams(spec.params, faults.report);
  const sources = [...surroundings.sources.values()].map(({ source }) => source);
  const { textOf } = surroundings;
  const nameable = nameableOf(spec, params, faults.report);
  const used = new Set<string>();
  const context = { spec, params, sources, textOf, nameable, used, report: faults.report };
  const engines = ownEngines(context, surroundings);
  const statements = spec.query.flatMap(({ name, value }) => {
    const own = surroundings.ownSql(name);
    return own === null ? [] : [[name, resolveStatement(context, name, own, value)] as const];
  });
  const columns = resolveColumns(context);
  const given = new Map(sources.map(source => [source.name, source]));
  const answered = columns.map(column => ({
    name: column.name,
    answered: column.encode === null ? null : { ...column, encode: column.encode, fields: [] },
  }));
  const subject = { params, given: { one: null, all: given } as const, columns: answered };
  const tests = resolveTests(spec.tests, subject, faults.report);
  checkTests(context);
  reportUnused(context);
  if (!spec.sound || faults.count() > 0) return null;
  const known = statements.flatMap(([name, statement]) =>
    statement === null ? [] : [[name, statement] as const],
  );
  return {
    ...headOf(spec, params),
    body: 'own',
    limit: null,
    maxRows: maxRowsOf(spec),
    engines,
    tests,
    statements: Object.fromEntries(known),
    columns: columns.flatMap(({ encode, ...column }) =>
      encode === null ? [] : [{ ...column, encode }],
    ),
  };
}

// ---- engines --------------------------------------------------------------------------------------------------------

/** Those that the project is compiled for, the endpoint asks for and it has a text for. */
function ownEngines(context: Context, surroundings: Surroundings): readonly string[] {
  const { spec, report } = context;
  const { known } = surroundings;
  const texts = spec.query.map(({ name }) => name);
  for (const { name, place } of spec.query) {
    if (known.includes(name)) continue;
    report('unknown-engine', place, `There is no engine \`${name}\``, suggest(name, known));
  }
  for (const { value, place } of spec.engines?.value ?? []) {
    if (texts.includes(value) || !known.includes(value)) continue;
    const message = `\`query\` has no text for \`${value}\``;
    report('clause-conflict', place, message, `Write one, or leave \`${value}\` out.`);
  }
  const wanted = resolveEngines(context, surroundings);
  const engines = wanted.filter(name => texts.includes(name));
  if (engines.length === 0 && texts.every(name => known.includes(name))) {
    const message = `\`query\` has a text for ${listed(texts)}, and the endpoint is compiled for ${listed(wanted)}`;
    const hint = 'Add a text, or compile for the engine: `dialects` in `quern.yaml` lists them.';
    report('clause-conflict', spec.place, message, hint);
  }
  return engines;
}

// ---- parameters -----------------------------------------------------------------------------------------------------

function nameableOf(
  spec: OwnSpec,
  { byName }: Params,
  report: Report,
): ReadonlyMap<string, Nameable> {
  const nameable = new Map<string, Nameable>();
  for (const { name, value } of spec.params) {
    const param = byName.get(name);
    if (param === undefined) continue;
    const isOptional = mayBeAbsent(param);
    if (value.absent !== null && (!isOptional || param.scalar !== 'string')) {
      const message = isOptional
        ? `\`${name}\` is of type \`${param.type}\`, and \`absent\` is for texts`
        : `\`${name}\` is never absent`;
      report('parameter-conflict', value.absent.place, message, 'Remove `absent`.');
    }
    const absent = value.absent === null ? null : '';
    nameable.set(name, { scalar: param.scalar, absent: isOptional ? absent : undefined });
  }
  return nameable.set('now', { scalar: 'timestamp', absent: undefined });
}

// ---- statements -----------------------------------------------------------------------------------------------------

/** A statement for every combination of the enums that choose its texts. */
const MAX_STATEMENTS = 64;

function resolveStatement(
  context: Context,
  engine: string,
  own: OwnSql,
  specs: readonly OwnPieceSpec[],
): OwnStatement | null {
  const pieces = specs.map(spec => readPiece(context, own, spec));
  const sound = pieces.filter(piece => piece !== null);
  const reads = sound.flatMap(({ texts }) => texts);
  const [first] = reads;
  if (sound.length < pieces.length || first === undefined) return null;
  checkStatement(sound, own, engine, first, context.report);
  checkCombinations(context, sound);
  const last = sound.at(-1);
  return {
    pieces: sound.map(piece => piece.build(piece === last ? withoutEnd : read => read.text)),
    sources: tablesOf(context, engine, reads),
  };
}

interface Piece extends ReadPiece {
  readonly by: Located<string> | null;
  readonly build: (finish: (read: ReadText) => ReadText['text']) => OwnPiece;
}

function readPiece(context: Context, own: OwnSql, spec: OwnPieceSpec): Piece | null {
  if (spec.by === null) {
    const when = spec.when === null ? null : guardOf(context, spec.when);
    const read = readText(context, own, spec.text);
    if (read === null) return null;
    const build: Piece['build'] = finish => ({ by: null, when, text: finish(read) });
    return { by: null, isConditional: when !== null, texts: [read], build };
  }
  const { by } = spec;
  const values = enumValues(context, by);
  const cases = spec.cases.map(({ name, value }) => {
    return { value: name, read: readText(context, own, value) };
  });
  if (values === null || !matches(context, by, values, spec.cases)) return null;
  const known = cases.flatMap(({ value, read }) => (read === null ? [] : [{ value, read }]));
  if (known.length < cases.length) return null;
  const build: Piece['build'] = finish => ({
    by: by.value,
    cases: known.map(({ value, read }) => ({ value, text: finish(read) })),
  });
  return { by, isConditional: false, texts: known.map(({ read }) => read), build };
}

/** The parameter that a piece depends on; reports one that is always there. */
function guardOf(context: Context, when: Located<string>): string {
  const param = paramNamed(context, when);
  if (param !== null && !mayBeAbsent(param) && !context.params.faulty.has(param.name)) {
    const message = `\`${when.value}\` is always present, so the piece is always there`;
    context.report('never-absent', when.place, message, 'Remove `when`.');
  }
  return when.value;
}

function readText(context: Context, own: OwnSql, spec: OwnTextSpec): ReadText | null {
  const written = spec.file === null ? spec.text : fileText(context, spec.file);
  if (written === null) return null;
  const read = readOwnText(written, own, context.nameable, context.report);
  for (const name of read.names) context.used.add(name);
  return read;
}

function fileText({ spec, textOf, report }: Context, name: Located<string>): ExpressionText | null {
  const source = textOf(spec.source, name, report);
  if (source === null) return null;
  const place = { source, start: 0, end: source.text.length };
  return { value: source.text, place, at: offset => offset };
}

function checkCombinations({ params, report }: Context, pieces: readonly Piece[]): void {
  const choosing = new Map(pieces.flatMap(({ by }) => (by === null ? [] : [[by.value, by]])));
  const counts = [...choosing.keys()].map(name => params.byName.get(name)?.values?.length ?? 1);
  const all = counts.reduce((product, count) => product * count, 1);
  const last = [...choosing.values()].at(-1);
  if (all <= MAX_STATEMENTS || last === undefined) return;
  const message = `${listed([...choosing.keys()])} make ${all} statements of one text, more than ${MAX_STATEMENTS}`;
  report(
    'clause-conflict',
    last.place,
    message,
    'Make endpoints of it, or compare inside the text.',
  );
}

/** Names of the data sets whose tables the texts name. */
function tablesOf(
  { sources, report }: Context,
  engine: string,
  reads: readonly ReadText[],
): readonly string[] {
  const texts = reads.map(({ text, tokens }) => ({ text: text.written.value, tokens }));
  const found = new Set<Source>();
  for (const { parts, index, start, end } of tablesIn(texts)) {
    const named = sourcesOf(parts, sources, engine);
    for (const source of named) found.add(source);
    const wheres = new Set(named.map(({ tables }) => tables[engine]?.where ?? null));
    const written = reads[index]?.text.written;
    if (wheres.size < 2 || written === undefined) continue;
    const names = listed(named.map(({ name }) => name));
    const message = `\`${parts.join('.')}\` is the table of ${names}, which fix different rows of it; this statement reads all of them`;
    const place = { source: written.place.source, start: written.at(start), end: written.at(end) };
    report('ambiguous-table', place, message, 'Write the condition that is meant.');
  }
  return sources.filter(source => found.has(source)).map(({ name }) => name);
}

// ---- columns --------------------------------------------------------------------------------------------------------

type Draft = Omit<OwnColumn, 'encode'> & { readonly encode: OwnColumn['encode'] | null };

function resolveColumns({ spec, report }: Context): readonly Draft[] {
  if (spec.columns === null || spec.columns.length === 0) {
    const message = 'The columns of the rows are not declared';
    report(
      'missing-columns',
      spec.place,
      message,
      'Run `quern check --update`, which writes them.',
    );
    return [];
  }
  distinct(spec.columns, 'column', report);
  return spec.columns.map(column => resolveColumn(column, report));
}

function resolveColumn({ name, value }: Entry<OwnColumnSpec>, report: Report): Draft {
  const { type: written, required, description, unit } = value;
  const type = SCALARS.find(scalar => scalar === written.value);
  if (type === undefined) {
    const message = `\`${written.value}\` is no type of a column`;
    const hint = suggest(written.value, SCALARS) ?? `Use one of ${listed(SCALARS)}.`;
    report('invalid-value', written.place, message, hint);
  }
  const known = type ?? 'string';
  const encode = type === undefined ? null : encodingOf(name, known, value.encode, report);
  return { name, type: known, nullable: !required, description, unit, encode };
}

// ---- tests ----------------------------------------------------------------------------------------------------------

/** Tests run on the engine that is embedded. */
const REHEARSED = 'duckdb';

function checkTests({ spec, report }: Context): void {
  const [test] = spec.tests;
  if (test === undefined || spec.query.some(({ name }) => name === REHEARSED)) return;
  const message = `Tests run on ${REHEARSED}, for which \`query\` has no text`;
  report('invalid-test', test.place, message, `Add a text for ${REHEARSED}, or remove the tests.`);
}
