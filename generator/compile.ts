/** The whole pipeline, from texts to files and diagnostics. Pure: it reads and writes no files. */

import { compileIfShort } from './compile-endpoint.ts';
import { compileFreshness } from './compile-freshness.ts';
import { reportLacking } from './compile-given.ts';
import { reportUnread } from './compile-rollups.ts';
import {
  type CompileOptions,
  dialectOf,
  endpointsOf,
  type InputFile,
  isSqlFile,
  lookingUp,
  noting,
  outside,
  prepare,
  readSpecification,
  resolveRead,
} from './compile-specs.ts';
import { always } from './core/memo.ts';
import { type PlannedFile, planFile } from './core/output/content.ts';
import { markJoint } from './core/output/marker.ts';
import type { GeneratedFile } from './core/output/statement.ts';
import { bodiesOf, type Endpoint, type Project } from './core/plan/endpoint.ts';
import { besides } from './core/report/cuts.ts';
import {
  collector,
  type Diagnostic,
  isError,
  type Place,
  type Report,
  sortDiagnostics,
} from './core/report/diagnostics.ts';
import { type OnProgress, unseen } from './core/report/progress.ts';
import type { EndpointSpec } from './core/spec/spec.ts';
import { descriptionOf } from './emitters/description.ts';
import {
  type Compilation,
  type CompiledEndpoint,
  type EmitterInput,
  NO_CODE,
  type OutputSettings,
  type Templates,
} from './emitters/emitter.ts';
import { EMITTERS } from './emitters/index.ts';
import type { RuledOut } from './resolve/dialects.ts';
import type { AnalyserQuestion } from './resolve/questions.ts';
import { type Ground, resolveEndpoint, resolveEndpoints } from './resolve/resolve.ts';
import { bytesOf, LONG_SAVED_QUERY, LONGEST_STATEMENT } from './sql/length.ts';

export type { CompileOptions, InputFile } from './compile-specs.ts';

