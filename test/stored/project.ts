/** Endpoints over tables that a test makes with its own statements, compiled and run in both forms. */
import { compile } from '../../generator/compile.ts';
import type { PortableEndpoint } from '../../generator/core/plan/endpoint.ts';
import { isError } from '../../generator/core/report/diagnostics.ts';
import type { TestEngine } from '../engines/test-engine.ts';
import { prepare, type Rows, runPages, runSaved, runSpecialized } from '../equality/execute.ts';
import type { Sent } from '../reference/answer.ts';
import { allPortable } from '../support/projects/portable.ts';

const NOW = 1_774_742_400_000_000n;

/** The endpoints of a project of one engine. Bodies are YAML without name and `id`. Throws on a diagnostic. */
export function endpointsOf(
  engine: string,
  sources: string,
  bodies: Readonly<Record<string, string>>,
): ReadonlyMap<string, PortableEndpoint> {
  const files = Object.entries(bodies).map(([name, body], i) => ({
    path: `endpoints/${name}.yaml`,
    bytes: `endpoint: ${name}\nid: 00000000-0000-4000-8000-${String(i).padStart(12, '0')}\n${body}`,
  }));
  const inputs = [{ path: 'endpoints/sources.yaml', bytes: `sources:\n${sources}` }, ...files];
  const { compilation, diagnostics } = compile(inputs, { dialects: [engine] });
  const fault = diagnostics.find(isError);
  if (fault !== undefined)
    throw new Error(`${fault.place.source.file}: ${fault.message}\n${sources}`);
  const found = allPortable(compilation.project.endpoints);
  return new Map(found.map(endpoint => [endpoint.name, endpoint]));
}

/** The rows of a request, the same in both forms unless `isBoth` is false; of an endpoint with pages, those of all pages. */
export async function rowsOf(
  engine: TestEngine,
  endpoint: PortableEndpoint,
  sent: Sent = {},
  isBoth = true,
): Promise<Rows> {
  const prepared = prepare(endpoint, engine.name);
  const run = endpoint.pages === null ? runSpecialized : runPages;
  const rows = await run(prepared, engine, sent, NOW);
  const saved =
    isBoth && endpoint.pages === null ? await runSaved(prepared, engine, sent, NOW) : rows;
  if (shortened(saved) !== shortened(rows))
    throw new Error(`the saved query answers ${textOf(saved)} instead of ${textOf(rows)}`);
  return rows;
}

export function textOf(rows: Rows): string {
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** Decimals have the digits of their type in one form, and all nine after the point in the other. */
function shortened(rows: Rows): string {
  return textOf(rows).replaceAll(/"(-?\d+)\.(\d*?)0*"/g, (_, whole: string, rest: string) =>
    rest === '' ? `"${whole}"` : `"${whole}.${rest}"`,
  );
}
