/** The rows of an endpoint over one column `c`, which a test declares in its own way. */
import type { Engine } from '../../../engines/engine.ts';
import { held, type Type } from '../../../generator/core/types/scalar.ts';
import { createBinder } from '../../../server/answers/bind.ts';
import { rowsWriter } from '../../../server/answers/cells/decode.ts';
import { manifestOf } from '../../service/answers/spec-service.ts';
import { runLimits } from '../engine-runs.ts';

export interface Declared {
  readonly type: Type;
  /** SQL of the engine in place of the column's name. */
  readonly own?: string;
}

/** Compiles the endpoint for the engine, and answers with what its callers would get. Rejects as the run does. */
export async function answered(
  engine: Engine,
  table: string,
  { type, own }: Declared,
): Promise<unknown> {
  const digits = type === 'decimal' ? { precision: 38, scale: 9 } : {};
  const sql = own === undefined ? {} : { [engine.name]: own };
  const { as, of } = held(type);
  const column = JSON.stringify({
    ...(as === 'one' ? { type } : { [as]: of }),
    required: true,
    ...digits,
    ...sql,
  });
  const { byName } = manifestOf(
    `  s:\n    tables: { ${engine.name}: { table: ${table} } }\n    columns: { c: ${column} }`,
    { s: 'from: s\nselect: [c]' },
    [engine.name],
  );
  const endpoint = byName.get('s');
  const statements = endpoint?.engines[engine.name];
  if (endpoint === undefined || statements === undefined) throw new Error('no endpoint');
  const { rows } = await engine.run(createBinder(statements)(new Map(), 0n), runLimits());
  return JSON.parse(rowsWriter(endpoint.columns)(rows));
}
