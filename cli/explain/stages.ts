/** Each stage of an endpoint's compilation, as data to print. */

import type { Chosen } from '../../generator/core/expr/choice.ts';
import type { Expr, Predicate, RecordExpr } from '../../generator/core/expr/expr.ts';
import type {
  Endpoint,
  GoogleSqlEndpoint,
  OwnEndpoint,
  OwnPiece,
  PortableEndpoint,
  SandboxView,
} from '../../generator/core/plan/endpoint.ts';
import type {
  Buckets,
  ByChoice,
  Input,
  Query,
  SourceInput,
  StepInput,
  TimeWindow,
} from '../../generator/core/plan/query.ts';
import { mapPredicate } from '../../generator/core/plan/walk-plan.ts';
import type { EndpointSpec } from '../../generator/core/spec/spec.ts';
import type { BucketStep } from '../../generator/core/types/scalar.ts';
import { durationText, exprText } from './expr-text.ts';

/** The specification as written, without its places. */
export function specView(spec: EndpointSpec): unknown {
  const { source: _, ...rest } = spec;
  return withoutPlaces(rest);
}

function withoutPlaces(value: unknown): unknown {
  if (isEntries(value)) return mappingOf(value);
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== 'object' || value === null) return value;
  const { place: _, at: __, ...rest } = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(rest);
  const isBare = names.every(name => name === 'value' || name === 'text');
  if (isBare && 'value' in rest) return withoutPlaces(rest['value']);
  return Object.fromEntries(names.map(name => [name, withoutPlaces(rest[name])]));
}

type Entries = readonly { readonly name: string; readonly value: unknown }[];

/** A mapping of the YAML, in order. */
function isEntries(value: unknown): value is Entries {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every(item => ['name', 'value'].every(key => Object.hasOwn(Object(item), key)));
}

function mappingOf(entries: Entries): unknown {
  return Object.fromEntries(entries.map(({ name, value }) => [name, withoutPlaces(value)]));
}

/** The endpoint with its names bound, expressions as texts. */
export function endpointView(endpoint: Endpoint): unknown {
  switch (endpoint.body) {
    case 'own':
      return ownView(endpoint);
    case 'googlesql':
      return textView(endpoint);
    case 'portable':
      return portableView(endpoint);
    case 'sandbox':
      return { ...endpoint, sandbox: endpoint.sandbox.map(sandboxView) };
  }
}

function sandboxView({ name, sources, query }: SandboxView): unknown {
  return { name, sources: sources.map(source => source.name), ...queryView(query) };
}

function textView({ plan: _, kept: __, written, sources, ...rest }: GoogleSqlEndpoint): unknown {
  return { ...rest, sources: sources.map(({ name }) => name), asWritten: Object.keys(written) };
}

/** Texts as written, without places. */
function ownView({ statements, columns, columnsAt: _, ...rest }: OwnEndpoint): unknown {
  const views = Object.entries(statements).map(([engine, { pieces, sources }]) => {
    return [engine, { pieces: pieces.map(pieceView), sources }] as const;
  });
  return {
    ...rest,
    statements: Object.fromEntries(views),
    columns: columns.map(({ place: _, ...column }) => column),
  };
}

function pieceView(piece: OwnPiece): unknown {
  if (piece.by === null) {
    const text = piece.text.written.value;
    return piece.when === null ? text : { when: piece.when, text };
  }
  const cases = piece.cases.map(({ value, text }) => [value, text.written.value] as const);
  return { by: piece.by, cases: Object.fromEntries(cases) };
}

function portableView(endpoint: PortableEndpoint): unknown {
  const {
    from: _,
    joins: __,
    where,
    views,
    steps,
    outputs,
    window,
    buckets,
    compare,
    retention,
    ...rest
  } = endpoint;
  return {
    ...rest,
    sandbox: endpoint.sandbox?.map(sandboxView) ?? false,
    ...queryView(endpoint),
    views: views.map(({ source, where, retentionOf }) => ({
      source: source.name,
      where: where.map(predicateView),
      retentionOf: retentionOf && exprText(retentionOf),
    })),
    steps: Object.fromEntries(
      steps.map(({ name, query: { aggregates, orderBy, limit, ...query } }) => {
        return [name, { aggregates, orderBy, limit, ...queryView(query) }];
      }),
    ),
  };
}

type Viewed = Pick<
  Query,
  'from' | 'joins' | 'where' | 'window' | 'buckets' | 'compare' | 'retention' | 'outputs'
>;

function queryView({ from, joins, where, window, buckets, compare, retention, outputs }: Viewed) {
  return {
    from: inputView(from),
    joins: joins.map(({ input, on, ...join }) => ({
      name: input.name,
      of: inputView(input),
      on: on && exprText(on),
      ...join,
    })),
    where: where.map(predicateView),
    window: window && {
      from: exprText(window.from),
      to: exprText(window.to),
      needs: window.needs,
    },
    buckets: buckets && bucketsView(buckets),
    compare: compare && {
      isPrevious: exprText(compare.isPrevious),
      rows: compare.rows.map(predicateView),
      bucket: compare.bucket && exprText(compare.bucket),
    },
    retention: retention && {
      of: exprText(retention.of),
      windows: choiceView(retention.windows, durationText),
    },
    outputs: outputs.map(({ expr, ...output }) => ({ ...output, expr: typedText(expr) })),
  };
}

function bucketsView(buckets: Buckets) {
  const { kind, of, gaps } = buckets;
  if (kind === 'recent') {
    const intervals = choiceView(buckets.intervals, ({ last, step }) => ({
      last: durationText(last),
      step: stepText(step),
    }));
    return { of: exprText(of), window: buckets.window, gaps, intervals };
  }
  return { of: exprText(of), ...windowView(buckets) };
}

function windowView({ from, to, step, lengths, zone, gaps }: TimeWindow) {
  return {
    from: exprText(from),
    to: exprText(to),
    step: choiceView(step, stepText),
    lengths: lengths?.steps.map(({ value, upTo }) => ({
      step: value,
      upTo: upTo && durationText(upTo),
    })),
    zone: zone && exprText(zone),
    gaps,
  };
}

function stepText(step: BucketStep): string {
  if ('param' in step) return `@${step.param}`;
  return step.unit ?? durationText(step.micros ?? 0n);
}

function inputView(input: Input) {
  if (input.kind === 'union')
    return { union: input.inputs.map(each => each.name), label: input.label };
  if (input.kind === 'series') return { series: windowView(input.window) };
  if (input.kind === 'items') return { each: exprText(input.list) };
  return input.kind === 'chosen' ? choiceView(input, partView) : partView(input);
}

function partView(input: SourceInput | StepInput) {
  return input.kind === 'source' ? { source: input.source.name } : { step: input.step };
}

function predicateView(predicate: Predicate) {
  return mapPredicate(predicate, exprText);
}

function choiceView<T>(choice: ByChoice<T> | Chosen<T>, view: (value: T) => unknown): unknown {
  if (choice.by === null) return view(choice.value);
  const cases = choice.cases.map(({ value, result }) => [value, view(result)] as const);
  return { by: choice.by, cases: Object.fromEntries(cases) };
}

function typedText(expr: Expr | RecordExpr): string {
  return expr.kind === 'record' ? `${exprText(expr)}: record` : `${exprText(expr)}: ${expr.scalar}`;
}
