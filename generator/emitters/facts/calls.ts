/** The call of an endpoint in samples. It is the same for curl and every language. */

import type { ManifestEndpoint, ManifestParam } from '../../core/output/manifest.ts';
import type { Param } from '../../core/plan/param.ts';
import { textsOf } from '../../params/list.ts';
import { readParam } from '../../params/read-param.ts';
import { sampleTexts } from '../../params/sample.ts';
import type { DescribedEndpoint, ShownTest } from '../emitter.ts';

/** A parameter of a call, and the text of its value; for a list, a text for each item. */
export interface Argument {
  readonly param: ManifestParam;
  readonly text: string | readonly string[];
}
export interface FirstCall {
  readonly endpoint: ManifestEndpoint;
  readonly given: readonly Argument[];
}

/**
 * Returns the arguments of the shown test, so that the sample's request matches its rows. Without a test, returns the
 * parameters with an example and the required ones. `known` are the parameters in the manifest's form.
 */
export function listShownArguments(
  { params, shown }: Pick<DescribedEndpoint, 'params' | 'shown'>,
  known: readonly ManifestParam[],
): readonly Argument[] {
  const asked = shown === null ? null : textsIn(params, shown.params);
  return params.flatMap((param, i) => {
    const inManifest = known[i];
    if (inManifest === undefined) throw new Error('the manifest has every parameter');
    const text = asked === null ? exampleOf(param, inManifest) : asked.get(param.name);
    return text === undefined ? [] : [{ param: inManifest, text }];
  });
}

/** Returns the values of a test as samples write them; `null` if a client's types do not allow one of them. */
function textsIn(
  params: readonly Param[],
  given: ShownTest['params'],
): ReadonlyMap<string, string | readonly string[]> | null {
  const present = params.filter(({ name }) => Object.hasOwn(given, name) && given[name] !== '');
  const texts = present.map(param => {
    const read = readParam({ ...param, otherwise: 'reject' }, given[param.name]);
    if (!read.ok || read.value === null) return null;
    return [param.name, textsOf(param, read.value)] as const;
  });
  return texts.includes(null) ? null : new Map(texts.filter(text => text !== null));
}

function exampleOf(
  param: Param,
  inManifest: ManifestParam,
): string | readonly string[] | undefined {
  const isShown = param.required || (param.example !== null && !param.deprecated);
  return isShown ? (inManifest.example ?? sampleTexts(param)) : undefined;
}

/** Returns a call of the first endpoint, whose form in clients is `endpoint`; `null` if there are no endpoints. */
export function firstCall(
  [first]: readonly DescribedEndpoint[],
  [endpoint]: readonly ManifestEndpoint[],
): FirstCall | null {
  if (first === undefined || endpoint === undefined) return null;
  return { endpoint, given: listShownArguments(first, endpoint.params) };
}
