/** Compiles the statements that find the newest entry of data sets with `freshness`, from endpoints that nobody can call. */
import { compileEndpoint } from './compile-endpoint.ts';
import { readSpecification } from './compile-specs.ts';
import { wholeText } from './core/output/statement.ts';
import { collector } from './core/report/diagnostics.ts';
import type { Freshness, Source } from './core/spec/source.ts';
import { UNIT_MICROS } from './core/types/scalar.ts';
import type { CompiledFreshness } from './emitters/emitter.ts';
import { type Ground, resolveEndpoint } from './resolve/resolve.ts';

/** One for each data set with `freshness` that has a table on one of `dialects`. */
export function compileFreshness(
  ground: Ground,
  dialects: readonly string[],
): readonly CompiledFreshness[] {
  return ground.sources.flatMap(source => {
    const { freshness, tables } = source;
    const engines = dialects.filter(name => Object.hasOwn(tables, name));
    if (freshness === undefined || engines.length === 0) return [];
    return {
      source: source.name,
      within: Number(freshness.within / UNIT_MICROS.second),
      engines: statementsOf(source, freshness, engines, ground),
    };
  });
}

/**
 * The entries within the span are enough, so that engines prune all others. Entries of the future are left out: one wrong clock
 * would hide that no others arrive.
 */
function statementsOf(
  { name, scope }: Source,
  { of, within }: Freshness,
  engines: readonly string[],
  ground: Ground,
): CompiledFreshness['engines'] {
  const endpoint = {
    endpoint: 'freshness',
    id: '00000000-0000-4000-8000-000000000000',
    engines,
    from: name,
    ...(scope.length === 0 ? {} : { unscoped: true }),
    where: [`${of} <= now()`],
    retention: { of, window: `${within / UNIT_MICROS.second} seconds` },
    select: { newest: `max(${of})` },
  };
  const { diagnostics, report } = collector();
  const file = { path: 'freshness.yaml', bytes: JSON.stringify(endpoint) };
  const { kind, spec, diagnostics: faults } = readSpecification(file);
  if (kind !== 'endpoint' || spec === null) throw new Error(told(name, faults));
  const resolved = resolveEndpoint(spec, ground, report);
  if (resolved === null) throw new Error(told(name, [...faults, ...diagnostics]));
  return new Map(
    compileEndpoint(resolved, engines).engines.map(({ dialect, statements }) => {
      const [statement] = statements.values();
      if (statement === undefined) throw new Error(`${name} has no statement for ${dialect}`);
      return [dialect, { sql: wholeText(statement), now: statement.bind.map(({ name }) => name) }];
    }),
  );
}

function told(name: string, faults: readonly { readonly message: string }[]): string {
  return `the newest entry of ${name} cannot be found: ${faults.map(({ message }) => message).join('; ')}`;
}
