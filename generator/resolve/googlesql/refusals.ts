/** Reports why a text cannot be translated, for all engines or for some. */

import type { Param } from '../../core/plan/param.ts';
import type { Plan } from '../../core/plan/relation.ts';
import { printable, type Report } from '../../core/report/diagnostics.ts';
import type { Source } from '../../core/spec/source.ts';
import { recordsOf } from '../../core/types/scalar.ts';
import type { NotedNeed, TableRead, TranslationRefusal } from '../../googlesql/context.ts';
import { findNeeds, type Need, needKey } from '../../googlesql/needs.ts';
import { adviceOn } from '../../googlesql/question/advice.ts';
import { inSteps } from '../../plan/steps/steps.ts';
import type { Unscoped } from '../../prove/whole.ts';
import { specialize } from '../../specialize/specialize.ts';
import { summarizeNames } from '../names/names.ts';
import { type Abilities, abilityWords } from '../usage.ts';
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
  for (const refusal of refusals) {
    const { what, engines: unable, code } = refusal;
    const at = place.of(refusal);
    const saying = `${what} ${at.start} ${at.end}`;
    if (told.has(saying)) continue;
    told.add(saying);
    if (code === 'duplicate-column') {
      const message = `The rows would have ${what}`;
      report(code, at, message, 'Rename one of them with AS.');
      continue;
    }
    const concerned = unable === null ? null : engines.filter(name => unable.includes(name));
    if (concerned?.length === 0) continue;
    const where = concerned === null ? '' : ` for ${summarizeNames(concerned)}`;
    report(
      'untranslatable-sql',
      at,
      `${capital(what)} cannot be translated${where}`,
      concerned === null
        ? hintFor([], asWritten, adviceOn(what))
        : hintFor(concerned, engines, adviceOn(what)),
    );
  }
}

function hintFor(unable: readonly string[], engines: readonly string[], advice?: string): string {
  const able = engines.filter(name => !unable.includes(name));
  const columns = unable.length === 0 ? ' with all `columns` declared' : '';
  const ways = [
    ...(advice === undefined ? [] : [advice]),
    ...(able.length === 0 ? [] : [`keep to \`engines: [${able.join(', ')}]\`${columns}`]),
    'write a text for each engine under `query`',
  ];
  return `${capital(ways.join(', or '))}.`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Whether an engine lacks what a plan needs. */
export function isLacking(
  engine: string,
  need: Need,
  { canSpell, canSearch, hasType }: Abilities,
): boolean {
  switch (need.kind) {
    case 'ability':
      return !canSpell(engine, need.ability);
    case 'pattern':
      return !canSearch(engine, need.searched);
    case 'arrays':
      return need.source.tables[engine]?.records === 'repeated' && !hasType(engine, ANY_RECORDS);
  }
}

const ANY_RECORDS = recordsOf([], null);

/** Reports functions, patterns and arrays of records that one of `engines` cannot express, wherever the text needs them. */
export function reportUnspellable(
  { plan, params }: { readonly plan: Plan; readonly params: readonly Param[] },
  noted: readonly NotedNeed[],
  engines: readonly string[],
  abilities: Abilities,
  place: Placing,
  report: Report,
): void {
  const unableFor = (need: Need) => engines.filter(engine => isLacking(engine, need, abilities));
  if (findNeeds(plan).every(need => unableFor(need).length === 0)) return;
  // nothing may read what an engine lacks
  const ready = specialize(inSteps(plan), new Map(), { body: 'googlesql', params });
  const told = new Set<string>();
  for (const need of findNeeds(ready)) {
    const unable = unableFor(need);
    if (unable.length === 0) continue;
    const key = needKey(need);
    for (const one of noted.filter(one => one.key === key)) {
      const at = place.of(one);
      const words = wordsFor(need, one.what);
      const message = `${words} cannot be written for ${summarizeNames(unable)}`;
      const saying = `${one.what ?? words} ${at.start} ${at.end}`;
      if (!told.has(saying)) report('untranslatable-sql', at, message, hintFor(unable, engines));
      told.add(saying);
    }
  }
}

function wordsFor(need: Need, what: string | null): string {
  if (need.kind === 'arrays') return 'UNNEST of records that are stored as arrays';
  const own = need.kind === 'ability' ? abilityWords(need.ability) : 'This pattern';
  if (what === null) return own;
  return need.kind === 'pattern' && what.startsWith('REGEXP')
    ? `\`${what}\` of the pattern \`${printable(need.searched.pattern)}\``
    : `\`${what.replaceAll('`', '')}\``;
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
