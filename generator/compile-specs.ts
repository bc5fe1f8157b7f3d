/** The steps before endpoints are compiled: reading each file, preparing the data sets, and setting the options for resolving. */

import { DIALECTS, EMBEDDED_NAMES } from '../engines/index.ts';
import { always, type Once } from './core/memo.ts';
import { keptPath } from './core/output/kept.ts';
import type { Endpoint } from './core/plan/endpoint.ts';
import { besides, type Cuts } from './core/report/cuts.ts';
import { collector, type Diagnostic, type Report } from './core/report/diagnostics.ts';
import type { OnProgress } from './core/report/progress.ts';
import type { Document } from './core/spec/document.ts';
import type { SourcesSpec } from './core/spec/sources-spec.ts';
import type { EndpointSpec } from './core/spec/spec.ts';
import type { GoogleSqlAnswer } from './googlesql/question/question.ts';
import { foreignCallsHint } from './language/syntax/foreign-functions.ts';
import { readText } from './load/load.ts';
import { readWhole } from './load/whole-texts.ts';
import type { OwnAnswer } from './own/question.ts';
import { chooseDialects, type RuledOut } from './resolve/dialects.ts';
import type { AnalyserAnswer, AnalyserQuestion, Answers } from './resolve/questions.ts';
import {
  type Ground,
  type ResolveOptions,
  resolveEndpoint,
  resolveGround,
} from './resolve/resolve.ts';
import type { GoogleSql, Parsers, Surroundings, TextOf } from './resolve/surroundings.ts';
import { type Dialect, hasType, searches, spells } from './sql/dialect.ts';
import {
  type Partly,
  validateEndpoint,
  validatePartOfEndpoint,
  validatePartOfSources,
  validateSources,
} from './validate/validate.ts';

export interface InputFile {
  /** As the author would type it. The file's name decides its kind: `sources.yaml`, an endpoint, or SQL that endpoints name. */
  readonly path: string;
  readonly bytes: Uint8Array | string;
}
export interface CompileOptions {
  /** Names of the dialects to compile for, in the order of their outputs; `null`: those for which every data set has a table. */
  readonly dialects: readonly string[] | null;
  /** The answers of the engines' analysers; empty by default. */
  readonly answers?: Answers;
  /** The files of `generated/googlesql/` and `generated/own/` by their paths, such as `own/errors.json`; empty by default. */
  readonly kept?: ReadonlyMap<string, string>;
  /** The names of all endpoints of the project, if `inputs` has only some of them; by default those of `inputs`. */
  readonly endpoints?: ReadonlySet<string>;
  /** Remembers the files and data sets as they were read, for the next compilation. */
  readonly once?: Once;
  readonly onProgress?: OnProgress;
}

// ---- files ----------------------------------------------------------------------------------------------------------

interface Read<Spec> {
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
  /** `null` if it has faults, which are reported. */
  readonly spec: Spec | null;
  /** The parts that can be read besides these faults; `null` without them, and if they leave nothing usable. */
  readonly part: Partly<Spec> | null;
}
interface ReadSources extends Read<SourcesSpec> {
  readonly kind: 'sources';
}
interface ReadEndpoint extends Read<EndpointSpec> {
  readonly kind: 'endpoint';
}
/** One file, read independently of the others. */
export type Specification = ReadSources | ReadEndpoint;

const KNOWN = [...DIALECTS.keys()];

/** Reads one YAML file, independently of the others. */
export function readSpecification({ path, bytes }: InputFile): Specification {
  const { diagnostics, report } = collector();
  const found = isSourcesFile(path)
    ? readWhole(path, bytes, report, sourcesIn, foreignCallsHint)
    : readWhole(path, bytes, report, endpointIn, foreignCallsHint);
  return { path, diagnostics, ...found };
}

/** The tree of a YAML file, without its faults; `null` if it cannot be trusted. */
export function readTree({ path, bytes }: InputFile): Document | null {
  const read = isSourcesFile(path) ? sourcesIn : endpointIn;
  const checked = (document: Document | null, report: Report) => {
    read(document, report);
    return document;
  };
  return readWhole(path, bytes, () => {}, checked);
}

function sourcesIn(document: Document | null, report: Report) {
  const spec = document && validateSources(document, report, KNOWN);
  const part = spec ? null : document && validatePartOfSources(document, report, KNOWN);
  return { kind: 'sources', spec, part } as const;
}

