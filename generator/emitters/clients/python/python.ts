/** `clients/python/`: a package with a client that waits and one for asyncio, and one module of types an endpoint. */
import type { GeneratedFile } from '../../../core/statement.ts';
import { named } from '../../names.ts';
import { fileText } from '../../writer.ts';
import type { Client, ClientLanguage } from '../client-language.ts';
import { endpointModule } from './endpoint.ts';
import { methodsOf } from './methods.ts';
import { methodNames } from './names.ts';
import { clientModule, endpointsModule, IGNORE_FILE, shippedFiles } from './package.ts';
import { pythonSample } from './sample.ts';
import { SETTING } from './setting.ts';

export default {
  name: 'python',
  title: 'Python',
  description: 'A package for Python',
  setting: SETTING,
  holes: {
    package: 'the name that is imported',
    sample: 'a call of the first endpoint',
    endpoint: 'its method',
    call: 'its method with arguments',
  },
  files: packageFiles,
  sampler: ({ name: from, endpoints }) => {
    const names = methodNames(endpoints);
    return ({ name, params }, given) => pythonSample(from, named(names, name), params, given);
  },
} as const satisfies ClientLanguage;

function packageFiles(client: Client): readonly GeneratedFile[] {
  const { name, endpoints } = client;
  const names = methodNames(endpoints);
  const modules = endpoints.map(endpoint => {
    const { text, enums } = endpointModule(endpoint);
    return { text, methods: methodsOf(endpoint, named(names, endpoint.name), enums) };
  });
  const methods = modules.map(each => each.methods);
  return [
    ...shippedFiles(client, names),
    IGNORE_FILE,
    { path: `src/${name}/_client.py`, text: clientModule(methods, false) },
    { path: `src/${name}/_async_client.py`, text: clientModule(methods, true) },
    {
      path: `src/${name}/endpoints/__init__.py`,
      text: endpointsModule(methods.map(each => each.name)),
    },
    ...modules.map(({ methods, text }) => ({
      path: `src/${name}/endpoints/${methods.name}.py`,
      text: fileText(text),
    })),
  ];
}
