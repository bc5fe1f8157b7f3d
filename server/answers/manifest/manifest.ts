/** The manifest as the service uses it: endpoints by name, with their parameters as values. */
import type {
  Manifest,
  ManifestEndpoint,
  ManifestEngine,
  ManifestParam,
} from '../../../generator/core/output/manifest.ts';
import type { Life } from '../../../generator/core/plan/life.ts';
import type { Constraints, Param } from '../../../generator/core/plan/param.ts';
import type { ParamValue, Value } from '../../../generator/core/types/scalar.ts';
import { UNCONSTRAINED } from '../../../generator/params/constraints.ts';
import { PARAM_TYPES } from '../../../generator/params/index.ts';
import { ManifestError } from './manifest-text.ts';

/** The parts of an endpoint that a start reads. */
export interface ServedEndpoint
  extends Life,
    Pick<ManifestEndpoint, 'name' | 'id' | 'compat' | 'pages' | 'sandbox' | 'scopedBy'> {
  /** The names of its parameters. */
  readonly declared: readonly string[];
  /** The columns that the statements of each engine read. */
  readonly reads: Readonly<Record<string, ManifestEngine['reads']>>;
  /** Returns the full definition, which the first call may read from its file. Throws `DefinitionReplaced`. */
  readonly whole: () => WholeEndpoint;
  /** Returns the definition with the statements of only the named engine, and does not keep it. Throws `DefinitionReplaced`. */
  readonly shown: (engine: string | null) => ManifestEndpoint;
}
export interface WholeEndpoint extends ServedEndpoint, Omit<ManifestEndpoint, 'params'> {
  /** The parameters, with defaults and bounds as values. */
  readonly params: readonly Param[];
  /** The endpoint in the manifest, unchanged. */
  readonly definition: ManifestEndpoint;
}
export interface Catalogue<Endpoint extends ServedEndpoint = ServedEndpoint> {
  readonly sources: Manifest['sources'];
  /** The endpoints by name, ascending. */
  readonly endpoints: readonly Endpoint[];
  /** By name and by each alias. */
  readonly byName: ReadonlyMap<string, Endpoint>;
  /** By identifier in lower case. */
  readonly byId: ReadonlyMap<string, Endpoint>;
}

/** The data sets, and what endpoints read of them. */
export interface SourceReads extends Pick<Catalogue, 'sources'> {
  readonly endpoints: readonly Pick<ServedEndpoint, 'name' | 'reads' | 'sandbox'>[];
}

/**
 * Indexes a manifest and reads its parameters' defaults and bounds. Throws `ManifestError` if one is invalid, or if an
 * endpoint contradicts itself.
 */
export function catalogue({ sources, endpoints }: Manifest): Catalogue<WholeEndpoint> {
  return indexEndpoints(sources, endpoints.map(servedOf));
}

/** Indexes endpoints. */
export function indexEndpoints<Endpoint extends ServedEndpoint>(
  sources: Manifest['sources'],
  endpoints: readonly Endpoint[],
): Catalogue<Endpoint> {
  return {
    sources,
    endpoints,
    byName: new Map(
      endpoints.flatMap(endpoint =>
        [endpoint.name, ...(endpoint.aliases ?? [])].map(name => [name, endpoint] as const),
      ),
    ),
    byId: new Map(endpoints.map(endpoint => [endpoint.id.toLowerCase(), endpoint])),
  };
}

const known = new WeakMap<ManifestEndpoint, WholeEndpoint>();

function servedOf(definition: ManifestEndpoint): WholeEndpoint {
  const served = known.get(definition) ?? readWhole(definition);
  known.set(definition, served);
  return served;
}

function readWhole(definition: ManifestEndpoint): WholeEndpoint {
  const engines = Object.entries(definition.engines);
  for (const { name, engines: on } of definition.views ?? []) {
    const without = engines.find(([engine]) => !Object.hasOwn(on, engine));
    if (without === undefined) continue;
    throw new ManifestError(
      `the view \`${name}\` of \`${definition.name}\` is not on ${without[0]}`,
    );
  }
  const params = readParams(definition);
  const whole: WholeEndpoint = {
    ...definition,
    params,
    declared: params.map(({ name }) => name),
    reads: Object.fromEntries(engines.map(([engine, { reads }]) => [engine, reads])),
    definition,
    whole: () => whole,
    shown: engine => onEngine(definition, engine),
  };
  return whole;
}

/** Reads the defaults and bounds of parameters as values. Throws `ManifestError` if one is invalid. */
export function readParams({
  name,
  params,
}: Pick<ManifestEndpoint, 'name' | 'params'>): readonly Param[] {
  return params.map(param => expandParam(name, param));
}

function expandParam(endpoint: string, param: ManifestParam): Param {
  const { min, max, minLength, maxLength, pattern, step, accept, lenient } = param.constraints;
  const type = PARAM_TYPES.get(param.type);
  if (type === undefined) {
    throw new ManifestError(`\`${param.name}\` of \`${endpoint}\` is of an unknown type`);
  }
  const read = (text: string | null | undefined): Value | null => {
    if (text === null || text === undefined) return null;
    const parsed = type.parse(text, { values: param.values, constraints: UNCONSTRAINED });
    if (parsed.ok) return parsed.value;
    throw new ManifestError(`\`${param.name}\` of \`${endpoint}\` must be ${parsed.expected}`);
  };
  const constraints: Constraints = {
    min: read(min),
    max: read(max),
    minLength: minLength ?? null,
    maxLength: maxLength ?? null,
    pattern: pattern ?? null,
    ...(step === undefined ? {} : { step }),
    ...(accept === undefined ? {} : { accept }),
    ...(lenient === undefined ? {} : { lenient }),
  };
  const given = (texts: ManifestParam['default']): ParamValue | null =>
    texts === null || typeof texts === 'string'
      ? read(texts)
      : texts.map(read).filter(value => value !== null);
  const { moving, ...rest } = param;
  const isMoving = moving !== undefined;
  return {
    ...rest,
    scalar: type.scalar,
    list: param.list === undefined ? null : { separator: null, ...param.list },
    default: isMoving ? null : given(param.default),
    ...(isMoving ? { moving: { text: String(param.default), constant: moving } } : {}),
    example: given(param.example),
    constraints,
  };
}

/** Leaves out the statements of other engines. */
export function onEngine(definition: ManifestEndpoint, engine: string | null): ManifestEndpoint {
  const own = Object.entries(definition.engines).filter(([name]) => name === engine);
  return { ...definition, engines: Object.fromEntries(own) };
}