function endpointIn(document: Document | null, report: Report) {
  const spec = document && validateEndpoint(document, report);
  const part = spec ? null : document && validatePartOfEndpoint(document, report);
  return { kind: 'endpoint', spec, part } as const;
}

/** Resolves an endpoint's file; of one with faults of its own, only to find others. */
export function resolveRead(
  { spec, part }: ReadEndpoint,
  { ground, cuts }: Pick<Prepared, 'ground' | 'cuts'>,
  report: Report,
): Endpoint | null {
  if (spec !== null) return resolveEndpoint(spec, ground, besides(cuts, report));
  if (part !== null) resolveEndpoint(part.spec, ground, besides([...cuts, part.cuts], report));
  return null;
}

export function endpointsOf(files: readonly Specification[]): readonly EndpointSpec[] {
  return files.flatMap(file => (file.kind === 'endpoint' && file.spec ? [file.spec] : []));
}

export function isSqlFile(path: string): boolean {
  return path.endsWith('.sql');
}

export function isSourcesFile(path: string): boolean {
  return /(^|[/\\])sources\.ya?ml$/.test(path);
}

const ENDING = '.yaml';

/** The names of the endpoints, each in a file of its name. */
export function endpointNames(inputs: readonly InputFile[]): ReadonlySet<string> {
  const files = inputs.filter(({ path }) => path.endsWith(ENDING) && !isSourcesFile(path));
  return new Set(
    files.map(({ path }) => withSlashes(path).slice(0, -ENDING.length).split('/').at(-1) ?? path),
  );
}

// ---- what endpoints are resolved against ----------------------------------------------------------------------------

/** Everything that endpoints are resolved against, and the questions asked meanwhile. */
export interface Prepared {
  readonly ground: Ground;
  readonly dialects: readonly string[];
  /** Dialects that data sets exclude, if the configuration lists no dialects. */
  readonly ruledOut: readonly RuledOut[];
  /** The parts that were cut from files of data sets. */
  readonly cuts: readonly Cuts[];
  /** Grows with every endpoint whose SQL needs an answer that is not known. */
  readonly questions: AnalyserQuestion[];
}

/** Nothing is left of a file. */
const UNREADABLE: Cuts = { names: new Set(), torn: [], isWide: true };

/** Prepares the data sets and reports all their faults; `inputs` has the SQL files that endpoints may name. */
export function prepare(
  files: readonly Specification[],
  inputs: readonly InputFile[],
  options: CompileOptions,
  report: Report,
): Prepared {
  const declared = files.filter(file => file.kind === 'sources');
  const cut = declared.filter(({ spec }) => spec === null);
  const parts = cut.flatMap(({ part }) => part ?? []);
  const sources = inOrder([
    ...declared.flatMap(({ spec }) => spec ?? []),
    ...parts.map(({ spec }) => spec),
  ]);
  const cuts = cut.map(({ part }) => part?.cuts ?? UNREADABLE);
  const { dialects, ruledOut } =
    options.dialects === null
      ? chooseDialects(
          sources.flatMap(file => file.sources),
          KNOWN,
          report,
        )
      : { dialects: options.dialects, ruledOut: [] };
  const questions: AnalyserQuestion[] = [];
  const resolving: ResolveOptions = {
    dialects,
    known: KNOWN,
    sourcesIncomplete: declared.some(({ spec }) => spec === null),
    abilities: {
      canSpell: (dialect, fn) => spells(dialectOf(dialect), fn),
      hasType: (dialect, scalar) => hasType(dialectOf(dialect), scalar),
      canSearch: (dialect, searched) => searches(dialectOf(dialect), searched),
    },
    testEngines: EMBEDDED_NAMES,
    authorSql: engine => DIALECTS.get(engine)?.author ?? null,
    storedTypes: engine => DIALECTS.get(engine)?.stored ?? null,
    ownSql: engine => DIALECTS.get(engine)?.own ?? null,
    ...outside(lookingUp(inputs, options), questions),
  };
  const { once = always } = options;
  const dependencies = [...sources, resolving.sourcesIncomplete, dialects.join()];
  const { ground, diagnostics } = once('data sets', dependencies, () => {
    const { diagnostics, report } = collector();
    return { ground: resolveGround(sources, resolving, report), diagnostics };
  });
  const told = besides(cuts, report);
  for (const { code, place, message, hint } of diagnostics) told(code, place, message, hint);
  return { ground, dialects, ruledOut, cuts, questions };
}

