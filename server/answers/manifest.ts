/** The manifest as the service uses it: read, checked, indexed. */
import { readFile } from 'node:fs/promises';
import type { Manifest, ManifestEndpoint, ManifestParam } from '../../generator/core/manifest.ts';
import { MANIFEST_FORMAT } from '../../generator/core/manifest.ts';
import type { Constraints, Param } from '../../generator/core/param.ts';
import type { ParamValue, Value } from '../../generator/core/scalar.ts';
import { UNCONSTRAINED } from '../../generator/params/constraints.ts';
import { PARAM_TYPES } from '../../generator/params/index.ts';
import { manifestFault } from './manifest-shape.ts';

/** A manifest that cannot be served. The message says what is wrong with it. */
export class ManifestError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ManifestError';
  }
}

export interface ServedEndpoint extends Omit<ManifestEndpoint, 'params'> {
  /** With defaults and bounds as values. */
  readonly params: readonly Param[];
  /** As the manifest has them. */
  readonly definition: ManifestEndpoint;
}
export interface Catalogue {
  readonly sources: Manifest['sources'];
  /** By name, ascending. */
  readonly endpoints: readonly ServedEndpoint[];
  /** By name and by each alias. */
  readonly byName: ReadonlyMap<string, ServedEndpoint>;
  /** By identifier in lower case. */
  readonly byId: ReadonlyMap<string, ServedEndpoint>;
}

/** Reads `generated/manifest.json`. Rejects with `ManifestError` when it is not there or not of this format. */
export async function loadManifest(path: string): Promise<Catalogue> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ManifestError(`\`${path}\` cannot be read: \`quern generate\` writes it`, { cause });
  });
  return catalogue(parseManifest(text));
}

/** The manifest of a text. Throws `ManifestError` naming the first place that is not of this format. */
export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ManifestError('the manifest is not JSON', { cause });
  }
  const format = Object(value)['format'];
  if (format !== MANIFEST_FORMAT) {
    const found = typeof format === 'number' ? `of format ${format}` : 'without a format';
    throw new ManifestError(`the manifest is ${found}, not of format ${MANIFEST_FORMAT}`);
  }
  const fault = manifestFault(value);
  if (fault !== null) throw new ManifestError(`the manifest is broken: ${fault}`);
  return value as Manifest;
}

/** Indexes a manifest and reads its parameters' defaults and bounds. Throws `ManifestError` where one is no such value. */
export function catalogue({ sources, endpoints }: Manifest): Catalogue {
  const served = endpoints.map(servedOf);
  return {
    sources,
    endpoints: served,
    byName: new Map(
      served.flatMap(endpoint =>
        [endpoint.name, ...(endpoint.aliases ?? [])].map(name => [name, endpoint] as const),
      ),
    ),
    byId: new Map(served.map(endpoint => [endpoint.id.toLowerCase(), endpoint])),
  };
}

const known = new WeakMap<ManifestEndpoint, ServedEndpoint>();

function servedOf(definition: ManifestEndpoint): ServedEndpoint {
  const params = () => definition.params.map(param => expandParam(definition.name, param));
  const served = known.get(definition) ?? { ...definition, params: params(), definition };
  known.set(definition, served);
  return served;
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
