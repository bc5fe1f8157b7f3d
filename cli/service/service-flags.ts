/** Flags of the verbs that run statements or the service. */
import { availableParallelism } from 'node:os';
import { DEFAULT_ENGINE, ENGINE_NAMES, ENGINES } from '../../engines/index.ts';
import { fileFlag, parseWholeNumber, textFlag } from '../flags.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from './address.ts';

export const ENGINE_FLAG = {
  kind: 'enum',
  values: ENGINE_NAMES,
  optional: true,
  brief: 'The engine to run on',
} as const;

const fileEngines = ENGINE_NAMES.filter(name => ENGINES[name].settings.files !== null)
  .map(name => ENGINES[name].dialect.title)
  .join(' or ');

export const DATABASE_FLAG = fileFlag(`The ${fileEngines} database, instead of the configured one`);

/** The engine of examples that name one. */
export const ENGINE_EXAMPLE = ENGINE_NAMES.find(name => name !== DEFAULT_ENGINE);

export const KEYS_FLAG = fileFlag('The key file, instead of the configured one');

export const HOST_FLAG = textFlag('host', `The address to listen on (default: ${DEFAULT_HOST})`);

export const PORT_FLAG = {
  kind: 'parsed',
  parse: parseWholeNumber(0, 65_535),
  optional: true,
  placeholder: 'port',
  brief: `The port to listen on; 0 for any free one (default: ${DEFAULT_PORT})`,
} as const;

const MOST_PROCESSES = 64;
const parseProcesses = parseWholeNumber(1, MOST_PROCESSES);

export const PROCESSES_FLAG = {
  kind: 'parsed',
  parse: (text: string) =>
    text === 'auto' ? Math.min(availableParallelism(), MOST_PROCESSES) : parseProcesses(text),
  optional: true,
  placeholder: 'number',
  brief: 'How many processes share the port; `auto` for one a core (default: 1)',
} as const;
