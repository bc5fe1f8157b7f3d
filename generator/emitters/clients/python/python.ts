/** `clients/python/`: a package with a client that waits and one for asyncio, and one module of types an endpoint. */
import type { ManifestEndpoint } from '../../../core/manifest.ts';
import type { GeneratedFile } from '../../../core/statement.ts';
import { named } from '../../names.ts';
import { type Code, codePieces, fileText } from '../../writer.ts';
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
    const own = named(names, endpoint.name);
    const codes = codePieces(endpoint, 'python', [own], () => codesOf(endpoint, own));
    return { name: own, endpoint, codes };
  });
  return [
    ...shippedFiles(client, names),
    IGNORE_FILE,
    { path: `src/${name}/_client.py`, text: clientModule(modules, false) },
    { path: `src/${name}/_async_client.py`, text: clientModule(modules, true) },
    {
      path: `src/${name}/endpoints/__init__.py`,
      text: endpointsModule(modules.map(each => each.name)),
    },
    ...modules.map(({ name: own, codes }) => ({
      path: `src/${name}/endpoints/${own}.py`,
      text: fileText(named(codes, MODULE)),
    })),
  ];
}

const MODULE = 'module';

/** The module of an endpoint's types, and its methods. */
function codesOf(endpoint: ManifestEndpoint, name: string): ReadonlyMap<string, Code> {
  const { text, enums } = endpointModule(endpoint);
  return new Map([[MODULE, text], ...methodsOf(endpoint, name, enums)]);
}
