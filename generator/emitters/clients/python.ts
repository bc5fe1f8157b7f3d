/** `generated/clients/python`: a package with a client that waits and one for asyncio, and one module of types an endpoint. */
import type { Emitter } from '../emitter.ts';
import { manifestOf } from '../manifest.ts';
import { fileText } from '../writer.ts';
import { endpointModule } from './python/endpoint.ts';
import { methodsOf } from './python/methods.ts';
import { methodNames } from './python/names.ts';
import { clientModule, shippedFiles } from './python/package.ts';

const FOLDER = 'clients/python';

export default {
  name: 'python',
  emit: ({ compilation, settings: { clients }, templates }) => {
    if (clients.python === null) return [];
    const { package: name } = clients.python;
    const { endpoints } = manifestOf(compilation);
    const names = methodNames(endpoints);
    const modules = endpoints.map(endpoint => {
      const method = names.get(endpoint.name);
      if (method === undefined) throw new Error(`no method is named for ${endpoint.name}`);
      const { text, enums } = endpointModule(endpoint);
      return { text, methods: methodsOf(endpoint, method, enums) };
    });
    const methods = modules.map(each => each.methods);
    const files = [
      ...shippedFiles(templates, name),
      { path: `src/${name}/_client.py`, text: clientModule(methods, false) },
      { path: `src/${name}/_async_client.py`, text: clientModule(methods, true) },
      ...modules.map(({ methods, text }) => ({
        path: `src/${name}/endpoints/${methods.name}.py`,
        text: fileText(text),
      })),
    ];
    return files.map(({ path, text }) => ({ path: `${FOLDER}/${path}`, text }));
  },
} satisfies Emitter;
