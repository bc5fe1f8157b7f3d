/** Projects of tests on every engine: a new one runs what the others do, or it is said what it lacks. */

import { isMap, parseDocument } from 'yaml';
import { ENGINE_NAMES, type EngineName } from '../../../engines/index.ts';
import { type InputFile, resolveInputs } from '../../../generator/compile.ts';
import { isError } from '../../../generator/core/report/diagnostics.ts';

export interface EveryEngine {
  /** Each data set has a table on every engine. */
  readonly inputs: readonly InputFile[];
  /** The engines that can run every endpoint. */
  readonly engines: readonly EngineName[];
  /** The other ones, each with the first thing that it lacks. */
  readonly lacking: readonly (readonly [engine: EngineName, message: string])[];
}

/** Lends data sets tables on engines that they do not name. Throws where the inputs have a fault on any engine. */
export function onEveryEngine(written: readonly InputFile[]): EveryEngine {
  const inputs = written.map(input =>
    input.path.endsWith('sources.yaml') ? { ...input, bytes: withTables(textOf(input)) } : input,
  );
  const engines: EngineName[] = [];
  const lacking: [EngineName, string][] = [];
  for (const name of ENGINE_NAMES) {
    const { diagnostics } = resolveInputs(inputs, { dialects: [name] });
    const faults = diagnostics.filter(isError);
    const fault = faults.find(({ code }) => !LACKS.includes(code));
    if (fault !== undefined) throw new Error(`${fault.code}: ${fault.message}`);
    const [first] = faults;
    if (first === undefined) engines.push(name);
    else lacking.push([name, first.message]);
  }
  return { inputs, engines, lacking };
}

const LACKS: readonly string[] = [
  'unsupported-function',
  'unsupported-pattern',
  'unsupported-type',
];

function textOf({ bytes }: InputFile): string {
  return typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString();
}

/** A lent table is named like the first one of the data set. */
function withTables(text: string): string {
  const document = parseDocument(text);
  const sources = document.get('sources');
  if (!isMap(sources)) throw new Error('no data sets');
  for (const { value: source } of sources.items) {
    const tables = isMap(source) ? source.get('tables') : undefined;
    if (!isMap(tables)) throw new Error('a data set has no tables');
    const [first] = Object.values<{ readonly table: string }>(tables.toJSON());
    if (first === undefined) throw new Error('a data set has no table');
    for (const name of ENGINE_NAMES)
      if (!tables.has(name)) tables.set(name, document.createNode({ table: first.table }));
  }
  return document.toString();
}
