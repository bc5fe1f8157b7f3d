/**
 * Chooses the endpoints of the demo: those of this folder that read only the data sets with made-up logs. Without any, those of the
 * package.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { EngineName } from '../../engines/index.ts';
import { compile } from '../../generator/compile.ts';
import { type Endpoint, sourcesRead } from '../../generator/core/plan/endpoint.ts';
import { isError } from '../../generator/core/report/diagnostics.ts';
import type { Field, Source } from '../../generator/core/spec/source.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import { packageFolder } from '../project/output/package-files.ts';
import { specificationFiles } from '../project/specifications/specification-files.ts';

export interface DemoProject {
  /** The project that the demo serves. */
  readonly served: Compilation;
  /** Names of the project's endpoints that the demo does not serve. */
  readonly left: readonly string[];
  /** The data sets that the demo makes logs for. */
  readonly sources: readonly Source[];
}

/** `project` is the compiled project of this folder; `null` if there is none. */
export function demoProject(project: Compilation | null, engine: EngineName): DemoProject {
  const own = packageProject(engine);
  const { sources } = own.project;
  if (project === null) return { served: own, left: [], sources };
  const isKnown = (source: Source) => sources.some(known => isPartOf(source, known, engine));
  const byName = new Map(project.project.sources.map(source => [source.name, source]));
  const isServed = (endpoint: Endpoint) =>
    endpoint.engines.includes(engine) &&
    sourcesRead(endpoint).every(name => {
      const source = byName.get(name);
      return source !== undefined && isKnown(source);
    });
  const all = project.project.endpoints;
  const left = all.filter(endpoint => !isServed(endpoint)).map(({ name }) => name);
  if (left.length === 0) return { served: project, left, sources };
  return { served: all.some(isServed) ? only(project, isServed) : own, left, sources };
}

function packageProject(engine: EngineName): Compilation {
  const root = packageFolder();
  const files = specificationFiles(join(root, 'endpoints'), join(root, 'generated'));
  const inputs = files.map(file => ({ path: relative(root, file), bytes: readFileSync(file) }));
  const { compilation, diagnostics } = compile(inputs, { dialects: [engine] });
  if (diagnostics.some(isError)) throw new Error('the endpoints of the package do not compile');
  return compilation;
}

function only(
  { project, dialects, endpoints, freshness }: Compilation,
  isChosen: (endpoint: Endpoint) => boolean,
): Compilation {
  return {
    project: { ...project, endpoints: project.endpoints.filter(isChosen) },
    dialects,
    endpoints: endpoints.filter(({ endpoint }) => isChosen(endpoint)),
    freshness,
  };
}

/** Whether the demo makes the data set's table with all columns that the data set declares. */
function isPartOf(source: Source, known: Source, engine: EngineName): boolean {
  const table = (of: Source) => JSON.stringify(of.tables[engine]);
  return table(source) === table(known) && areIn(source.columns, known.columns, engine);
}

function areIn(fields: readonly Field[], known: readonly Field[], engine: EngineName): boolean {
  return fields.every(field => {
    const same = known.find(({ name }) => name === field.name);
    return (
      same !== undefined &&
      same.type === field.type &&
      same.text[engine] === field.text[engine] &&
      areIn(field.fields, same.fields, engine)
    );
  });
}
