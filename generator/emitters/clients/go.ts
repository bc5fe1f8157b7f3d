/** `generated/clients/go/`: a module with a typed client of the endpoints. */
import type { Emitter } from '../emitter.ts';
import { packageFiles } from './go/package.ts';

export default {
  name: 'go',
  emit: ({ compilation, settings: { clients }, templates }) =>
    clients.go === null ? [] : packageFiles(compilation, templates, clients.go.module),
} satisfies Emitter;