/** The parts of a project without faults, before their statements are printed. */
export interface Resolved {
  readonly project: Project;
  readonly ground: Ground;
  readonly dialects: readonly string[];
  /** Dialects that data sets exclude, if no dialects were requested by name. */
  readonly ruledOut: readonly RuledOut[];
  readonly diagnostics: readonly Diagnostic[];
  /** Questions about SQL without a known answer. Their endpoints are left out. */
  readonly questions: readonly AnalyserQuestion[];
  /** Includes the names of faulty endpoints. */
  readonly names: readonly NamesInFile[];
  /** By name of endpoint. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/** Names that must be unique among endpoints. */
export interface UniqueNames {
  readonly name: string;
  readonly id: string;
  readonly aliases: readonly string[];
}
/** The names of an endpoint in a file. */
export interface NamesInFile extends UniqueNames {
  readonly file: string;
}

export interface Compiled extends Omit<Resolved, 'project' | 'ground' | 'dialects'> {
  readonly compilation: Compilation;
}

/** The inputs that an endpoint was compiled from, besides the data sets. */
export interface Origin {
  readonly file: string;
  /** The endpoint's name in that file. */
  readonly place: Place;
  /** The values that it looked up outside its file, by name. */
  readonly found: ReadonlyMap<string, unknown>;
  /** The diagnostics of its file and of the endpoint. Errors that also concern another endpoint are not included. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the parts of `inputs` without faults and reports every fault of the others, sorted by place. */
export function compile(inputs: readonly InputFile[], options: CompileOptions): Compiled {
  const { project, ground, dialects, ...others } = resolveInputs(inputs, options);
  const { onProgress = unseen } = options;
  const origins = new Map(others.origins);
  const diagnostics = [...others.diagnostics];
  const byName = [...project.endpoints].sort((a, b) => (a.name < b.name ? -1 : 1));
  const endpoints = byName.flatMap((endpoint, i) => {
    onProgress('printing statements', i, byName.length);
    const origin = origins.get(endpoint.name);
    if (origin === undefined) throw new Error(`the endpoint ${endpoint.name} has no origin`);
    const own = collector();
    const made = compileReporting(endpoint, dialects, origin.place, own.report);
    const all = [...origin.diagnostics, ...own.diagnostics];
    origins.set(endpoint.name, { ...origin, diagnostics: all });
    diagnostics.push(...own.diagnostics);
    return made === null || all.some(isError) ? [] : made;
  });
  return {
    compilation: {
      project,
      dialects,
      endpoints,
      freshness: compileFreshness(ground, dialects),
    },
    ...others,
    origins,
    diagnostics: sortDiagnostics(diagnostics),
  };
}

/** Compiles an endpoint, and reports what only its statements show; `null` if one of them would be too long. */
function compileReporting(
  endpoint: Endpoint,
  dialects: readonly string[],
  place: Place,
  report: Report,
): CompiledEndpoint | null {
  const made = compileIfShort(endpoint, dialects);
  if (made === null) reportLength(endpoint.name, place, report);
  else reportLongSaved(made, place, report);
  reportUnread(endpoint, dialects, report);
  if (made !== null) reportLongNames(made, place, report);
  if (made !== null) for (const { given } of endpoint.tests) reportLacking(made, given, report);
  return made;
}

/** Reports that a statement of an endpoint is too long. Everything else that resolves can be printed. */
function reportLength(name: string, place: Place, report: Report): void {
  const message = `A statement of \`${name}\` would have more than ${LONGEST_STATEMENT} bytes of SQL`;
  const hint = 'Nest fewer functions of parameters, or compute the inner ones in a step.';
  report('statement-too-long', place, message, hint);
}

/** Reports names that an engine of the endpoint would cut: of outputs, and of the columns of steps. */
function reportLongNames({ endpoint, engines }: CompiledEndpoint, place: Place, report: Report) {
  const names =
    endpoint.body === 'portable'
      ? bodiesOf(endpoint).flatMap(({ outputs }) => outputs.map(({ name }) => name))
      : [];
  for (const { dialect } of engines) {
    const { title, longestName } = dialectOf(dialect);
    for (const name of new Set(names)) {
      const bytes = encoder.encode(name).length;
      if (longestName === null || bytes <= longestName) continue;
      const message = `The name \`${name}\` has ${bytes} bytes, and ${title} cuts names after ${longestName}`;
      const hint = 'Shorten it, or list the other engines under `engines`.';
      report('invalid-name', place, message, hint);
    }
  }
}

const encoder = new TextEncoder();

/** Warns of saved queries near the limit of their engine. The service raises it, but callers of a saved query have their own settings. */
function reportLongSaved({ endpoint, engines }: CompiledEndpoint, place: Place, report: Report) {
  for (const { dialect, saved } of engines) {
    const { title, longestQuery } = dialectOf(dialect);
    const bytes = bytesOf(saved.sql);
    if (longestQuery === null || bytes <= LONG_SAVED_QUERY) continue;
    const { bytes: most, setting } = longestQuery;
    const message = `The saved query of \`${endpoint.name}\` on ${title} has ${bytes} bytes, and \`${setting}\` is ${most} by default`;
    const hint = `Raise \`${setting}\` where the saved query runs, or declare fewer filters.`;
    report('long-saved-query', place, message, hint);
  }
}

/** Does everything that `compile` does except printing statements. This finds every fault but statements that are too long. */
export function resolveInputs(inputs: readonly InputFile[], options: CompileOptions): Resolved {
  const { once = always, onProgress = unseen } = options;
  const { diagnostics, report } = collector();
  const files = inputs
    .filter(({ path }) => !isSqlFile(path))
    .map((file, i, all) => {
      onProgress('reading specifications', i, all.length);
      return once(`file ${file.path}`, [file.bytes], () => readSpecification(file));
    });
  diagnostics.push(...files.flatMap(file => file.diagnostics));
  const { ground, cuts, dialects, ruledOut } = prepare(files, inputs, options, report);
  const questions: AnalyserQuestion[] = [];
  const origins = new Map<string, Origin>();
  const ofFile = new Map(files.map(file => [file.path, file.diagnostics]));
  const lookUp = lookingUp(inputs, options);
  const specs = endpointsOf(files);
  let count = 0;
  /** Resolves one endpoint, and records the values that it looks up. */
  const resolved = (spec: EndpointSpec, _: unknown, report: Report): Endpoint | null => {
    onProgress('resolving endpoints', count++, specs.length);
    const own = collector();
    const told: Report = (...fault) => {
      own.report(...fault);
      report(...fault);
    };
    const { found, noted } = noting(lookUp);
    const surroundings = { ...ground.surroundings, ...outside(noted, questions) };
    const endpoint = resolveEndpoint(spec, { ...ground, surroundings }, besides(cuts, told));
    const { file } = spec.source;
    const diagnostics = [...(ofFile.get(file) ?? []), ...own.diagnostics];
    if (endpoint !== null) {
      const { place } = spec.endpoint;
      origins.set(endpoint.name, { file, place, found, diagnostics });
    }
    return endpoint;
  };
  const project = resolveEndpoints(specs, ground, report, resolved);
  const alone = { ...ground, surroundings: { ...ground.surroundings, ...outside(lookUp, []) } };
  for (const file of files)
    if (file.kind === 'endpoint' && file.part) resolveRead(file, { ground: alone, cuts }, report);
  return {
    project,
    ground,
    dialects,
    ruledOut,
    diagnostics: sortDiagnostics(diagnostics),
    questions,
    names: specs.map(({ source: { file }, endpoint, id, aliases }) => {
      const others = aliases.map(({ value }) => value);
      return { file, name: endpoint.value, id: id.value, aliases: others };
    }),
    origins,
  };
}

/** Generates all files of a compilation, sorted by path. Without settings and templates it generates no code. */
export function emit(
  compilation: Compilation,
  settings: OutputSettings = NO_CODE,
  templates: Templates = new Map(),
): readonly GeneratedFile[] {
  const planned = planFiles({ description: descriptionOf(compilation), settings, templates });
  return planned.map(({ path, text }) => ({ path, text }));
}

/** Plans the files of a described project, sorted by path, without making their texts yet. */
export function planFiles(
  output: EmitterInput,
  onProgress: OnProgress = unseen,
): readonly PlannedFile[] {
  const files = EMITTERS.flatMap((emitter, i) => {
    onProgress('making files', i, EMITTERS.length);
    return emitter.emit(output);
  });
  const marked = files.map(file => planFile(file.path, ...markJoint(file)));
  return marked.sort((a, b) => (a.path < b.path ? -1 : 1));
}
