/** Resolves an endpoint in GoogleSQL: reads its text, asks the analyser, translates the answer. */

import type { Endpoint, GoogleSqlEndpoint } from '../../core/plan/endpoint.ts';
import type { Plan } from '../../core/plan/relation.ts';
import { counting, type Report } from '../../core/report/diagnostics.ts';
import type { ExpressionText } from '../../core/spec/located.ts';
import type { Source } from '../../core/spec/source.ts';
import type { GoogleSqlSpec, OwnSpec } from '../../core/spec/spec.ts';
import { isScalar } from '../../core/types/scalar.ts';
import type { Need } from '../../googlesql/needs.ts';
import { explainFault } from '../../googlesql/question/faults.ts';
import { printTranslation } from '../../googlesql/question/kept.ts';
import type { ReadText } from '../../own/read.ts';
import { type Nameable, readOwnText } from '../../own/read.ts';
import { checkStatement, withoutEnd } from '../../own/statement-rules.ts';
import { scopingsOf } from '../../prove/whole.ts';
import { headOf, resolveEngines } from '../endpoint.ts';
import { maxRowsOf } from '../max-rows.ts';
import { nameableOf, resolveOwn } from '../own/own.ts';
import { readStatementFile } from '../own/statements.ts';
import { reportIgnored } from '../params/ignored.ts';
import { resolveParams } from '../params/params.ts';
import { paramNamed, type Using } from '../scope.ts';
import type { GoogleSql, Surroundings } from '../surroundings.ts';
import { answeredOutput } from '../tests/rows.ts';
import { resolveTests } from '../tests/tests.ts';
import { reportUndecodable, reportUnused } from '../usage.ts';
import { resolveGoogleSqlColumns } from './columns.ts';
import { placing } from './place.ts';
import { type Asking, knownParams, type Translated, translationOf } from './question.ts';
import {
  isLacking,
  reportMissingTables,
  reportRefusals,
  reportUnscoped,
  reportUnspellable,
} from './refusals.ts';
import { functionsOf, variablesOf } from './script/asked.ts';
import { readScript } from './script/script.ts';
import { listAskedTables, reportAmbiguousTables } from './tables.ts';
import { writtenFor } from './written.ts';

/** Returns `null` if anything but the endpoint's tests has faults, which are reported, or if the analyser was not asked. */
export function resolveGoogleSql(
  spec: GoogleSqlSpec,
  surroundings: Surroundings,
  report: Report,
): Endpoint | null {
  const { googleSql } = surroundings;
  if (googleSql === null) throw new Error('no engine speaks GoogleSQL');
  const faults = counting(report);
  const draft = draftOf(spec, surroundings, googleSql, faults.report);
  if (draft === null || faults.count() > 0 || !spec.sound) return null;
  // faults of a data set are reported at its declaration
  const { tables } = draft.asking;
  if (tables.some(({ source }) => surroundings.sources.get(source.name)?.sound !== true))
    return null;
  const { abilities, known } = surroundings;
  const isScarce = (need: Need) => known.some(one => isLacking(one, need, abilities));
  const translated = translationOf(draft.asking, googleSql, isScarce);
  if (translated === null) return null;
  if (translated.kind === 'kept') {
    const endpoint = translatedEndpoint(spec, draft, translated, surroundings, report);
    return faults.count() > 0 ? null : endpoint;
  }
  const own = ownSpec(spec, draft, googleSql);
  if (own !== null) return resolveOwn(own, surroundings, report);
  if (translated.kind === 'not translated') {
    const printed = draft.engines.filter(engine => !googleSql.spoken.has(engine));
    const others = draft.engines.filter(engine => googleSql.spoken.has(engine));
    reportRefusals(translated.refusals, printed, draft.place, faults.report, others);
    return null;
  }
  const { code, message, hint } = explainFault(translated.message);
  if (code === 'unknown-source' && surroundings.sourcesIncomplete) return null;
  const further = code === 'sql-not-known' ? unchangedOn([...googleSql.spoken.keys()]) : '';
  const whole = hint === null ? null : `${hint}${further}`;
  faults.report(code, draft.place.at(translated.at), message, whole);
  return null;
}

function unchangedOn(engines: readonly string[]): string {
  return ` With \`engines: [${engines.join(', ')}]\` and all \`columns\` declared, the engine gets the text unchanged.`;
}

// ---- the text -------------------------------------------------------------------------------------------------------

interface Draft {
  readonly using: Using;
  readonly engines: readonly string[];
  readonly nameable: ReadonlyMap<string, Nameable>;
  readonly written: ExpressionText;
  readonly read: ReadText;
  readonly sources: readonly Source[];
  readonly asking: Asking;
  readonly place: ReturnType<typeof placing>;
}

