/** Reports why a text cannot be translated, for all engines or for some. */

import type { Param } from '../../core/plan/param.ts';
import type { Plan, RecordsRelation, Relation } from '../../core/plan/relation.ts';
import { inputsOf } from '../../core/plan/walk-plan.ts';
import type { Report } from '../../core/report/diagnostics.ts';
import type { Source } from '../../core/spec/source.ts';
import { recordsOf } from '../../core/types/scalar.ts';
import { findNeeds, type Needs } from '../../googlesql/functions-of.ts';
import { adviceOn } from '../../googlesql/question/advice.ts';
import type { TableRead, TranslationRefusal } from '../../googlesql/translate.ts';
import { inSteps } from '../../plan/steps/steps.ts';
import type { Unscoped } from '../../prove/whole.ts';
import { specialize } from '../../specialize/specialize.ts';
import { summarizeNames } from '../names/names.ts';
import { type Abilities, abilityWords, patternMessage } from '../usage.ts';
import type { Placing } from './place.ts';

/** Reports each refusal that concerns one of `engines`. `asWritten`: the engines that could run the text unchanged. */
export function reportRefusals(
  refusals: readonly TranslationRefusal[],
  engines: readonly string[],
  place: Placing,
  report: Report,
  asWritten: readonly string[] = [],
): void {
  const told = new Set<string>();
  for (const { what, place: bytes, engines: unable, code } of refusals) {
    const saying = `${what} ${bytes?.start} ${bytes?.end}`;
    if (told.has(saying)) continue;
    told.add(saying);
    if (code === 'duplicate-column') {
      const message = `The rows would have ${what}`;
      report(code, place.ofBytes(bytes), message, 'Rename one of them with AS.');
      continue;
    }
    const concerned = unable === null ? null : engines.filter(name => unable.includes(name));
    if (concerned?.length === 0) continue;
    const where = concerned === null ? '' : ` for ${summarizeNames(concerned)}`;
    report(
      'untranslatable-sql',
      place.ofBytes(bytes),
      `${capital(what)} cannot be translated${where}`,
      concerned === null
        ? hintFor([], asWritten, adviceOn(what))
        : hintFor(concerned, engines, adviceOn(what)),
    );
  }
}

function hintFor(
  unable: readonly string[],
  engines: readonly string[],
  advice = 'Write it in another way',
): string {
  const able = engines.filter(name => !unable.includes(name));
  const others = 'or write a text for each engine under `query`';
  if (able.length === 0) return `${advice}, ${others}.`;
  const columns = unable.length === 0 ? ' with all `columns` declared' : '';
  return `${advice}, or keep to \`engines: [${able.join(', ')}]\`${columns}, ${others}.`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Reports functions, patterns and arrays of records that one of `engines` cannot express. The plan does not have their places in the text. */
export function reportUnspellableCalls(
  { plan, params }: { readonly plan: Plan; readonly params: readonly Param[] },
  engines: readonly string[],
  { canSpell, canSearch, hasType }: Abilities,
  place: Placing,
  report: Report,
): void {
  const lacking = ({ abilities, searched }: Needs) => [
    ...[...abilities].map(fn => ({
      unable: engines.filter(engine => !canSpell(engine, fn)),
      message: (names: string) => `${abilityWords(fn)} cannot be written for ${names}`,
    })),
    ...searched.map(one => ({
      unable: engines.filter(engine => !canSearch(engine, one)),
      message: (names: string) => patternMessage(one, names),
    })),
  ];
  const arrays = recordsIn(plan).map(({ source }) => source.tables);
  const repeats = (engine: string) => arrays.some(all => all[engine]?.records === 'repeated');
  const withoutArrays = engines.filter(one => repeats(one) && !hasType(one, ANY_RECORDS));
  if (withoutArrays.length > 0) {
    const message = `UNNEST of records that are stored as arrays cannot be written for ${summarizeNames(withoutArrays)}`;
    const hint = hintFor(withoutArrays, engines);
    report('untranslatable-sql', place.ofBytes(null), message, hint);
  }
  if (lacking(findNeeds(plan)).every(({ unable }) => unable.length === 0)) return;
  // nothing may read what an engine lacks
  const ready = specialize(inSteps(plan), new Map(), { body: 'googlesql', params });
  for (const { unable, message } of lacking(findNeeds(ready))) {
    if (unable.length === 0) continue;
    const hint = hintFor(unable, engines);
    report('untranslatable-sql', place.ofBytes(null), message(summarizeNames(unable)), hint);
  }
}

const ANY_RECORDS = recordsOf([], null);

function recordsIn({ steps, answer }: Plan): readonly RecordsRelation[] {
  const within = (relation: Relation): readonly RecordsRelation[] =>
    relation.node === 'records' ? [relation] : inputsOf(relation).flatMap(within);
  return [...steps.map(({ relation }) => relation), answer].flatMap(within);
}

/** Reports each table that is read without its scope, at its place in the text. */
export function reportUnscoped(
  unscoped: readonly Unscoped[],
  reads: readonly TableRead[],
  place: Placing,
  report: Report,
): void {
  for (const { relation, columns } of unscoped) {
    const read = reads.find(one => one.relation === relation);
    const named = columns.map(name => `\`${name}\``).join(' and ');
    const message = `\`${read?.source ?? relation}\` is read without its scope: no condition requires ${named} to equal a required parameter`;
    const conditions = columns.map(name => `\`${name} = @${name}\``).join(' and ');
    const hint = `Add ${conditions} to WHERE, with a required parameter; \`unscoped: true\` allows reads of all rows.`;
    report('unscoped-read', place.ofBytes(read?.place ?? null), message, hint);
  }
}

/** Reports data sets without a table on one of the engines. */
export function reportMissingTables(
  reads: readonly TableRead[],
  sources: readonly Source[],
  engines: readonly string[],
  place: Placing,
  report: Report,
): void {
  for (const source of sources) {
    const missing = engines.filter(engine => source.tables[engine] === undefined);
    const read = reads.find(one => one.source === source.name);
    if (missing.length === 0 || read === undefined) continue;
    const message = `The data set \`${source.name}\` has no table on ${summarizeNames(missing)}`;
    const list = `[${Object.keys(source.tables).join(', ')}]`;
    const hint = `Add it under \`tables\`, or compile for fewer engines: \`engines: ${list}\`.`;
    report('missing-table', place.ofBytes(read.place), message, hint);
  }
}
