/** A table of the texts that patterns are tried on, on every engine. */
import { DIALECTS } from '../../../../engines/index.ts';
import type { Source } from '../../../../generator/core/spec/source.ts';
import { field } from '../../../compiler/language/support.ts';
import { all, type Engines, openEngines } from '../../../engines/open-engines.ts';
import { TEXTS } from './corpus.ts';

/** The engines, each with the texts by their places. */
export async function openWithTexts(): Promise<Engines> {
  const engines = await openEngines();
  const columns = { k: { type: 'int64' }, s: { type: 'string' } } as const;
  const rows = TEXTS.map((s, k) => ({ k: BigInt(k), s }));
  for (const engine of all(engines)) {
    await engine.load([{ name: 'texts', layout: 'nested', columns, rows }]);
  }
  return engines;
}

export const source: Source = {
  name: 'texts',
  invalid: 'error',
  keys: [],
  scope: [],
  title: null,
  description: null,
  columns: [field('k', 'int64', { nullable: false }), field('s', 'string')],
  tables: Object.fromEntries(
    [...DIALECTS.keys()].map(name => [name, { name: ['texts'], records: 'nested', where: null }]),
  ),
};
