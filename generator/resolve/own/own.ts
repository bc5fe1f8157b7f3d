/** Resolves an endpoint in own SQL: reads its texts, binds their parameters, finds the tables that they name. */

import type { OwnEndpoint, OwnStatement } from '../../core/plan/endpoint.ts';
import { clauseLists, type ProofClause } from '../../core/plan/proof.ts';
import { counting, type Report } from '../../core/report/diagnostics.ts';
import { listed } from '../../core/report/words.ts';
import type { OwnSpec } from '../../core/spec/spec.ts';
import { fieldNamesIn } from '../../core/spec/tags.ts';
import type { Nameable } from '../../own/read.ts';
import { paramTypeWords } from '../../params/list.ts';
import { mayBeAbsent } from '../choices.ts';
import { headOf, resolveEngines } from '../endpoint.ts';
import { maxRowsOf } from '../max-rows.ts';
import { suggestKey, summarizeNames } from '../names/names.ts';
import { reportIgnored } from '../params/ignored.ts';
import { type Params, resolveParams } from '../params/params.ts';
import type { Surroundings } from '../surroundings.ts';
import { resolveTests } from '../tests/tests.ts';
import { reportUnused } from '../usage.ts';
import { resolveOwnColumns } from './columns.ts';
import type { OwnContext } from './context.ts';
import { namesByTokens, sourcesNamed } from './named.ts';
import { isGuarded, type ParsedTables, parsedTables } from './parsed.ts';
import { checkOwnScope } from './scope.ts';
import { CLOCK, draftStatement, type StatementDraft } from './statements.ts';

/** Returns `null` if the endpoint has faults, which are reported, or if an engine's parser was not asked. */
export function resolveOwn(
  spec: OwnSpec,
  surroundings: Surroundings,
  report: Report,
): OwnEndpoint | null {
  const faults = counting(report);
  const compat = spec.compat?.value ?? null;
  const params = resolveParams(spec.params, faults.report, compat);
  const sources = [...surroundings.sources.values()].map(({ source }) => source);
  const { textOf } = surroundings;
  const nameable = nameableOf(spec, params, faults.report);
  const used = new Set<string>();
  const { report: tell } = faults;
  const clauses: ProofClause[] = [];
  const context = { spec, params, sources, textOf, nameable, used, clauses, compat, report: tell };
  const engines = ownEngines(context, surroundings);
  const drafts = draftsOf(context, surroundings);
  const columns = resolveOwnColumns(context);
  const given = new Map(sources.map(source => [source.name, source]));
  const answered = columns.map(column => ({
    name: column.name,
    answered: column.encode === null ? null : { ...column, encode: column.encode, fields: [] },
  }));
  const subject = { params, given: { one: null, all: given } as const, columns: answered };
  const tests = resolveTests(spec.tests, subject, report);
  checkTests(context, surroundings);
  reportUnused(spec.params, context);
  reportIgnored(spec, [...params.byName.values()], tell);
  const isSound = spec.sound && faults.count() === 0 && spec.columns !== null;
  if (!isSound) {
    withSources(drafts, null, context);
    return null;
  }
  const endpoint: OwnEndpoint = {
    ...headOf(spec, params, []),
    body: 'own',
    limit: null,
    maxRows: maxRowsOf(spec),
    engines,
    tests,
    statements: statementsOf(drafts, () => []),
    columns: columns.flatMap(({ encode, ...column }) =>
      encode === null ? [] : [{ ...column, encode }],
    ),
    columnsAt: spec.columns.place,
    mayShow: [],
    kept: null,
  };
  const parsed = isGuarded(context) ? parsedOf(endpoint, drafts, context, surroundings) : null;
  const statements = withSources(drafts, parsed, context);
  const isAnswered = parsed !== null || !isGuarded(context);
  if (!isAnswered || faults.count() > 0) return null;
  const read = new Set(Object.values(statements).flatMap(statement => statement.sources));
  const shown = sources
    .filter(({ name }) => read.has(name))
    .flatMap(({ columns }) => fieldNamesIn(columns));
  const mayShow = [...new Set(shown)].sort();
  const scopedBy = clauseLists(clauses);
  return { ...endpoint, scopedBy, mayShow, statements, kept: parsed?.kept ?? null };
}

// ---- statements -----------------------------------------------------------------------------------------------------

type Drafts = ReadonlyMap<string, StatementDraft>;

function draftsOf(context: OwnContext, { ownSql }: Surroundings): Drafts {
  const drafts = context.spec.query.flatMap(({ name, value }) => {
    const own = ownSql(name);
    const draft = own === null ? null : draftStatement(context, name, own, value);
    return draft === null ? [] : [[name, draft] as const];
  });
  return new Map(drafts);
}

