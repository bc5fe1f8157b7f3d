/**
 * The tables that the statements of an endpoint read, as the engines' own parsers find them. They decide about a scope, because tokens
 * cannot: `FROM (TABLE events)` and `FROM 'events'` name a table on DuckDB, and a function may read any.
 */
import { createHash } from 'node:crypto';
import type { OwnEndpoint } from '../../core/plan/endpoint.ts';
import { type Report, reportingOnce } from '../../core/report/diagnostics.ts';
import type { Source } from '../../core/spec/source.ts';
import {
  KEPT_TABLES_FORMAT,
  type KeptTables,
  keptTables,
  printKeptTables,
} from '../../own/kept.ts';
import type { OwnAnswer, OwnQuestion } from '../../own/question.ts';
import { findSources } from '../../own/tables.ts';
import type { Parsers } from '../surroundings.ts';
import type { OwnContext } from './context.ts';
import { placeOfName, type TableName } from './named.ts';
import type { StatementDraft } from './statements.ts';
import { type Variant, variantsOf } from './variants.ts';

export interface ParsedTables {
  /** By engine. */
  readonly names: ReadonlyMap<string, readonly TableName[]>;
  /** The text of the generated file. */
  readonly kept: string;
}

/**
 * Whether a scope depends on what the statements read: a data set of the project has one, and the endpoint does not declare
 * `unscoped`.
 */
export function isGuarded({ spec, sources }: Pick<OwnContext, 'spec' | 'sources'>): boolean {
  return spec.unscoped?.value !== true && sources.some(({ scope }) => scope.length > 0);
}

/** Reports everything that is in no data set. Returns `null` if a parser was not asked. */
export function parsedTables(
  endpoint: OwnEndpoint,
  drafts: ReadonlyMap<string, StatementDraft>,
  context: OwnContext,
  parsers: Parsers,
): ParsedTables | null {
  const file = parsers.keptOf(endpoint.name);
  const kept = endpoint.engines.map(engine => {
    const draft = drafts.get(engine);
    if (draft === undefined) throw new Error(`${endpoint.name} has no text for ${engine}`);
    const asked = questionOf(endpoint, engine, draft, context.sources);
    const known = file === null ? null : keptTables(file, engine, asked.question.hash);
    return [engine, draft, known ?? answered(asked, context.report, parsers)] as const;
  });
  const names = new Map<string, readonly TableName[]>();
  const found = new Map<string, KeptTables>();
  for (const [engine, draft, answer] of kept) {
    if (answer === null) return null;
    const named = answer.tables.map(value => ({ value, place: placeOfName(draft, value) }));
    for (const name of named) reportUndeclared(name, engine, draft, context);
    names.set(engine, named);
    found.set(engine, answer);
  }
  return { names, kept: printKeptTables(found) };
}

interface Asked {
  readonly question: OwnQuestion;
  readonly variants: readonly Variant[];
}

function questionOf(
  endpoint: OwnEndpoint,
  engine: string,
  { own }: StatementDraft,
  all: readonly Source[],
): Asked {
  const variants = variantsOf(endpoint, engine, own);
  const texts = variants.map(({ text }) => text);
  const sources = all.filter(({ tables }) => tables[engine] !== undefined);
  const { name } = endpoint;
  const hash = hashOf(engine, texts, sources);
  return { question: { kind: 'own', endpoint: name, engine, texts, sources, hash }, variants };
}

/** Of the data sets, an answer depends only on the names of tables that the texts may contain. */
function hashOf(engine: string, texts: OwnQuestion['texts'], sources: readonly Source[]): string {
  const whole = texts.map(({ sql }) => sql.toLowerCase()).join('\n');
  const tables = sources
    .flatMap(({ tables }) => (tables[engine] === undefined ? [] : [tables[engine].name]))
    .filter(name => whole.includes((name.at(-1) ?? '').toLowerCase()));
  const question = { format: KEPT_TABLES_FORMAT, engine, texts, tables };
  return createHash('sha256').update(JSON.stringify(question)).digest('hex');
}

function answered(
  { question, variants }: Asked,
  report: Report,
  { answerTo }: Parsers,
): KeptTables | null {
  const answer = answerTo(question);
  if (answer === null) return null;
  const once = reportingOnce(report);
  variants.forEach((variant, i) => {
    reportFaults(answer[i], variant, question.engine, once);
  });
  const names = answer.flatMap(one => (one.kind === 'understood' ? one.tables : []));
  const distinct = new Map(names.map(parts => [parts.join('\0'), parts]));
  return { hash: question.hash, tables: [...distinct.values()] };
}

function reportFaults(
  found: OwnAnswer[number] | undefined,
  { placeAt }: Variant,
  engine: string,
  report: Report,
): void {
  if (found === undefined) throw new Error('a text has no answer');
  if (found.kind === 'refused') {
    report('sql-statement', placeAt(found.at ?? 0), `${found.message} (${engine})`, found.hint);
    return;
  }
  for (const { what, at } of found.hidden) {
    const message = `${what} may read tables that the statement does not name (${engine})`;
    report('undeclared-read', placeAt(at ?? 0), message, `Leave it out; ${ALLOWED}`);
  }
}

const ALLOWED = '`unscoped: true` allows reads of all rows.';

function reportUndeclared(
  { value: parts, place }: TableName,
  engine: string,
  { own }: StatementDraft,
  { sources, report }: OwnContext,
): void {
  if (findSources(parts, sources, engine, own).length > 0) return;
  const message = `The table \`${parts.join('.')}\` is in no data set, so its scope is not known (${engine})`;
  report('undeclared-read', place, message, hintFor(parts, engine, sources));
}

/** Many authors write the name of the data set, or the table with another schema. */
function hintFor(parts: readonly string[], engine: string, sources: readonly Source[]): string {
  const last = parts.at(-1)?.toLowerCase();
  const meant = sources.find(({ name, tables }) =>
    [name, tables[engine]?.name.at(-1)].some(one => one?.toLowerCase() === last),
  );
  const table = meant?.tables[engine]?.name.join('.');
  return meant === undefined || table === undefined
    ? `Declare it in \`sources.yaml\`; ${ALLOWED}`
    : `Write \`${table}\`, the table of the data set \`${meant.name}\`; ${ALLOWED}`;
}
