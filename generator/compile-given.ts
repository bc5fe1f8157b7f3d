/** Required columns that entries of tests leave out: only what the statements read is missed. */
import { answeredSources, type Endpoint, type GivenEntries } from './core/plan/endpoint.ts';
import type { Report } from './core/report/diagnostics.ts';
import type { Field, Source } from './core/spec/source.ts';
import type { CompiledEndpoint } from './emitters/emitter.ts';
import { summarizeNames } from './resolve/names/names.ts';

/** Reports each required column that a statement of the endpoint reads, and that the entries leave out: once a data set. */
export function reportLacking(
  compiled: CompiledEndpoint,
  given: readonly GivenEntries[],
  report: Report,
): void {
  for (const { source, lacking = [] } of given) {
    const said = new Set<string>();
    for (const { place, owner, columns } of lacking) {
      const read = columns.filter(column => isRead(compiled, source, column));
      const message = `The entry has no ${summarizeNames(read)}, which ${owner} requires`;
      if (read.length === 0 || said.has(message)) continue;
      said.add(message);
      report('missing-key', place, message);
    }
  }
}

/** Whether a statement reads the column, or a part of it. Statements in own SQL may read any. */
function isRead({ endpoint, engines }: CompiledEndpoint, name: string, column: string): boolean {
  const source = planned(endpoint).find(one => one.name === name);
  if (source === undefined) return endpoint.body === 'own';
  const paths = engines.flatMap(({ reads }) => reads.get(name) ?? []);
  const isPart = (path: string) =>
    path === column || path.startsWith(`${column}.`) || column.startsWith(`${path}.`);
  return paths.some(isPart) || isInOwnSql(source, column);
}

/** The data sets that plans of the endpoint read. */
function planned(endpoint: Endpoint): readonly Source[] {
  if (endpoint.body === 'portable') return answeredSources(endpoint);
  return endpoint.body === 'googlesql' ? endpoint.sources : [];
}

/** Whether SQL of an author stands for the column, or for a measure over it. */
function isInOwnSql({ columns, measures }: Source, column: string): boolean {
  const [name] = column.split('.');
  const hasText = ({ text, fields }: Field): boolean =>
    Object.keys(text).length > 0 || fields.some(hasText);
  return (
    columns.some(one => one.name === name && hasText(one)) ||
    [...(measures?.values() ?? [])].some(({ words = [] }) => words.some(word => word === name))
  );
}
