/** Sends a project's own SQL to the engines' own parsers. */
import {
  type Analysis,
  type Analyst,
  NotInstalled,
  type Understood,
} from '../../engines/analyst.ts';
import { DIALECTS } from '../../engines/index.ts';
import type { OwnEndpoint } from '../../generator/core/plan/endpoint.ts';
import {
  collector,
  type Diagnostic,
  type Report,
  reportingOnce,
} from '../../generator/core/report/diagnostics.ts';
import { type OnProgress, unseen } from '../../generator/core/report/progress.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import { findSources, tablesIn } from '../../generator/own/tables.ts';
import { splitTokens } from '../../generator/own/tokens.ts';
import { type Variant, variantsOf } from '../../generator/resolve/own/variants.ts';
import type { OwnSql } from '../../generator/sql/author/own-sql.ts';
import { openedFor } from '../questions/analysers.ts';

/** The findings of an engine's own parser about an endpoint's statement. */
export interface Looked {
  readonly endpoint: OwnEndpoint;
  readonly engine: string;
  /** Statements that the parser refuses, tables without a data set, unknown columns. */
  readonly diagnostics: readonly Diagnostic[];
  /** The columns for each text that requests may produce, if the parser finds them. */
  readonly columns: readonly NonNullable<Understood['columns']>[];
}
/** An engine whose statements were not analysed, and the missing package. */
export interface Unlooked {
  readonly engine: string;
  readonly endpoints: readonly OwnEndpoint[];
  readonly packages: readonly string[];
}
export interface Looks {
  readonly looked: readonly Looked[];
  readonly unlooked: readonly Unlooked[];
}

/** Asks each engine's parser that is installed, in quern or in `folder`. */
export async function analyseStatements(
  { project, dialects }: Compilation,
  folder: string,
  onProgress: OnProgress = unseen,
): Promise<Looks> {
  const own = project.endpoints.filter(endpoint => endpoint.body === 'own');
  const looked: Looked[] = [];
  const unlooked: Unlooked[] = [];
  for (const engine of dialects) {
    const endpoints = own.filter(({ engines }) => engines.includes(engine));
    if (endpoints.length === 0) continue;
    const analyst = await opened(engine, project.sources, folder);
    if (analyst instanceof NotInstalled) {
      unlooked.push({ engine, endpoints, packages: analyst.packages });
      continue;
    }
    try {
      for (const [i, endpoint] of endpoints.entries()) {
        onProgress(`asking the parser of ${engine}`, i, endpoints.length);
        looked.push(await lookAtOne(endpoint, engine, analyst, project.sources));
      }
    } finally {
      await analyst.close();
    }
  }
  return { looked, unlooked };
}

/** Reports each statement that no parser has read. */
export function reportUnlooked({ engine, endpoints, packages }: Unlooked, report: Report): void {
  const isMissing = packages.length > 0;
  const why = isMissing ? 'its parser is not installed' : 'quern has no parser for it';
  const hint = isMissing
    ? `Install it with \`npm install --save-dev ${packages.join(' ')}\`.`
    : null;
  for (const { columnsAt } of endpoints)
    report('not-analysed', columnsAt, `The statement for ${engine} is not checked: ${why}`, hint);
}

async function opened(engine: string, sources: readonly Source[], folder: string) {
  try {
    return await openedFor(engine, sources, folder);
  } catch (cause) {
    if (cause instanceof NotInstalled) return cause;
    throw cause;
  }
}

async function lookAtOne(
  endpoint: OwnEndpoint,
  engine: string,
  analyst: Analyst,
  sources: readonly Source[],
): Promise<Looked> {
  const { diagnostics, report } = collector();
  const found: NonNullable<Understood['columns']>[] = [];
  const once = reportingOnce(report);
  const own = ownSqlOf(engine);
  for (const variant of variantsOf(endpoint, engine, own)) {
    const analysis = await analyst.analyse(variant.text);
    reportAnalysis(analysis, variant, { engine, own, sources }, once);
    if (analysis.kind === 'understood' && analysis.columns !== null) found.push(analysis.columns);
  }
  return { endpoint, engine, diagnostics, columns: found };
}

function ownSqlOf(engine: string): OwnSql {
  const dialect = DIALECTS.get(engine);
  if (dialect === undefined) throw new Error(`no dialect is named ${engine}`);
  return dialect.own;
}

interface Ground {
  readonly engine: string;
  readonly own: OwnSql;
  readonly sources: readonly Source[];
}

function reportAnalysis(
  analysis: Analysis,
  { text, placeAt }: Variant,
  { engine, own, sources }: Ground,
  report: Report,
): void {
  if (analysis.kind === 'refused') {
    const { message, hint, at } = analysis;
    report('sql-statement', placeAt(at ?? 0), `${message} (${engine})`, hint);
    return;
  }
  const undeclared = analysis.tables.filter(
    parts => findSources(parts, sources, engine, own).length === 0,
  );
  for (const parts of undeclared) {
    const name = parts.join('.');
    const message = `The table \`${name}\` is in no data set`;
    report(
      'undeclared-table',
      placeAt(offsetOf(parts, text.sql, own)),
      message,
      hintFor(name, engine, sources),
    );
  }
  const { columns, reason } = analysis;
  // if a table is unknown, so are its columns
  if (columns !== null || reason === null || undeclared.length > 0) return;
  report('not-analysed', placeAt(reason.at ?? 0), `${reason.message} (${engine})`, reason.hint);
}

function offsetOf(parts: readonly string[], text: string, own: OwnSql): number {
  const named = tablesIn([{ text, tokens: splitTokens(text, own) }]);
  const name = parts.join('.').toLowerCase();
  return named.find(one => one.parts.join('.').toLowerCase() === name)?.start ?? 0;
}

/** Many authors write the name of the data set instead of its table. */
function hintFor(name: string, engine: string, sources: readonly Source[]): string {
  const meant = sources.find(source => source.name === name)?.tables[engine];
  return meant === undefined
    ? `Declare it in \`sources.yaml\`, so that its columns are checked, by \`/readyz\` too.`
    : `Write \`${meant.name.join('.')}\`: that is the table of the data set \`${name}\` on ${engine}.`;
}