/** Sorted by their first data sets, so that moving files between folders does not change the output. */
function inOrder(files: readonly SourcesSpec[]): readonly SourcesSpec[] {
  const first = ({ sources: [one] }: SourcesSpec) => one?.name.value ?? '';
  return [...files].sort((a, b) => Number(first(a) > first(b)) - Number(first(a) < first(b)));
}

/** The engines whose own SQL is GoogleSQL. */
const SPOKEN = new Map(
  [...DIALECTS.values()].flatMap(({ name, own }) =>
    own.tableName === undefined ? [] : [[name, own] as const],
  ),
);

/** Names under which endpoints look up values outside their own files. */
const NAMES = {
  file: (path: string) => `file ${path}`,
  kept: (path: string) => `kept ${path}`,
  answer: (hash: string) => `answer ${hash}`,
  endpoint: (name: string) => `endpoint ${name}`,
};

/** Finds a value outside an endpoint's file by its name. */
export type LookUp = (name: string) => unknown;

/** Returns `lookUp`, and a record of everything that it has found so far. */
export function noting(lookUp: LookUp): {
  readonly noted: LookUp;
  readonly found: ReadonlyMap<string, unknown>;
} {
  const found = new Map<string, unknown>();
  const noted: LookUp = name => {
    const value = lookUp(name);
    found.set(name, value);
    return value;
  };
  return { noted, found };
}

/** Looks up SQL files, kept translations, known answers and endpoints by name. */
export function lookingUp(inputs: readonly InputFile[], options: CompileOptions): LookUp {
  const { kept = new Map(), answers = new Map(), endpoints = endpointNames(inputs) } = options;
  const texts = inputs.filter(({ path }) => isSqlFile(path));
  const known = new Map<string, unknown>([
    ...[...endpoints].map(name => [NAMES.endpoint(name), name] as const),
    ...texts.map(file => [NAMES.file(withSlashes(file.path)), file.bytes] as const),
    ...[...kept].map(([name, text]) => [NAMES.kept(name), text] as const),
    ...[...answers].map(([hash, answer]) => [NAMES.answer(hash), answer] as const),
  ]);
  return name => known.get(name);
}

/** Wraps `lookUp` in the functions that resolving calls; adds questions without an answer to `questions`. */
export function outside(
  lookUp: LookUp,
  questions: AnalyserQuestion[],
): Pick<Surroundings, 'textOf' | 'isEndpoint'> & {
  readonly googleSql: GoogleSql;
  readonly parsers: Parsers;
} {
  const keptOf = (path: string) => (lookUp(NAMES.kept(path)) as string | undefined) ?? null;
  const answerTo = <T extends AnalyserAnswer>(question: AnalyserQuestion) => {
    const answer = lookUp(NAMES.answer(question.hash)) as T | undefined;
    if (answer === undefined) questions.push(question);
    return answer ?? null;
  };
  return {
    isEndpoint: name => lookUp(NAMES.endpoint(name)) !== undefined,
    textOf: textOf(path => lookUp(NAMES.file(path)) as InputFile['bytes'] | undefined),
    googleSql: {
      spoken: SPOKEN,
      keptOf: name => keptOf(keptPath('googlesql', name)),
      answerTo: question => answerTo<GoogleSqlAnswer>(question),
    },
    parsers: {
      keptOf: name => keptOf(keptPath('own', name)),
      answerTo: question => answerTo<OwnAnswer>(question),
    },
  };
}

/** Finds a file by its path relative to another file. The path cannot lead to a parent folder. */
function textOf(bytesOf: (path: string) => InputFile['bytes'] | undefined): TextOf {
  return (from, name, report) => {
    const file = withSlashes(from.file);
    const path = file.slice(0, file.lastIndexOf('/') + 1) + name.value.replace(/^\.\//, '');
    const bytes = bytesOf(path);
    if (bytes !== undefined) return readText(path, bytes, report);
    const message = `There is no file \`${name.value}\` next to the specification`;
    const hint = 'Name a file that ends in `.sql`, in the folder of this file or below it.';
    report('unknown-file', name.place, message, hint);
    return null;
  };
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

export function dialectOf(name: string): Dialect {
  const dialect = DIALECTS.get(name);
  if (dialect === undefined) throw new Error(`no dialect is named ${name}`);
  return dialect;
}
