/** One endpoint: its clauses in turn, each reporting its own faults, so that one never hides another. */
import { collector, counting, type Report, type SourceText } from '../core/diagnostics.ts';
import type { Buckets, Output, PortableEndpoint } from '../core/endpoint.ts';
import type { Expr } from '../core/expr.ts';
import type { Source } from '../core/source.ts';
import type {
  BucketsSpec,
  EndpointSpec,
  ExpressionText,
  Located,
  PortableSpec,
} from '../core/spec.ts';
import { parseExpression } from '../language/syntax/parser.ts';
import type { OwnSql } from '../sql/own-sql.ts';
import { resolveIntervals, resolveWindows } from './choices.ts';
import { checkGaps, checkLimit, checkOrder, checkVisible, maxRowsOf } from './clauses.ts';
import { distinct, listed, suggest } from './names.ts';
import { isGrouped, outputOf, resolveOutputs } from './outputs/outputs.ts';
import { type Params, resolveParams } from './params.ts';
import { guardsIn, guardsOf, readingOf, resolveReadings } from './readings.ts';
import { type Context, checkValue, excuseParams, pathOf } from './scope.ts';
import { answeredOutput } from './tests/rows.ts';
import { resolveTests } from './tests/tests.ts';
import { type Abilities, reportUnspellable, reportUnused } from './usage.ts';

/** A data set; one that is not sound has faults, which are reported, and serves to find those of endpoints. */
export interface Known {
  readonly source: Source;
  readonly sound: boolean;
}
/** How an engine reads an author's own statement; `null` where quern has no such engine. */
export type OwnSqlOf = (engine: string) => OwnSql | null;
/** The text of a file, named as seen from another; `null` where it is not there or is at fault, which is reported. */
export type TextOf = (from: SourceText, name: Located<string>, report: Report) => SourceText | null;

/** What all endpoints of a project share. */
export interface Surroundings {
  /** By name. */
  readonly sources: ReadonlyMap<string, Known>;
  /** Whether further data sets may be declared where faults hide them. */
  readonly sourcesIncomplete: boolean;
  /** The dialects that quern has, and those that the project is compiled for. */
  readonly known: readonly string[];
  readonly enabled: readonly string[];
  readonly abilities: Abilities;
  readonly ownSql: OwnSqlOf;
  readonly textOf: TextOf;
}

/** The endpoint, or `null` where it has faults, all of which are reported. */
export function resolvePortable(
  spec: PortableSpec,
  surroundings: Surroundings,
  report: Report,
): PortableEndpoint | null {
  const faults = counting(report);
  const params = resolveParams(spec.params, faults.report);
  for (const { value } of spec.params) {
    if (value.absent === null || value.absent.place.source !== spec.source) continue;
    const message = '`absent` can only stand beside `query`';
    faults.report('clause-conflict', value.absent.place, message, 'Remove it.');
  }
  const context: Context = { spec, params, used: new Set(), report: faults.report };
  const engines = resolveEngines(context, surroundings);
  const sources = namedSources(context, surroundings, engines);
  const body =
    sources === null ? readAlone(context) : resolveBody(context, sources, engines, surroundings);
  reportUnused(context);
  const sound = spec.sound && faults.count() === 0;
  if (body === null || sources?.complete !== true || !sound) return null;
  const orderBy = spec.orderBy.map(({ output, descending }) => {
    return { output: output.value, descending };
  });
  const limit = spec.limit?.value ?? null;
  return { ...headOf(spec, params), body: 'portable', orderBy, limit, ...body(), engines };
}

/** The members that an endpoint has with either kind of body. */
export function headOf(spec: EndpointSpec, { byName }: Params) {
  const { value: cache } = spec.cache ?? { value: 'off' as const };
  return {
    name: spec.endpoint.value,
    id: spec.id.value.toLowerCase(),
    summary: spec.summary,
    description: spec.description,
    params: [...byName.values()],
    cache: cache === 'off' ? null : cache,
    sandbox: spec.sandbox,
  };
}

// ---- engines and data sets ------------------------------------------------------------------------------------------

