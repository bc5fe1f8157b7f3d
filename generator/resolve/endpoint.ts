/** One endpoint: its clauses in turn, each reporting its own faults, so that one never hides another. */
import { type Place, type Report, suggestion } from '../diagnostics.ts';
import { visitExpr } from '../expr.ts';
import type {
  AggregateName,
  Buckets,
  Endpoint,
  Expr,
  FunctionName,
  Output,
  RecordExpr,
  Source,
} from '../ir.ts';
import { parseExpression } from '../language/parser.ts';
import type { BucketsSpec, EndpointSpec, ExpressionText, Located } from '../spec.ts';
import { resolveIntervals, resolveWindows } from './choices.ts';
import { distinct } from './names.ts';
import { type Draft, outputOf, resolveOutputs } from './outputs.ts';
import { type Params, resolveParams } from './params.ts';
import { type Draft as ReadingDraft, readingOf, resolveReadings } from './readings.ts';
import { type Context, checkValue, counting, pathOf } from './scope.ts';

/** What all endpoints of a project share. */
export interface Surroundings {
  /** By name; `null` for one whose own faults are reported. */
  readonly sources: ReadonlyMap<string, Source | null>;
  /** Whether further data sets may be declared where faults hide them. */
  readonly sourcesIncomplete: boolean;
  /** The dialects that quern has, and those that the project is compiled for. */
  readonly known: readonly string[];
  readonly enabled: readonly string[];
  readonly canSpell: (dialect: string, fn: FunctionName | AggregateName) => boolean;
}

const DEFAULT_MAX_ROWS = 1000;

/** The endpoint, or `null` where it has faults, all of which are reported. */
export function resolveEndpoint(
  spec: EndpointSpec,
  surroundings: Surroundings,
  report: Report,
): Endpoint | null {
  const faults = counting(report);
  const params = resolveParams(spec.params, faults.report);
  const context: Context = { spec, params, used: new Set(), report: faults.report };
  const engines = resolveEngines(context, surroundings);
  const sources = namedSources(context, surroundings, engines);
  const body =
    sources === null ? readAlone(context) : resolveBody(context, sources, engines, surroundings);
  reportUnused(context);
  if (body === null || faults.count() > 0) return null;
  return { ...headOf(spec, params), ...body(), engines };
}

function headOf(spec: EndpointSpec, { byName }: Params) {
  const { value: cache } = spec.cache ?? { value: 'off' as const };
  return {
    name: spec.endpoint.value,
    id: spec.id.value.toLowerCase(),
    summary: spec.summary,
    description: spec.description,
    params: [...byName.values()],
    orderBy: spec.orderBy.map(({ output, descending }) => ({ output: output.value, descending })),
    limit: spec.limit?.value ?? null,
    maxRows: maxRowsOf(spec),
    cache: cache === 'off' ? null : cache,
    sandbox: spec.sandbox,
  };
}

function maxRowsOf(spec: EndpointSpec): number {
  return spec.maxRows?.value ?? DEFAULT_MAX_ROWS;
}

// ---- engines and data sets ------------------------------------------------------------------------------------------

function resolveEngines(
  { spec, report }: Context,
  { known, enabled }: Surroundings,
): readonly string[] {
  if (spec.engines === null) return enabled;
  for (const { value, place } of spec.engines.value) {
    if (known.includes(value)) continue;
    report('unknown-engine', place, `There is no engine \`${value}\``, suggestion(value, known));
  }
  const chosen = new Set(spec.engines.value.map(engine => engine.value));
  return enabled.filter(engine => chosen.has(engine));
}

interface Sources {
  readonly from: Source;
  readonly views: readonly Source[];
}

/** The data sets that the endpoint names; `null` where the one that it answers is missing or has faults. */
function namedSources(
  context: Context,
  surroundings: Surroundings,
  engines: readonly string[],
): Sources | null {
  const { from, views } = context.spec;
  const named = [from, ...views].map(({ value, place }) => ({ name: value, place }));
  distinct(named, 'data set of this endpoint', context.report);
  const find = (name: Located<string>) => findSource(context, surroundings, engines, name);
  const main = find(from);
  const others = views.map(find).filter(source => source !== null);
  return main === null ? null : { from: main, views: others };
}

