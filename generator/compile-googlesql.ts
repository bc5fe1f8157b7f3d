/**
 * Compiles both forms of an endpoint in GoogleSQL for each engine. An engine whose own SQL is GoogleSQL runs the author's text
 * unchanged.
 */

import type { Binding, Statement } from './core/output/statement.ts';
import { statementKey } from './core/output/statement-key.ts';
import type { GoogleSqlEndpoint } from './core/plan/endpoint.ts';
import type { CompiledEndpoint, CompiledEngine } from './emitters/emitter.ts';
import { lowering } from './lower/lower.ts';
import { printOwn, writtenText } from './own/print.ts';
import { inSteps } from './plan/steps/steps.ts';
import { originsOf } from './prove/origins.ts';
import { saveGoogleSql } from './saved/saved.ts';
import { savedTitle } from './saved/title.ts';
import { listReads, storedLeaves } from './specialize/reads.ts';
import { specialize } from './specialize/specialize.ts';
import type { Dialect } from './sql/dialect.ts';
import { print } from './sql/print.ts';

export function compileGoogleSql(
  endpoint: GoogleSqlEndpoint,
  dialects: readonly Dialect[],
): Pick<CompiledEndpoint, 'engines' | 'origins'> {
  const plan = inSteps(endpoint.plan);
  const saved = saveGoogleSql(plan, endpoint);
  const running = specialize(plan, new Map(), endpoint);
  const leaves = endpoint.sources.map(source => {
    return { source, read: storedLeaves([running], source) };
  });
  const [savedOn, runningOn] = [lowering(saved), lowering(running)];
  const title = savedTitle(endpoint);
  const engines = dialects.map((dialect): CompiledEngine => {
    const { name, own } = dialect;
    const reads = leaves.map(({ source, read }) => {
      return [source.name, listReads(read, source, name)] as const;
    });
    const shared = { dialect: name, choices: [], reads: new Map(reads) };
    const written = endpoint.written[name];
    if (written !== undefined) {
      const statement = withAbsent(printOwn(written, own, new Map()), endpoint);
      return {
        ...shared,
        isOwn: true,
        saved: { sql: [writtenText(written, endpoint)], bind: [] },
        statements: new Map([[statementKey([]), statement]]),
      };
    }
    const statement = withAbsent(print(runningOn(dialect), dialect, endpoint.name), endpoint);
    return {
      ...shared,
      saved: print(savedOn(dialect), dialect, title(dialect)),
      statements: new Map([[statementKey([]), statement]]),
    };
  });
  const shown = endpoint.columns.map(({ name }) => name);
  return { engines, origins: originsOf(plan, shown) };
}

/** Adds the values to bind when an optional parameter is absent. */
function withAbsent(
  { sql, bind }: Statement,
  { params, emptyTexts }: GoogleSqlEndpoint,
): Statement {
  const optional = new Set(
    params.flatMap(({ name, required, default: usual, moving }) =>
      required || usual !== null || moving !== undefined ? [] : [name],
    ),
  );
  const standIn = (binding: Binding): Binding => {
    if (binding.from !== 'param' || !optional.has(binding.name)) return binding;
    if (binding.list === true) return { ...binding, absent: [] };
    return { ...binding, absent: emptyTexts.includes(binding.name) ? '' : null };
  };
  return { sql, bind: bind.map(standIn) };
}