function draftOf(
  spec: GoogleSqlSpec,
  surroundings: Surroundings,
  { spoken }: GoogleSql,
  report: Report,
): Draft | null {
  const compat = spec.compat?.value ?? null;
  const params = resolveParams(spec.params, report, compat);
  const using: Using = { params, used: new Set<string>(), report, compat };
  const engines = resolveEngines({ spec, report }, surroundings);
  const nameable = nameableOf(spec, params, report);
  const [lexis] = spoken.values();
  if (lexis === undefined) throw new Error('no engine speaks GoogleSQL');
  const { textOf } = surroundings;
  const written =
    spec.text.file === null
      ? spec.text.text
      : readStatementFile({ spec, textOf, report }, spec.text.file);
  if (written === null) return null;
  const read = readOwnText(written, lexis, nameable, report);
  for (const name of read.parameters) if (name.value !== 'now') paramNamed(using, name);
  const script = readScript(read, report);
  if (script === null) return null;
  const { query } = script;
  checkStatement([{ isConditional: false, texts: [query] }], lexis, 'GoogleSQL', query, report);
  const functions = functionsOf(script, read, surroundings.functions, lexis, report);
  const variables = variablesOf(script, read, using);
  reportUnused(spec.params, using);
  reportIgnored(spec, [...params.byName.values()], report);
  reportUndecodable(spec.params, using, engines, surroundings.abilities);
  const sources = [...surroundings.sources.values()].map(({ source }) => source);
  const speaking = [...spoken.keys()];
  reportAmbiguousTables(query, sources, speaking, using);
  const asking: Asking = {
    endpoint: spec.endpoint.value,
    sql: query.text.sent,
    tables: listAskedTables(query, sources, speaking),
    params: knownParams(params, nameable),
    functions,
    script: { isScript: script.isScript, variables },
    maxRows: maxRowsOf(spec),
  };
  const place = placing(written, query.text.sent, query.tokens);
  return { using, engines, nameable, written, read, sources, asking, place };
}

/**
 * The text as an own statement of the engines that speak GoogleSQL. Returns `null` unless the endpoint lists only such engines and declares
 * its columns.
 */
function ownSpec(
  { text, ...spec }: GoogleSqlSpec,
  { engines }: Draft,
  { spoken }: GoogleSql,
): OwnSpec | null {
  if (spec.columns === null || spec.engines === null) return null;
  if (!engines.every(engine => spoken.has(engine))) return null;
  const query = engines.map(name => {
    return { name, place: spec.place, value: [{ by: null, when: null, text }] };
  });
  return { ...spec, body: 'own', query };
}

// ---- the endpoint ---------------------------------------------------------------------------------------------------

function translatedEndpoint(
  spec: GoogleSqlSpec,
  draft: Draft,
  { kept, hash }: Extract<Translated, { kind: 'kept' }>,
  { abilities, googleSql }: Surroundings,
  tell: Report,
): GoogleSqlEndpoint {
  const { using, engines, nameable, read, place } = draft;
  const { report, params } = using;
  const { plan, refusals, reads, noted } = kept;
  const names = new Set(reads.map(({ source }) => source));
  const sources = draft.sources.filter(({ name }) => names.has(name));
  reportMissingTables(reads, sources, engines, place, report);
  const written = [...(googleSql?.spoken ?? [])].flatMap(([engine, own]) => {
    // own statements have single values in their rows
    if (!engines.includes(engine) || kept.isInlined || !answersValues(plan)) return [];
    const statement = writtenFor(engine, own, withoutEnd(read), reads, sources);
    return statement === null ? [] : [[engine, statement] as const];
  });
  const asWritten = new Set(written.map(([engine]) => engine));
  const printed = engines.filter(engine => !asWritten.has(engine));
  reportRefusals(refusals, printed, place, report);
  reportUnspellable(
    { plan, params: [...params.byName.values()] },
    noted,
    printed,
    abilities,
    place,
    report,
  );
  const all = [...params.byName.values()];
  const required = new Set(all.filter(param => param.required).map(({ name }) => name));
  const { unscoped, clauses } =
    spec.unscoped?.value === true ? { unscoped: [], clauses: [] } : scopingsOf(plan, required);
  reportUnscoped(unscoped, reads, place, report);
  const columns = resolveGoogleSqlColumns(plan, spec, using);
  const answered = columns.map(column => ({
    name: column.name,
    answered: answeredOutput({ ...column, within: {} }, using.compat ?? null),
  }));
  const [one, ...others] = sources;
  const given =
    one !== undefined && others.length === 0
      ? { one }
      : { one: null, all: new Map(sources.map(source => [source.name, source])) };
  const tests = resolveTests(spec.tests, { params, given, columns: answered }, tell);
  return {
    ...headOf(spec, params, clauses),
    body: 'googlesql',
    limit: limitOf(plan.answer),
    maxRows: maxRowsOf(spec),
    engines,
    tests,
    text: draft.written.value,
    plan,
    columns,
    sources,
    emptyTexts: [...nameable].flatMap(([name, { absent }]) => (absent === '' ? [name] : [])),
    written: Object.fromEntries(written),
    kept: printTranslation(hash, kept),
  };
}

/** Whether no column of the answer is a list or a record. */
function answersValues({ answer }: Plan): boolean {
  if (answer.node !== 'project') return true;
  return answer.columns.every(({ expr }) => expr.kind !== 'record' && isScalar(expr.scalar));
}

/** The row limit in the text itself; `null` if it has none. */
function limitOf(answer: GoogleSqlEndpoint['plan']['answer']): number | null {
  if (answer.node !== 'project' || answer.input.node !== 'limit') return null;
  const { count, isCap } = answer.input;
  return isCap || typeof count !== 'number' ? null : count;
}
