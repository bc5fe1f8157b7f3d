/** The pipeline in a row: texts in, files and diagnostics out. Pure: it reads nothing and writes nothing. */

import { compileEndpoint } from './compile-endpoint.ts';
import {
  type CompileOptions,
  endpointsOf,
  type InputFile,
  isSqlFile,
  lookingUp,
  outside,
  prepare,
  readSpecification,
} from './compile-specs.ts';
import type { PlannedFile } from './core/content.ts';
import { collector, type Diagnostic, type Report, sortDiagnostics } from './core/diagnostics.ts';
import type { Endpoint, Project } from './core/endpoint.ts';
import { type OnProgress, unseen } from './core/progress.ts';
import { always, noting } from './core/recall.ts';
import type { EndpointSpec } from './core/spec.ts';
import type { GeneratedFile } from './core/statement.ts';
import { descriptionOf } from './emitters/description.ts';
import {
  type Compilation,
  NO_CODE,
  type Output,
  type OutputSettings,
  type Templates,
} from './emitters/emitter.ts';
import { EMITTERS } from './emitters/index.ts';
import type { Question } from './googlesql/question.ts';
import type { RuledOut } from './resolve/dialects.ts';
import { resolveEndpoint, resolveEndpoints } from './resolve/resolve.ts';

export type { CompileOptions, InputFile } from './compile-specs.ts';

/** The sound parts of a project, before a statement is made of them. */
export interface Resolved {
  readonly project: Project;
  readonly dialects: readonly string[];
  /** Dialects that data sets ruled out, where none were asked for by name. */
  readonly ruledOut: readonly RuledOut[];
  readonly diagnostics: readonly Diagnostic[];
  /** About texts in GoogleSQL whose translation is not known: their endpoints are left out. */
  readonly questions: readonly Question[];
  /** Those of faulty endpoints, too. */
  readonly names: readonly Names[];
  /** By name of endpoint. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/** The names that no two endpoints may share. */
export interface Names {
  readonly name: string;
  readonly id: string;
  readonly aliases: readonly string[];
}

export interface Compiled extends Omit<Resolved, 'project' | 'dialects'> {
  readonly compilation: Compilation;
}

/** The texts and names that an endpoint was made of, besides the data sets. */
export interface Origin {
  readonly file: string;
  /** The values of the names that it looked up outside its file. */
  readonly found: ReadonlyMap<string, unknown>;
  /** Of its file and of itself; an error that concerns another endpoint, too, is not among them. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the sound parts of `inputs` and reports every fault of the others, sorted by place. */
export function compile(inputs: readonly InputFile[], options: CompileOptions): Compiled {
  const { project, dialects, ...others } = resolveProject(inputs, options);
  const { recall = always, onProgress = unseen } = options;
  const byName = [...project.endpoints].sort((a, b) => (a.name < b.name ? -1 : 1));
  const endpoints = byName.map((endpoint, i) => {
    onProgress('printing statements', i, byName.length);
    const make = () => compileEndpoint(endpoint, dialects);
    const slot = `statements of ${endpoint.name}`;
    return recall({ slot, key: [endpoint, dialects.join()], make }, FAULTLESS);
  });
  return { compilation: { project, dialects, endpoints }, ...others };
}

/** Each endpoint that resolves can be printed. */
const FAULTLESS: Report = (_, __, message) => {
  throw new Error(message);
};

/** All of `compile` but the statements: every fault is found without them. */
export function resolveProject(inputs: readonly InputFile[], options: CompileOptions): Resolved {
  const { recall = always, onProgress = unseen } = options;
  const { diagnostics, report } = collector();
  const files = inputs
    .filter(({ path }) => !isSqlFile(path))
    .map((file, i, all) => {
      onProgress('reading specifications', i, all.length);
      const make = () => readSpecification(file);
      return recall({ slot: file.path, key: [file.bytes], make }, report);
    });
  diagnostics.push(...files.flatMap(file => file.diagnostics));
  const texts = inputs.filter(({ path }) => isSqlFile(path));
  const { ground, dialects, ruledOut } = prepare(files, texts, options, report);
  const questions: Question[] = [];
  const origins = new Map<string, Origin>();
  const ofFile = new Map(files.map(file => [file.path, file.diagnostics]));
  const lookUp = lookingUp(texts, options);
  const specs = endpointsOf(files);
  let count = 0;
  /** One endpoint. Its result also depends on the names that it looks up. */
  const resolved = (spec: EndpointSpec, _: unknown, report: Report): Endpoint | null => {
    onProgress('resolving endpoints', count++, specs.length);
    const made = recall(
      {
        slot: `endpoint in ${spec.source.file}`,
        key: [spec, ground],
        lookUp,
        make: (told, lookUp) => {
          const asked: Question[] = [];
          const { found, noted } = noting(lookUp);
          const own = collector();
          const report: Report = (...fault) => {
            own.report(...fault);
            told(...fault);
          };
          const surroundings = { ...ground.surroundings, ...outside(noted, asked) };
          const endpoint = resolveEndpoint(spec, { ...ground, surroundings }, report);
          return { endpoint, asked, found, own: own.diagnostics };
        },
      },
      report,
    );
    const { endpoint, asked, found, own } = made;
    questions.push(...asked);
    const { file } = spec.source;
    const diagnostics = [...(ofFile.get(file) ?? []), ...own];
    if (endpoint !== null) origins.set(endpoint.name, { file, found, diagnostics });
    return endpoint;
  };
  const project = resolveEndpoints(specs, ground, report, resolved);
  return {
    project,
    dialects,
    ruledOut,
    diagnostics: sortDiagnostics(diagnostics),
    questions,
    names: specs.map(({ endpoint, id, aliases }) => {
      return { name: endpoint.value, id: id.value, aliases: aliases.map(({ value }) => value) };
    }),
    origins,
  };
}

/** The generated tree of a compilation, by path; without settings and templates, no code. */
export function emit(
  compilation: Compilation,
  settings: OutputSettings = NO_CODE,
  templates: Templates = new Map(),
): readonly GeneratedFile[] {
  const planned = planFiles({ description: descriptionOf(compilation), settings, templates });
  return planned.map(({ path, text }) => ({ path, text }));
}

/** The same of a project that is described already, their texts not made yet. */
export function planFiles(output: Output, onProgress: OnProgress = unseen): readonly PlannedFile[] {
  const files = EMITTERS.flatMap((emitter, i) => {
    onProgress('making files', i, EMITTERS.length);
    return emitter.emit(output);
  });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The emitters' last check of files that are about to be written. Throws where one is wrong, which is a bug of ours. */
export async function inspect(files: readonly GeneratedFile[], output: Output): Promise<void> {
  for (const emitter of EMITTERS) await emitter.inspect?.(files, output);
}
