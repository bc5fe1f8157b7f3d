/** Makes the statements that run: a caller's text and the values of a request become SQL with its values. */
import type { BoundStatement, BoundValue, Engine } from '../../engines/engine.ts';
import type { ManifestColumn, ManifestView } from '../../generator/core/output/manifest.ts';
import { LONGEST_SQL } from '../../generator/core/plan/endpoint.ts';
import { createBinder, type Values } from '../answers/bind.ts';
import type { Catalogue, WholeEndpoint } from '../answers/manifest/manifest.ts';
import type { Run } from '../answers/produce.ts';
import type { Ran } from './failures.ts';
import { Refused } from './refused.ts';
import { checkTokens } from './tokens.ts';
import type { Translators } from './translators.ts';

export interface MakerOptions {
  readonly engine: Pick<Engine, 'name'>;
  readonly translators: Pick<Translators, 'translate'>;
  readonly sources: Catalogue['sources'];
}

/** A statement of a caller, and the columns of its rows. */
export interface Made extends Ran {
  readonly columns: readonly ManifestColumn[];
}

/** Rejects with `Refused` for a statement that may not run, and otherwise as `Translators` does. */
export type MakeStatement = (
  sql: string,
  run: Pick<Run, 'values' | 'key' | 'now' | 'signal'>,
) => Promise<Made>;

/** Creates the maker of an endpoint's statements over these views. */
export function createStatementMaker(
  endpoint: WholeEndpoint,
  declared: readonly ManifestView[],
  options: MakerOptions,
): MakeStatement {
  const { params, maxRows, compat = null } = endpoint;
  const { engine, translators } = options;
  const binders = new Map(
    declared.map(view => {
      const relation = view.engines[engine.name];
      if (relation === undefined) throw new Error(`the view ${view.name} is not on ${engine.name}`);
      return [view.name, createBinder(relation, { params })] as const;
    }),
  );
  const boundOf = (view: string, values: Values, now: bigint): BoundStatement => {
    const bind = binders.get(view);
    if (bind === undefined) throw new Error(`the view ${view} has no statement`);
    return bind(values, now);
  };
  const taken = tablesOf(options);
  return async (sql, { values, key, now, signal }) => {
    if (Buffer.byteLength(sql) > LONGEST_SQL)
      throw new Refused(`The statement may have at most ${LONGEST_SQL} bytes.`);
    checkTokens(sql);
    const views = declared.map(({ name, columns, leaves = {}, repeated = false }) => {
      const { sql } = boundOf(name, values, now);
      return { name, columns, leaves, isRepeated: repeated, sql };
    });
    const asked = { sql, views, taken, dialect: engine.name, maxRows, compat };
    const made = await translators.translate(asked, key, signal);
    const bound = made.views.flatMap(view => boundOf(view, values, now).values);
    const clocks = made.clocks.map(
      (name): BoundValue => ({ name, scalar: 'timestamp', value: now }),
    );
    const statement = { sql: made.sql, values: once([...bound, ...clocks]) };
    return { statement, columns: made.columns, mayOverflow: made.mayOverflow };
  };
}

/** Returns names of the engine's tables: a relation with such a name would hide the table from a view. */
function tablesOf({ sources, engine }: MakerOptions): readonly string[] {
  return Object.values(sources).flatMap(({ tables }) => tables[engine.name]?.table ?? []);
}

/** Removes duplicates, because views bind the same parameters. */
function once(values: readonly BoundValue[]): readonly BoundValue[] {
  return [...new Map(values.map(value => [value.name, value])).values()];
}