function findSource(
  { report }: Context,
  { sources, sourcesIncomplete }: Surroundings,
  engines: readonly string[],
  { value, place }: Located<string>,
): Source | null {
  const source = sources.get(value);
  if (source === undefined && !sourcesIncomplete) {
    const hint = suggestion(value, [...sources.keys()]);
    report('unknown-source', place, `There is no data set \`${value}\``, hint);
  }
  if (source === undefined || source === null) return null;
  for (const engine of engines.filter(name => !Object.hasOwn(source.tables, name))) {
    const message = `The data set \`${value}\` has no table on \`${engine}\``;
    const hint = `Add it under \`tables\`, or list the engines of this endpoint under \`engines\`.`;
    report('missing-table', place, message, hint);
  }
  return source;
}

/** Without the data set's columns, what can be said of the expressions is whether they can be read. */
function readAlone(context: Context): null {
  for (const text of expressionsOf(context.spec)) {
    parseExpression(text, context.report);
    for (const [, name = ''] of text.value.matchAll(/@([A-Za-z0-9_]+)/g)) context.used.add(name);
  }
  const { buckets, retention, where } = context.spec;
  for (const name of [buckets?.by, retention?.by, ...where.map(predicate => predicate.when)]) {
    if (name) context.used.add(name.value);
  }
  return null;
}

function expressionsOf(spec: EndpointSpec): readonly ExpressionText[] {
  return [
    ...spec.where.map(predicate => predicate.filter),
    ...(spec.buckets === null ? [] : [spec.buckets.of]),
    ...spec.groupBy.map(entry => entry.value),
    ...(spec.retention === null ? [] : [spec.retention.of]),
    ...spec.select.map(entry => entry.value.value),
  ];
}

// ---- clauses --------------------------------------------------------------------------------------------------------

type Body = Pick<Endpoint, 'from' | 'views' | 'buckets' | 'retention' | 'aggregates' | 'outputs'>;