/** Those that the project is compiled for and the endpoint asks for; reports what it asks for that quern has not. */
export function resolveEngines(
  { spec, report }: Pick<Context, 'report'> & { readonly spec: Pick<EndpointSpec, 'engines'> },
  { known, enabled }: Pick<Surroundings, 'known' | 'enabled'>,
): readonly string[] {
  if (spec.engines === null) return enabled;
  for (const { value, place } of spec.engines.value) {
    if (known.includes(value)) continue;
    report('unknown-engine', place, `There is no engine \`${value}\``, suggest(value, known));
  }
  const chosen = new Set(spec.engines.value.map(engine => engine.value));
  return enabled.filter(engine => chosen.has(engine));
}

interface Sources {
  readonly from: Source;
  readonly views: readonly Source[];
  /** False where a view is missing, or one of them has faults. */
  readonly complete: boolean;
}

/** The data sets that the endpoint names; `null` where the one that it answers is missing. */
function namedSources(
  context: Context,
  surroundings: Surroundings,
  engines: readonly string[],
): Sources | null {
  const { from, views } = context.spec;
  const named = [from, ...views].map(({ value, place }) => ({ name: value, place }));
  distinct(named, 'data set of this endpoint', context.report, 'Remove it.');
  const find = (name: Located<string>) => findSource(context, surroundings, engines, name);
  const main = find(from);
  const others = views.map(find).filter(found => found !== null);
  if (main === null) return null;
  const found = [main, ...others];
  const sources = found.map(({ source }) => source);
  reportHiddenTables(context, engines, sources);
  const complete = others.length === views.length && found.every(({ sound }) => sound);
  return { from: main.source, views: sources.slice(1), complete };
}

/** The saved query defines a view under its name, and whoever reads a table of that name would read the view. */
function reportHiddenTables(
  { spec, report }: Context,
  engines: readonly string[],
  sources: readonly Source[],
): void {
  for (const { value, place } of spec.views) {
    for (const { name, tables } of sources) {
      const hidden = engines.filter(engine => {
        const table = tables[engine]?.name ?? [];
        return (
          name !== value && table.length === 1 && table[0]?.toLowerCase() === value.toLowerCase()
        );
      });
      if (hidden.length === 0) continue;
      const message = `The view \`${value}\` would hide the table \`${value}\` that \`${name}\` reads on ${listed(hidden)}`;
      report(
        'clause-conflict',
        place,
        message,
        'Rename the data set, or write the table with its schema.',
      );
    }
  }
}

function findSource(
  { report }: Context,
  { sources, sourcesIncomplete }: Surroundings,
  engines: readonly string[],
  { value, place }: Located<string>,
): Known | null {
  const known = sources.get(value);
  if (known === undefined) {
    if (sourcesIncomplete) return null;
    const near = suggest(value, [...sources.keys()]);
    const hint = near ?? 'Declare it in `sources.yaml`, beside the endpoints.';
    report('unknown-source', place, `There is no data set \`${value}\``, hint);
    return null;
  }
  const missing = engines.filter(name => !Object.hasOwn(known.source.tables, name));
  // Of a data set with faults, the table may stand under an engine's name that is misspelt.
  if (missing.length > 0 && known.sound) {
    const message = `The data set \`${value}\` has no table on ${listed(missing)}`;
    report('missing-table', place, message, tableHint(known.source));
  }
  return known;
}

function tableHint({ tables }: Source): string {
  const list = `[${Object.keys(tables).join(', ')}]`;
  if (list === '[]') return 'Add it under `tables`.';
  return `Add it under \`tables\`, or compile for less: \`engines: ${list}\` in this endpoint, or \`dialects: ${list}\` in \`quern.yaml\` for all.`;
}

/** Without the data set's columns, what can be said of the expressions is whether they can be read. */
function readAlone(context: Context): null {
  for (const text of expressionsOf(context.spec)) {
    const { diagnostics, report } = collector();
    parseExpression(text, report);
    for (const { code, place, message, hint } of diagnostics) {
      context.report(code, place, message, hint);
    }
    excuseParams(context, text.value, diagnostics);
  }
  const { buckets, retention, where } = context.spec;
  for (const name of [buckets?.by, retention?.by]) if (name) context.used.add(name.value);
  for (const predicate of where) guardsOf(context, predicate);
  return null;
}

