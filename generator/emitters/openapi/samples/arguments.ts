/** What the samples of an endpoint ask for. */
import type { Endpoint, Param } from '../../../core/endpoint.ts';
import type { ManifestEndpoint, ManifestParam } from '../../../core/manifest.ts';
import { paramType } from '../../../params/index.ts';
import { readParam } from '../../../params/read-param.ts';
import type { Argument, FirstCall } from '../../clients/client-language.ts';
import type { Compilation } from '../../emitter.ts';
import { shownTest } from '../examples.ts';

/**
 * What the test that is shown asks for, so that request and rows belong together; without one, the parameters that have an
 * example, and those that must be given. `known` are the parameters in the manifest's form.
 */
export function argumentsOf(
  { params, tests }: Pick<Endpoint, 'params' | 'tests'>,
  known: readonly ManifestParam[],
): readonly Argument[] {
  const shown = shownTest(tests);
  const asked = shown === undefined ? null : textsOf(params, shown.params);
  return params.flatMap((param, i) => {
    const inManifest = known[i];
    if (inManifest === undefined) throw new Error('the manifest has every parameter');
    const text = asked === null ? exampleOf(param, inManifest) : asked.get(param.name);
    return text === undefined ? [] : [{ param: inManifest, text }];
  });
}

/** The values that a test gives, as samples write them; `null` where one is none that the types of a client take. */
function textsOf(
  params: readonly Param[],
  given: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> | null {
  const present = params.filter(({ name }) => Object.hasOwn(given, name) && given[name] !== '');
  const texts = present.map(param => {
    const read = readParam({ ...param, otherwise: 'reject' }, given[param.name]);
    if (!read.ok || read.value === null) return null;
    return [param.name, paramType(param.type).format(read.value)] as const;
  });
  return texts.includes(null) ? null : new Map(texts.filter(text => text !== null));
}

function exampleOf(param: Param, inManifest: ManifestParam): string | undefined {
  const isShown = param.required || (param.example !== null && !param.deprecated);
  return isShown ? (inManifest.example ?? standIn(param, inManifest)) : undefined;
}

/** A call of the first endpoint, which are here in the manifest's form; `null` where there are none. */
export function firstCall(
  { endpoints }: Compilation,
  [first]: readonly ManifestEndpoint[],
): FirstCall | null {
  if (first === undefined) return null;
  const compiled = endpoints.find(({ endpoint }) => endpoint.name === first.name);
  if (compiled === undefined) throw new Error('the manifest has no other endpoints');
  return { endpoint: first, given: argumentsOf(compiled.endpoint, first.params) };
}

const TYPICAL: Readonly<Record<string, string>> = {
  int64: '1',
  float64: '0.5',
  bool: 'true',
  timestamp: '2026-01-15T10:07:00Z',
  date: '2026-01-15',
  uuid: '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01',
};

/** A value that the parameter takes; where nobody gave one and its pattern fits none of these, a word that is to be replaced. */
function standIn(param: Param, { type, values, constraints }: ManifestParam): string {
  const { min, max, minLength = 0, maxLength } = constraints;
  const usual = TYPICAL[type] ?? 'text';
  const long = 'text'.repeat(Math.ceil(minLength / 4)).slice(0, minLength);
  const candidates = [...(values ?? [usual]), min, max, long, 'text'.slice(0, maxLength)];
  const fits = (text: string | undefined) =>
    text !== undefined && text !== '' && readParam({ ...param, otherwise: 'reject' }, text).ok;
  return candidates.find(fits) ?? usual;
}
