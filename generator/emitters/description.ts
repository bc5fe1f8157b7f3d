/** Builds the description from which a project's files are generated. */
import { onceFor } from '../core/memo.ts';
import { madeText } from '../core/output/content.ts';
import { markOwn } from '../core/output/marker.ts';
import { wholeText } from '../core/output/statement.ts';
import { type Endpoint, type EndpointTest, sourcesRead } from '../core/plan/endpoint.ts';
import type {
  Compilation,
  CompiledEndpoint,
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
  return {
    known: endpointOf(compiled),
    params: endpoint.params,
    shown: shownTest(endpoint.tests),
    definition: definitionOf(
      endpoint,
      engines.map(({ dialect }) => dialect),
    ),
    sources: sourcesRead(endpoint),
    saved: new Map(
      own.map(({ dialect, saved }) => [
        dialect,
        madeText(markOwn('.sql', `${wholeText(saved)}\n`)),
      ]),
    ),
    kept: keptOf(endpoint),
  };
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
