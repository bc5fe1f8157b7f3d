/** Builds the description from which a project's files are generated. */
import { DIALECTS } from '../../engines/index.ts';
import { onceFor } from '../core/memo.ts';
import { madeText, type Text } from '../core/output/content.ts';
import type { ManifestEndpoint, ManifestParam } from '../core/output/manifest.ts';
import { markOwn } from '../core/output/marker.ts';
import { type Statement, wholeText } from '../core/output/statement.ts';
import { type Endpoint, type EndpointTest, sourcesRead } from '../core/plan/endpoint.ts';
import type { Scalar } from '../core/types/scalar.ts';
import type { CallableQuery } from '../sql/callable.ts';
import type {
  Compilation,
  CompiledEndpoint,
  CompiledEngine,
  DescribedEndpoint,
  Description,
  KeptAnswer,
  ShownTest,
} from './emitter.ts';
import { endpointOf } from './manifest-endpoint.ts';
import { definitionOf } from './openapi/definition.ts';

/**
 * Describes a compilation. While a project is edited, its compilations share unchanged endpoints, so their descriptions are
 * reused.
 */
export function descriptionOf(compilation: Compilation): Description {
  const { project, dialects, endpoints, freshness } = compilation;
  const described = endpoints.map(endpoint =>
    onceFor(endpoint, 'description', [], () => describedEndpoint(endpoint)),
  );
  return {
    sources: project.sources,
    dialects,
    endpoints: described,
    freshness: new Map(
      freshness.map(({ source, within, engines }) => [
        source,
        { within, engines: Object.fromEntries(engines) },
      ]),
    ),
  };
}

function describedEndpoint(compiled: CompiledEndpoint): DescribedEndpoint {
  const { endpoint, engines } = compiled;
  const own = endpoint.body === 'sandbox' ? [] : engines;
  const known = endpointOf(compiled);
  const shown = shownTest(endpoint.tests);
  return {
    known,
    params: endpoint.params,
    hasExample: shown !== null,
    shown,
    definition: definitionOf(
      endpoint,
      engines.map(({ dialect }) => dialect),
    ),
    sources: sourcesRead(endpoint),
    sql: new Map(own.flatMap(engine => sqlOf(engine, known, endpoint))),
    kept: keptOf(endpoint),
  };
}

/** The saved query, and the function that runs it where the engine has such. */
function sqlOf(
  { dialect, saved }: CompiledEngine,
  known: ManifestEndpoint,
  { body }: Endpoint,
): readonly (readonly [path: string, text: Text])[] {
  const text = wholeText(saved);
  const file = (path: string, content: string) =>
    [`${dialect}/${path}`, madeText(markOwn('.sql', content))] as const;
  const query = file(`${known.name}.sql`, `${text}\n`);
  const callable = DIALECTS.get(dialect)?.callable ?? null;
  // own SQL has the engine's types, which no declaration says exactly
  if (callable === null || body === 'own') return [query];
  return [
    query,
    file(`functions/${known.name}.sql`, callable(callableQuery(known, saved.bind, text))),
  ];
}

function callableQuery(
  { name, summary, params, columns }: ManifestEndpoint,
  bind: Statement['bind'],
  saved: string,
): CallableQuery {
  const byName = new Map(params.map(param => [param.name, param]));
  return {
    name,
    summary,
    params: bind.map(({ name: of }) => {
      const param = byName.get(of);
      if (param === undefined) throw new Error(`${name} has no parameter ${of}`);
      const { default: value, moving, required } = param;
      const text = typeof value === 'string' || value === null ? value : JSON.stringify(value);
      return {
        name: of,
        type: callableType(param),
        required,
        byDefault: moving === undefined ? text : null,
      };
    }),
    columns,
    saved,
  };
}

/** Types whose values the engine writes as callers do. It writes no minutes of the offset of a timestamp, which is sent as text. */
const WRITTEN_ALIKE = ['int64', 'float64', 'decimal', 'bool', 'date'] as const;

function callableType({ type, list }: ManifestParam): Scalar | null {
  if (list !== undefined) return null;
  return WRITTEN_ALIKE.find(scalar => scalar === type) ?? 'string';
}

function keptOf(endpoint: Endpoint): KeptAnswer | null {
  const { body } = endpoint;
  if ((body !== 'googlesql' && body !== 'own') || endpoint.kept === null) return null;
  return { folder: body, text: madeText(markOwn('.json', endpoint.kept)) };
}

/** Returns the first test that expects rows. */
function shownTest(tests: readonly EndpointTest[]): ShownTest | null {
  const shown = tests.find(({ expect }) => expect !== null && expect.length > 0);
  if (shown === undefined) return null;
  const { given: _, ...told } = shown;
  return told;
}