/** The tables that parsers find. Returns `null` if one was not asked, or if data sets have faults, which may hide a scope. */
function parsedOf(
  endpoint: OwnEndpoint,
  drafts: Drafts,
  context: OwnContext,
  { sources, sourcesIncomplete, parsers }: Surroundings,
): ParsedTables | null {
  if (sourcesIncomplete || [...sources.values()].some(({ sound }) => !sound)) return null;
  if (parsers === null) throw new Error('no parser answers');
  return parsedTables(endpoint, drafts, context, parsers);
}

/** The statements with the data sets that they read. Without the answer of the parsers, their tokens show these. */
function withSources(
  drafts: Drafts,
  parsed: ParsedTables | null,
  context: OwnContext,
): OwnEndpoint['statements'] {
  return statementsOf(drafts, (engine, draft) => {
    const names = parsed?.names.get(engine) ?? namesByTokens(draft);
    const named = sourcesNamed(context, engine, draft, names);
    checkOwnScope(context, draft.read, named);
    const read = new Set(named.map(({ source }) => source));
    return context.sources.filter(source => read.has(source)).map(({ name }) => name);
  });
}

function statementsOf(
  drafts: Drafts,
  sourcesIn: (engine: string, draft: StatementDraft) => readonly string[],
): OwnEndpoint['statements'] {
  const statements = [...drafts].map(([engine, draft]): readonly [string, OwnStatement] => {
    return [engine, { pieces: draft.pieces, sources: sourcesIn(engine, draft) }];
  });
  return Object.fromEntries(statements);
}

// ---- engines --------------------------------------------------------------------------------------------------------

const ONE_TEXT = 'Write `query: |` and the text, if one text in GoogleSQL is for every engine.';

/** The engines that the project and the endpoint list, and for which the endpoint has a text. */
function ownEngines(context: OwnContext, surroundings: Surroundings): readonly string[] {
  const { spec, report } = context;
  const { known } = surroundings;
  const texts = spec.query.map(({ name }) => name);
  const unknown = spec.query.filter(({ name }) => !known.includes(name));
  for (const { name, place } of unknown) {
    const hint = /^(?:google|standard)?_?sql$/i.test(name)
      ? ONE_TEXT
      : suggestKey(name, known, spec.query);
    report('unknown-engine', place, `There is no engine \`${name}\``, hint);
  }
  for (const { value, place } of spec.engines?.value ?? []) {
    // a text under a wrong name may be the missing one
    if (texts.includes(value) || !known.includes(value) || unknown.length > 0) continue;
    const message = `\`query\` has no text for \`${value}\``;
    report('clause-conflict', place, message, `Write one, or leave \`${value}\` out.`);
  }
  const wanted = resolveEngines(context, surroundings);
  const engines = wanted.filter(name => texts.includes(name));
  if (engines.length === 0 && texts.every(name => known.includes(name))) {
    const message = `\`query\` has a text for ${summarizeNames(texts)}, but the endpoint is compiled for ${summarizeNames(wanted)}`;
    const hint = 'Add a text, or compile for the engine: `dialects` in `quern.yaml` lists them.';
    report('clause-conflict', spec.place, message, hint);
  }
  return engines;
}

// ---- parameters -----------------------------------------------------------------------------------------------------

export function nameableOf(
  spec: Pick<OwnSpec, 'params'>,
  { byName }: Params,
  report: Report,
): ReadonlyMap<string, Nameable> {
  const nameable = new Map<string, Nameable>();
  for (const { name, value } of spec.params) {
    const param = byName.get(name);
    if (param === undefined) continue;
    const { scalar, type, list } = param;
    const isList = list !== null;
    const isOptional = mayBeAbsent(param);
    if (value.absent !== null && (!isOptional || scalar !== 'string' || isList)) {
      const message = isOptional
        ? `\`${name}\` is of type \`${paramTypeWords(type, list)}\`, and \`absent\` only applies to texts`
        : `\`${name}\` is never absent`;
      report('parameter-conflict', value.absent.place, message, 'Remove `absent`.');
    }
    const absent = value.absent === null ? null : '';
    const standIn = isList ? ([] as const) : absent;
    nameable.set(name, { scalar, isList, absent: isOptional ? standIn : undefined });
  }
  return nameable.set(CLOCK, { scalar: 'timestamp', isList: false, absent: undefined });
}

// ---- tests ----------------------------------------------------------------------------------------------------------

function checkTests({ spec, report }: OwnContext, { testEngines }: Surroundings): void {
  const [test] = spec.tests;
  if (test === undefined || testEngines === null) return;
  if (spec.query.some(({ name }) => testEngines.includes(name))) return;
  const message = `Tests run on ${listed(testEngines, 'or')}, for which \`query\` has no text`;
  report('invalid-test', test.place, message, 'Add a text for one of them, or remove the tests.');
}
