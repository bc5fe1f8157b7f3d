/** Rows of own statements: the same tests of each engine that runs here, over cases of its own. */
import { expect, it } from 'vitest';
import type { BoundValue, Engine, Result, RunLimits } from '../../engines/engine.ts';
import { runLimits } from './engine-runs.ts';

export type RunOwn = (
  sql: string,
  values?: readonly BoundValue[],
  rest?: Partial<RunLimits>,
) => Promise<Result>;

/** `engine` is opened by the time that a statement runs. */
export function runsOwn(engine: () => Engine): RunOwn {
  return (sql, values = [], rest = {}) => {
    return engine().run({ sql, values, isOwn: true }, runLimits(rest));
  };
}

/** Columns keep the names that the statement gives them. `statement`: `a` twice, a count without a name, and `x"y 😀`. */
export function keepsNames(own: RunOwn, statement: string, count: string): void {
  it('keeps names as they are, those of expressions and equal ones too', async () => {
    const { columns } = await own(statement);
    expect(columns?.map(({ name }) => name)).toEqual(['a', 'a', count, 'x"y 😀']);
  });
}

/** Expressions whose values cannot be read, each with its message. The engine answers the next statement. */
export function failsByColumn(
  own: RunOwn,
  cases: readonly (readonly [sql: string, message: string])[],
): void {
  it.each(cases)('%s is a failure that names the column', async (sql, message) => {
    await expect(own(`SELECT 1 AS y, ${sql} AS x`)).rejects.toMatchObject({
      kind: 'failed',
      message,
    });
    expect((await own('SELECT 1')).rows).toEqual([[1]]);
  });
}