function expressionsOf(spec: PortableSpec): readonly ExpressionText[] {
  return [
    ...spec.where.flatMap(guardsIn).map(({ filter }) => filter),
    ...(spec.buckets === null ? [] : [spec.buckets.of]),
    ...spec.groupBy.map(entry => entry.value.value),
    ...(spec.retention === null ? [] : [spec.retention.of]),
    ...spec.select.map(entry => entry.value.value),
  ];
}

// ---- clauses --------------------------------------------------------------------------------------------------------

type Body = Pick<
  PortableEndpoint,
  'from' | 'views' | 'buckets' | 'retention' | 'aggregates' | 'maxRows' | 'outputs' | 'tests'
>;

/** Everything that depends on columns; the result is made only once it is known to have no faults. */
function resolveBody(
  context: Context,
  { from, views }: Sources,
  engines: readonly string[],
  { abilities }: Surroundings,
): () => Body {
  const { spec } = context;
  const readings = resolveReadings(context, from, views);
  const buckets = spec.buckets === null ? null : draftBuckets(context, spec.buckets, from);
  const windows = spec.retention === null ? null : resolveWindows(context, spec.retention);
  const drafted = resolveOutputs(context, from, buckets ?? NO_BUCKETS);
  const outputs = drafted.outputs.map(draft => outputOf(context, from, draft));
  const columns = drafted.outputs.flatMap(({ name }, i) => {
    const output = outputs[i] ?? null;
    if (output?.hidden === true) return [];
    return { name, answered: output === null ? null : answeredOutput(output) };
  });
  const subject = { params: context.params, given: { one: from }, columns };
  const tests = resolveTests(spec.tests, subject, context.report);
  checkOrder(context, drafted.outputs);
  checkVisible(context, drafted.outputs);
  checkLimit(context);
  checkGaps(context, buckets?.intervals ?? null);
  reportUnspellable(
    context,
    engines,
    abilities,
    readings.from,
    buckets?.of ?? null,
    drafted.outputs,
  );
  return () => ({
    from: readingOf(readings.from),
    views: readings.views.map(readingOf),
    buckets:
      spec.buckets === null || buckets === null ? null : finishBuckets(spec.buckets, buckets),
    retention: windows === null ? null : { windows },
    aggregates: drafted.aggregates,
    // An aggregate of everything is one row, whatever may be asked for.
    maxRows: drafted.aggregates && !isGrouped(spec) ? 1 : maxRowsOf(spec),
    outputs: outputs.map(finished),
    tests,
  });
}

function finished(output: Output | null): Output {
  if (output === null) throw new Error('An output is missing without a diagnostic.');
  return output;
}

interface BucketsDraft {
  readonly name: string | null;
  readonly of: Expr | null;
  readonly intervals: Buckets['intervals'] | null;
}
const NO_BUCKETS: BucketsDraft = { name: null, of: null, intervals: null };

function draftBuckets(context: Context, spec: BucketsSpec, from: Source): BucketsDraft {
  const position = { from, expects: 'timestamp', aggregates: 'in `buckets`' } as const;
  const of = checkValue(context, spec.of, position);
  const name = spec.as?.value ?? pathOf(spec.of)?.at(-1) ?? null;
  if (name === null && of !== null) {
    const message = '`buckets` needs the key `as`: what it is measured on is not a column';
    context.report(
      'missing-key',
      spec.place,
      message,
      'Add `as` with a name for the output column.',
    );
  }
  return { name, of, intervals: resolveIntervals(context, spec) };
}

function finishBuckets({ window, gaps }: BucketsSpec, { of, intervals }: BucketsDraft): Buckets {
  if (of === null || intervals === null) {
    throw new Error('Buckets are missing without a diagnostic.');
  }
  return { of, window, gaps: gaps.value, intervals };
}
