/** Compares declared tables and columns with those of an engine. */
import type { InputFile } from '../../generator/compile.ts';
import { isSourcesFile, readTree } from '../../generator/compile-specs.ts';
import type { Place, Report } from '../../generator/core/report/diagnostics.ts';
import { listed } from '../../generator/core/report/words.ts';
import { entryOf } from '../../generator/core/spec/document.ts';
import type { Description } from '../../generator/emitters/emitter.ts';
import type { SourceReads } from '../../server/answers/manifest/manifest.ts';
import {
  createReadiness,
  type Readiness,
  type SourceFinding,
} from '../../server/observe/health.ts';
import { asFailure, concurrencyOf, engineOpener } from '../engines.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { describedCatalogue } from './compiled.ts';
import { documentOf } from './specifications/specifications.ts';
import { columnAt } from './specifications/stored-lines.ts';
import type { Workspace } from './workspace.ts';

export interface AskedTables {
  readonly engine: string;
  /** The database file as it was typed; by default the one in the configuration. */
  readonly database: string | undefined;
}

/**
 * Reports, at columns, what prevents correct answers on the engine, and what statements read only as it happens to be stored; at the
 * names of endpoints what concerns no column. Returns how many data sets' tables were checked. Rejects with `Failure` if the engine cannot be reached.
 */
export async function compareTables(
  workspace: Workspace,
  inputs: readonly InputFile[],
  description: Description,
  { engine: name, database }: AskedTables,
  report: Report,
): Promise<number> {
  const manifest = describedCatalogue(description);
  const { findings, columns, reasons } = await lookAtTables(workspace, manifest, {
    engine: name,
    database,
  });
  for (const [told, [first, ...others]] of endpointsByFinding(findings)) {
    const message = `${namesOf([first, ...others])} cannot run on ${name}: ${told}`;
    const column = columns.find(one => one.told === told && one.severity === 'error');
    const place =
      (column && placeOfColumn(inputs, column.source, column.path)) ??
      placeOfEndpoint(first, inputs);
    const reason = reasons.get(told)?.replaceAll(`${workspace.root}/`, '');
    if (reason === undefined)
      report('table-mismatch', place, message, declarationHint(column?.near));
    else {
      const hint = 'Correct its place in `quern.yaml`, under `engines`, or the data set.';
      report('table-mismatch', place, `${message}: ${reason}`, hint);
    }
  }
  for (const { told, source, path, add, near } of columns.filter(isWarning)) {
    const place = placeOfColumn(inputs, source, path);
    if (place === null) continue;
    if (add === null)
      report(
        'absent-column',
        place,
        told,
        near === undefined
          ? 'Correct the name, or declare it with `optional: true`.'
          : `Write \`${near}\`, if that is meant. Otherwise declare it with \`optional: true\`.`,
      );
    else
      report('stored-type', place, told, 'Run `quern check --tables --update`, which writes it.');
  }
  const read = manifest.endpoints.flatMap(({ reads }) => Object.keys(reads[name] ?? {}));
  return new Set(read).size;
}

/** The endpoints that each finding concerns. */
function endpointsByFinding(
  findings: Readiness['findings'],
): ReadonlyMap<string, readonly [string, ...string[]]> {
  const found = new Map<string, readonly [string, ...string[]]>();
  for (const [endpoint, told] of findings)
    for (const one of told) {
      const known = found.get(one);
      found.set(one, known === undefined ? [endpoint] : [...known, endpoint]);
    }
  return found;
}

/** More endpoints than this are only counted. */
const MOST_NAMED = 3;

function namesOf(endpoints: readonly string[]): string {
  const named = endpoints.slice(0, MOST_NAMED).map(name => `\`${name}\``);
  const more = endpoints.length - named.length;
  return listed(more === 0 ? named : [...named, `${more} more`], 'and');
}

function declarationHint(near: string | undefined): string {
  const other = 'Change the data set in `sources.yaml`, or the table.';
  return near === undefined
    ? other
    : `Write \`${near}\`, if that is meant. Otherwise change the data set in \`sources.yaml\`, or the table.`;
}

/** Whether statements read the column right. */
function isWarning({ severity }: SourceFinding): boolean {
  return severity === 'warning';
}

/** Compares the tables. Rejects with `Failure` if the engine cannot be reached. */
export async function lookAtTables(
  workspace: Workspace,
  manifest: SourceReads,
  { engine: name, database }: AskedTables,
): Promise<Readiness> {
  const concurrency = concurrencyOf(name, workspace);
  const open = await engineOpener(name, { workspace, manifest, database, concurrency });
  const engine = await open().catch(asFailure);
  const look = createReadiness(manifest, engine).look();
  const found = await look.finally(() => engine.close());
  if (found.status === 'unavailable' && found.findings.size === 0)
    throw new Failure(EXIT.environment, `${name} does not answer: ${found.fault ?? ''}`, {
      hint: 'Say where it is in `quern.yaml`, under `engines`.',
    });
  return found;
}

/** Returns the place of a column in `sources.yaml`. */
function placeOfColumn(
  inputs: readonly InputFile[],
  source: string,
  path: readonly string[],
): Place | null {
  for (const input of inputs.filter(one => isSourcesFile(one.path))) {
    const document = readTree(input);
    const entry = document === null ? null : columnAt(document, source, path);
    if (entry !== null) return entry.place;
  }
  return null;
}

/** Returns the place of an endpoint's name in its specification. */
export function placeOfEndpoint(endpoint: string, inputs: readonly InputFile[]): Place {
  const { root } = documentOf(inputs, endpoint);
  const name = root.kind === 'mapping' ? entryOf(root, 'endpoint') : null;
  return name?.value.place ?? root.place;
}
