/** `clients/go/`: a module with a typed client of the endpoints. */

import { named } from '../../names.ts';
import type { ClientLanguage } from '../client-language.ts';
import { packageFiles, planned } from './package.ts';
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
  },
  files: packageFiles,
  sampler: client => {
    const names = new Map(planned(client).map(each => [each.endpoint.name, each.names]));
    return ({ name, params }, given) => goSample(client.name, named(names, name), params, given);
  },
} as const satisfies ClientLanguage;
