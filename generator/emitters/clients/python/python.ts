/** `clients/python/`: a package with a blocking client, an asyncio client, and one module of types per endpoint. */
import { type PlannedFile, planFile } from '../../../core/output/content.ts';
import type { ManifestEndpoint } from '../../../core/output/manifest.ts';
import { markOwn } from '../../../core/output/marker.ts';
import type { ExampleRows } from '../../facts/example-rows.ts';
import { findNames } from '../../facts/names.ts';
import { type MadePiece, piece, textIn } from '../../pieces.ts';
import { fileText, linesText } from '../../text/writer.ts';
import type { Client, ClientLanguage } from '../client-language.ts';
import { buildEndpointModule } from './endpoint.ts';
import { methodsOf } from './methods.ts';
import { methodNames } from './names.ts';
import {
  clientParts,
  endpointsModule,
  exampleEntry,
  examplesParts,
  IGNORE_FILE,
  shippedFiles,
} from './package.ts';
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
    return ({ name, params }, given) => pythonSample(from, findNames(names, name), params, given);
  },
  names: ({ endpoints }) => methodNames(endpoints),
} as const satisfies ClientLanguage;

function packageFiles(client: Client): readonly PlannedFile[] {
  const { name, endpoints, examples } = client;
  const names = methodNames(endpoints);
  const modules = endpoints.map(endpoint => {
    const own = findNames(names, endpoint.name);
    const { texts } = piece(endpoint, 'python', [own], () => {
      return madeOf(endpoint, own, examples.get(endpoint.name)?.() ?? null);
    });
    return { name: own, endpoint, texts };
  });
  return [
    ...shippedFiles(client, names),
    IGNORE_FILE,
    planFile(
      `src/${name}/_examples.py`,
      ...examplesParts(modules.map(({ texts }) => textIn(texts, 'example'))),
    ),
    planFile(`src/${name}/_client.py`, ...clientParts(modules, false)),
    planFile(`src/${name}/_async_client.py`, ...clientParts(modules, true)),
    planFile(`src/${name}/endpoints/__init__.py`, endpointsModule(modules.map(each => each.name))),
    ...modules.map(({ name: own, texts }) =>
      planFile(`src/${name}/endpoints/${own}.py`, textIn(texts, 'module')),
    ),
  ];
}

/** Builds the module of an endpoint's types, its methods, indented as in a class, and its example. */
function madeOf(
  endpoint: ManifestEndpoint,
  name: string,
  rows: ExampleRows | null,
): MadePiece<null, string> {
  const { text, enums } = buildEndpointModule(endpoint);
  const methods = [...methodsOf(endpoint, name, enums)].map(
    ([kind, code]) => [kind, linesText(code, INDENTATION)] as const,
  );
  return {
    facts: null,
    texts: {
      module: markOwn('.py', fileText(text)),
      example: exampleEntry(endpoint.name, name, rows),
      ...Object.fromEntries(methods),
    },
  };
}

const INDENTATION = '    ';
