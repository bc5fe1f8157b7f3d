/** What the samples of an endpoint ask for. */
import type { Param } from '../../../ir.ts';
import type { ManifestEndpoint, ManifestParam } from '../../../manifest.ts';
import { readParam } from '../../../params/read-param.ts';
import type { Argument, FirstCall } from '../../clients/client-language.ts';
import type { Compilation } from '../../emitter.ts';

/** Parameters that have an example, and those that must be given; `known` are the same in the manifest's form. */
export function argumentsOf(
  params: readonly Param[],
  known: readonly ManifestParam[],
): readonly Argument[] {
  return params.flatMap((param, i) => {
    const inManifest = known[i];
    if (inManifest === undefined) throw new Error('the manifest has every parameter');
    const isShown = param.required || (param.example !== null && !param.deprecated);
    return isShown
      ? [{ param: inManifest, text: inManifest.example ?? standIn(param, inManifest) }]
      : [];
  });
}

/** A call of the first endpoint, which are here in the manifest's form; `null` where there are none. */
export function firstCall(
  { endpoints }: Compilation,
  [first]: readonly ManifestEndpoint[],
): FirstCall | null {
  if (first === undefined) return null;
  const compiled = endpoints.find(({ endpoint }) => endpoint.name === first.name);
  if (compiled === undefined) throw new Error('the manifest has no other endpoints');
  return { endpoint: first, given: argumentsOf(compiled.endpoint.params, first.params) };
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
