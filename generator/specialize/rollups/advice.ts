/** Rollups that a project lacks: each would answer aggregations of several endpoints. */
import type { RollupNeed } from './need.ts';

/** An aggregation that reads entries, and the rollup that would answer it. */
export interface MissingRollup {
  readonly endpoint: string;
  readonly need: RollupNeed;
}

export interface Advice {
  readonly source: string;
  readonly of: string;
  readonly step: string;
  readonly groupBy: readonly string[];
  readonly measures: readonly string[];
  readonly endpoints: readonly string[];
}

/** The fewest endpoints for which a rollup is worth its cost, and the most columns by which it may count. */
const [FEWEST, MOST_COLUMNS] = [3, 6];

/** At most one for each data set, timestamp and step: the one with the fewest columns, then for the most endpoints. */
export function rollupAdvice(lacks: readonly MissingRollup[]): readonly Advice[] {
  const groups = new Map<string, MissingRollup[]>();
  for (const lack of lacks) {
    const { source, of, step } = lack.need;
    const key = [source.name, of, step].join('\0');
    groups.set(key, [...(groups.get(key) ?? []), lack]);
  }
  return [...groups.values()].flatMap(group => {
    const possible = group.map(({ need }) => servedBy(need, group));
    const [best] = possible
      .filter(
        ({ groupBy, endpoints }) => endpoints.length >= FEWEST && groupBy.length <= MOST_COLUMNS,
      )
      .sort(
        (a, b) => a.groupBy.length - b.groupBy.length || b.endpoints.length - a.endpoints.length,
      );
    return best ?? [];
  });
}

/** The rollup with the columns of one aggregation and the columns of its scope, for all aggregations that need no others. */
function servedBy(
  { source, of, step, groupBy }: RollupNeed,
  group: readonly MissingRollup[],
): Advice {
  const columns = new Set([...source.scope.map(({ name }) => name), ...groupBy]);
  const served = group.filter(({ need }) => [...need.groupBy].every(name => columns.has(name)));
  return {
    source: source.name,
    of,
    step,
    groupBy: [...columns],
    measures: [...new Set(served.flatMap(({ need }) => [...need.measures]))].sort(),
    endpoints: [...new Set(served.map(({ endpoint }) => endpoint))].sort(),
  };
}

/** As YAML under `rollups` of the data set. */
export function adviceText({ source, of, step, groupBy, measures }: Advice): string {
  const listed = measures.length === 0 ? '' : `, measures: [${measures.join(', ')}]`;
  const name = `${source}_by_${step}`;
  return `${name}: { of: ${of}, step: ${step}, group_by: [${groupBy.join(', ')}]${listed} }`;
}
