/** The first line of a saved query: what a reader does not see in the statement. */
import type { GoogleSqlEndpoint, PortableEndpoint } from '../core/plan/endpoint.ts';
import { sourcesRead } from '../core/plan/endpoint.ts';
import { counted } from '../core/report/words.ts';
import type { Dialect } from '../sql/dialect.ts';

export function savedTitle(
  endpoint: PortableEndpoint | GoogleSqlEndpoint,
): (dialect: Pick<Dialect, 'title'>) => string {
  const facts = [pageFact(endpoint), capFact(endpoint), tableFact(endpoint)];
  const told = facts.filter(fact => fact !== null);
  return ({ title }) => [`${endpoint.name}, saved query for ${title}`, ...told].join('; ');
}

function pageFact(endpoint: PortableEndpoint | GoogleSqlEndpoint): string | null {
  return endpoint.body === 'portable' && endpoint.pages !== null
    ? 'it answers the first page'
    : null;
}

/** A cut that stands in no file of the author. An aggregate of all rows needs none. */
function capFact(endpoint: PortableEndpoint | GoogleSqlEndpoint): string | null {
  const { hasDefaultCap, limit, maxRows } = endpoint;
  const isCut = limit !== null || (endpoint.body === 'portable' && endpoint.limitBy !== null);
  if (!hasDefaultCap || isCut || maxRows === 1) return null;
  return `at most ${counted(maxRows, 'row')}, the default of max_rows`;
}

function tableFact(endpoint: PortableEndpoint | GoogleSqlEndpoint): string | null {
  const tables = sourcesRead(endpoint).length;
  return tables > 1 ? `its ${tables} tables must all exist` : null;
}
