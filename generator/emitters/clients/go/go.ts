/** `clients/go/`: a module with a typed client of the endpoints. */

import { findNames } from '../../facts/names.ts';
import type { Client, ClientLanguage } from '../client-language.ts';
import type { EndpointNames } from './names.ts';
import { packageFiles, planOutputs } from './package.ts';
import { goSample } from './sample.ts';
import { SETTING } from './setting.ts';

export default {
  name: 'go',
  title: 'Go',
  description: 'A module for Go',
  setting: SETTING,
  holes: {
    module: "the module's path",
    package: 'the name of the package',
    imported: 'the name under which samples import it',
    sample: 'a call of the first endpoint',
    endpoint: 'its method',
    row: 'the type of its rows',
  },
  files: packageFiles,
  sampler: client => {
    const names = namesIn(client);
    return ({ name, params }, given) =>
      goSample(client.name, findNames(names, name), params, given);
  },
  names: namesIn,
} as const satisfies ClientLanguage;

function namesIn(client: Client): ReadonlyMap<string, EndpointNames> {
  return new Map(planOutputs(client).map(({ endpoint, names }) => [endpoint.name, names]));
}