/** Everything that depends on columns; the result is made only once it is known to have no faults. */
function resolveBody(
  context: Context,
  { from, views }: Sources,
  engines: readonly string[],
  { canSpell }: Surroundings,
): () => Body {
  const { spec } = context;
  const readings = resolveReadings(context, from, views);
  const buckets = spec.buckets === null ? null : draftBuckets(context, spec.buckets, from);
  const windows = spec.retention === null ? null : resolveWindows(context, spec.retention);
  const drafted = resolveOutputs(context, from, buckets ?? NO_BUCKETS);
  const outputs = drafted.outputs.map(draft => outputOf(context, from, draft));
  checkOrder(context, drafted.outputs);
  checkLimit(context);
  checkGaps(context, buckets?.intervals ?? null);
  checkKeys(context);
  reportUnspellable(context, engines, canSpell, readings.from, drafted.outputs);
  return () => ({
    from: readingOf(readings.from),
    views: readings.views.map(readingOf),
    buckets:
      spec.buckets === null || buckets === null ? null : finishBuckets(spec.buckets, buckets),
    retention: windows === null ? null : { windows },
    aggregates: drafted.aggregates,
    outputs: outputs.map(finished),
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

function draftBuckets(context: Context, spec: BucketsSpec, { columns }: Source): BucketsDraft {
  const position = { columns, expects: 'timestamp', aggregates: 'in `buckets`' } as const;
  const of = checkValue(context, spec.of, position);
  const name = spec.as?.value ?? pathOf(spec.of)?.at(-1) ?? null;
  if (name === null && of !== null) {
    const message = '`buckets` needs the key `as`: what it is measured on is no column';
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

// ---- order and counts -----------------------------------------------------------------------------------------------

function checkOrder({ spec, report }: Context, outputs: readonly Draft[]): void {
  const byName = new Map(outputs.map(output => [output.name, output]));
  for (const { output } of spec.orderBy) {
    const { value, place } = output;
    const draft = byName.get(value);
    if (draft === undefined) {
      const message = `The endpoint has no output column \`${value}\``;
      report('unknown-output', place, message, suggestion(value, [...byName.keys()]));
    } else if (draft.expr?.kind === 'record') {
      report(
        'misplaced-record',
        place,
        `\`${value}\` is a record, which rows cannot be ordered by`,
      );
    } else if (draft.expr?.scalar === 'json') {
      report('type-mismatch', place, `\`${value}\` is \`json\`, which rows cannot be ordered by`);
    }
  }
}

function checkLimit({ spec, report }: Context): void {
  const { limit } = spec;
  const maxRows = maxRowsOf(spec);
  if (limit === null || limit.value <= maxRows) return;
  const message = `\`limit\` is ${limit.value}, more than \`max_rows\`, ${maxRows}`;
  report('clause-conflict', limit.place, message, 'Lower `limit`, or raise `max_rows`.');
}

/** Empty buckets are rows too: a window must not hold more of them than may be returned. */
function checkGaps(context: Context, intervals: Buckets['intervals'] | null): void {
  const { spec } = context;
  if (spec.buckets === null || intervals === null || spec.buckets.gaps.value === 'omit') return;
  const maxRows = maxRowsOf(spec);
  const cases =
    intervals.by === null ? [{ value: null, result: intervals.value }] : intervals.cases;
  for (const { value, result } of cases) {
    const count = (result.last + result.step.micros - 1n) / result.step.micros + 1n;
    if (count <= maxRows) continue;
    const whose = value === null ? 'The window' : `The window of \`${value}\``;
    const message = `${whose} has ${count} buckets, more than \`max_rows\`, ${maxRows}`;
    const hint = 'Use a longer `step` or a shorter `last`, raise `max_rows`, or omit gaps.';
    context.report('too-many-buckets', placeOfInterval(spec.buckets, value), message, hint);
  }
}

function placeOfInterval({ intervals, fixed, place }: BucketsSpec, value: string | null): Place {
  const spec = intervals?.find(entry => entry.name === value)?.value ?? fixed;
  return spec?.last.place ?? place;
}

/** A statement is found by its enum values joined with `|`; two that fold must not give one key twice. */
function checkKeys({ spec, params, report }: Context): void {
  const [first, second] = [spec.buckets?.by, spec.retention?.by];
  if (!first || !second || first.value === second.value) return;
  const keys = new Set<string>();
  for (const one of params.byName.get(first.value)?.values ?? []) {
    for (const other of params.byName.get(second.value)?.values ?? []) {
      const key = `${one}|${other}`;
      if (keys.has(key)) {
        const message = `Values of \`${first.value}\` and \`${second.value}\` cannot be told apart: \`${key}\``;
        report('parameter-conflict', second.place, message, 'Rename a value that holds `|`.');
        return;
      }
      keys.add(key);
    }
  }
}

// ---- what is used ---------------------------------------------------------------------------------------------------

function reportUnused({ spec, params, used, report }: Context): void {
  for (const { name, place } of spec.params) {
    if (used.has(name) || !params.byName.has(name)) continue;
    const message = `Nothing uses the parameter \`${name}\``;
    report('unused-parameter', place, message, 'Use it in an expression, or remove it.');
  }
}

function reportUnspellable(
  { spec, report }: Context,
  engines: readonly string[],
  canSpell: Surroundings['canSpell'],
  { where, retentionOf }: ReadingDraft,
  outputs: readonly Draft[],
): void {
  const check = (text: ExpressionText | undefined, expr: Expr | RecordExpr | null) => {
    if (text === undefined || expr === null) return;
    const functions = functionsOf(expr);
    for (const engine of engines) {
      for (const fn of functions) {
        if (canSpell(engine, fn)) continue;
        const message = `\`${fn}\` cannot be written for \`${engine}\``;
        const hint = 'Use another function, or list the other engines under `engines`.';
        report('unsupported-function', text.place, message, hint);
      }
    }
  };
  where.forEach((predicate, index) => {
    check(spec.where[index]?.filter, predicate?.expr ?? null);
  });
  check(spec.retention?.of, retentionOf);
  for (const { text, expr } of outputs) check(text, expr);
}

function functionsOf(expr: Expr | RecordExpr): ReadonlySet<FunctionName | AggregateName> {
  const names = new Set<FunctionName | AggregateName>();
  visitExpr(expr, part => {
    if (part.kind === 'call' || part.kind === 'aggregate') names.add(part.fn);
  });
  return names;
}
