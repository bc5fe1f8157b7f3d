/** Describes one endpoint in the manifest. */
import { hash } from 'node:crypto';
import { describeField } from '../core/output/columns.ts';
import type {
  ManifestEndpoint,
  ManifestEngine,
  ManifestList,
  ManifestOrigins,
  ManifestPages,
  ManifestParam,
  ManifestStatement,
  ManifestView,
} from '../core/output/manifest.ts';
import type { Statement } from '../core/output/statement.ts';
import type { Endpoint, PortableEndpoint } from '../core/plan/endpoint.ts';
import { hiddenKeys } from '../core/plan/pages.ts';
import type { ListShape, Param } from '../core/plan/param.ts';
import type { ParamValue } from '../core/types/scalar.ts';
import { paramType } from '../params/index.ts';
import { textsOf } from '../params/list.ts';
import type { CompiledEndpoint, CompiledEngine, CompiledView } from './emitter.ts';
import { describeRange } from './facts/time-facts.ts';
import { windowsOf } from './facts/windows.ts';
import { manifestColumns } from './manifest-columns.ts';

/** Converts a compiled endpoint to the manifest's form. */
export function endpointOf({
  endpoint,
  engines,
  origins,
  views,
}: CompiledEndpoint): ManifestEndpoint {
  const { name, id, life } = endpoint;
  const definition = {
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.compat === null ? {} : { compat: endpoint.compat }),
    ...(endpoint.ignore.length === 0 ? {} : { ignore: endpoint.ignore }),
    params: endpoint.params.map(paramOf),
    columns: manifestColumns(endpoint),
    limit: endpoint.limit,
    maxRows: endpoint.maxRows,
    ...(endpoint.body === 'portable' ? pagesOf(endpoint) : {}),
    cache: endpoint.cache,
    scopedBy: endpoint.scopedBy,
    origins: originsOf(endpoint, origins, views),
    sandbox: endpoint.sandbox !== null,
    ...(views === undefined ? {} : { views: views.map(viewOf) }),
    ...windowsOf(endpoint),
    ...describeRange(endpoint),
    ...(endpoint.body === 'own' ? { own: true as const } : {}),
    ...(endpoint.body === 'googlesql' ? { text: endpoint.text } : {}),
    engines: Object.fromEntries(engines.map(engine => [engine.dialect, engineOf(engine)])),
  };
  const digest = hash('sha256', JSON.stringify(definition));
  return { name, id, ...life, hash: digest, ...definition };
}

function originsOf(
  endpoint: Endpoint,
  origins: CompiledEndpoint['origins'],
  views: readonly CompiledView[] = [],
): ManifestOrigins {
  const { columns = NONE, params: own = NONE } = origins ?? {};
  const params = new Map(own);
  for (const { origins } of views)
    for (const [name, names] of origins.params)
      params.set(name, [...new Set([...(params.get(name) ?? []), ...names])].sort());
  const ofViews = views.flatMap(({ name, origins }) =>
    origins.columns.size === 0 ? [] : [[name, Object.fromEntries(origins.columns)] as const],
  );
  return {
    ...(columns.size === 0 ? {} : { columns: Object.fromEntries(columns) }),
    ...(params.size === 0 ? {} : { params: Object.fromEntries(params) }),
    ...(ofViews.length === 0 ? {} : { views: Object.fromEntries(ofViews) }),
    ...(endpoint.body === 'own' ? { whole: endpoint.mayShow } : {}),
  };
}

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

function paramOf(param: Param): ManifestParam {
  const { format, wire } = paramType(param.type);
  const text = (value: ParamValue | null) => (value === null ? null : textsOf(param, value));
  const { min, max, minLength, maxLength, pattern, step, accept, lenient } = param.constraints;
  return {
    name: param.name,
    type: param.type,
    scalar: wire ?? param.scalar,
    ...(param.list === null ? {} : { list: listOf(param.list) }),
    values: param.values,
    ...(param.aliases === undefined ? {} : { aliases: param.aliases }),
    required: param.required,
    default: param.moving?.text ?? text(param.default),
    ...(param.moving === undefined ? {} : { moving: param.moving.constant }),
    otherwise: param.otherwise,
    constraints: {
      ...(min === null ? {} : { min: format(min) }),
      ...(max === null ? {} : { max: format(max) }),
      ...(minLength === null ? {} : { minLength }),
      ...(maxLength === null ? {} : { maxLength }),
      ...(pattern === null ? {} : { pattern }),
      ...(step === undefined ? {} : { step }),
      ...(accept === undefined ? {} : { accept }),
      ...(lenient === undefined ? {} : { lenient }),
    },
    description: param.description,
    example: text(param.example),
    deprecated: param.deprecated,
    ...(param.filter === undefined ? {} : { filter: param.filter }),
  };
}

function listOf({ minItems, maxItems, separator }: ListShape): ManifestList {
  return { minItems, maxItems, ...(separator === null ? {} : { separator }) };
}

/** Returns the keys of pages. Keys that are not columns follow the columns, in the order of the outputs. */
function pagesOf(endpoint: PortableEndpoint): { readonly pages?: ManifestPages } {
  const { pages, outputs } = endpoint;
  if (pages === null) return {};
  const shown = outputs.filter(output => !output.hidden);
  const names = [...shown, ...hiddenKeys(endpoint)].map(({ name }) => name);
  const keys = pages.keys.map(({ output, scalar, after }) => {
    return { at: names.indexOf(output), scalar, after };
  });
  return { pages: { expires: pages.expires, keys } };
}

function engineOf({
  saved,
  choices,
  reads,
  copies,
  statements,
  isOwn,
}: CompiledEngine): ManifestEngine {
  const texts = new Map<string, number>();
  const savedStatement = indexed(saved, texts);
  const byKey = Object.fromEntries(
    [...statements].map(([key, statement]) => [key, indexed(statement, texts)]),
  );
  return {
    ...(isOwn === undefined ? {} : { own: isOwn }),
    saved: savedStatement,
    choices,
    reads: Object.fromEntries(reads),
    ...(copies === undefined ? {} : { copies: Object.fromEntries(copies) }),
    texts: [...texts.keys()],
    statements: byKey,
  };
}

/** Replaces the texts of a statement by their indexes; new texts follow the others. */
function indexed({ sql, bind }: Statement, texts: Map<string, number>): ManifestStatement {
  const pieces = sql.map(piece => {
    const text = typeof piece === 'string' ? piece : piece.sql;
    const at = texts.get(text) ?? texts.size;
    if (at === texts.size) texts.set(text, at);
    return typeof piece === 'string' ? at : { when: piece.when, sql: at };
  });
  return { sql: pieces, bind };
}

function viewOf({ name, columns, leaves, repeated, engines }: CompiledView): ManifestView {
  const own = engines.map(engine => {
    const { choices, texts, statements } = engineOf(engine);
    return [engine.dialect, { choices, texts, statements }] as const;
  });
  return {
    name,
    columns: columns.map(describeField),
    ...(leaves.size === 0 ? {} : { leaves: Object.fromEntries(leaves) }),
    ...(repeated ? { repeated: true as const } : {}),
    engines: Object.fromEntries(own),
  };
}
