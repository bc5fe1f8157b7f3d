/** Compiles with the results of earlier runs: endpoints whose texts are unchanged are not compiled again. */
import { createHash } from 'node:crypto';
import { type Compiled, compile, type Origin, type UniqueNames } from './compile.ts';
import {
  type CompileOptions,
  endpointNames,
  type InputFile,
  isSourcesFile,
  isSqlFile,
  type LookUp,
  lookingUp,
} from './compile-specs.ts';
import { createMemo } from './core/memo.ts';
import { type Diagnostic, sortDiagnostics } from './core/report/diagnostics.ts';
import { unseen } from './core/report/progress.ts';
import { descriptionOf } from './emitters/description.ts';
import type { Compilation, DescribedEndpoint, Description } from './emitters/emitter.ts';
import { type Pieces, piecesOf, recallPieces } from './emitters/pieces.ts';

/** An endpoint without errors, and what it depends on besides its key. */
export interface KeptEndpoint {
  readonly described: DescribedEndpoint;
  readonly warnings: readonly Diagnostic[];
  /** Digests of the values that it looked up outside its file, by name. */
  readonly found: ReadonlyMap<string, string>;
  /** Pieces of generated files that are built from it. */
  readonly pieces: Pieces;
}
/** Keeps endpoints from one run to the next. A key covers the inputs that every endpoint reads; `found` covers the others. */
export interface Store {
  readonly get: (key: string) => KeptEndpoint | null;
  readonly put: (key: string, kept: KeptEndpoint) => void;
}
/** How to compile new endpoints in groups, so that only one group at a time is in memory. */
export interface Groups {
  /** The number of endpoints in a group. */
  readonly size: number;
  /** Called with each described group, to make the pieces that are kept with its endpoints. */
  readonly makePieces: (group: Description) => void;
  /** Returns the same endpoint with its texts out of memory. */
  readonly spill: (kept: KeptEndpoint) => KeptEndpoint;
}
export interface CompiledDescription extends Omit<Compiled, 'names' | 'origins'> {
  readonly description: Description;
  /** Excludes the endpoints taken from the store. */
  readonly compilation: Compilation;
  /** Puts new endpoints, and those with new pieces, into the store. Call it once the files are made. */
  readonly keep: () => void;
}

/**
 * Describes the project exactly as `compile` does, with the same diagnostics. Takes endpoints from the store, except those that
 * share a name or an identifier with another: they are compiled together, so that the clash is reported. With `groups`, first
 * puts new endpoints into the store, group by group.
 */
export function compileKept(
  inputs: readonly InputFile[],
  given: CompileOptions,
  store: Store,
  groups: Groups | null = null,
): CompiledDescription {
  const options = { ...given, endpoints: given.endpoints ?? endpointNames(inputs) };
  const keyOf = keying(inputs, options);
  const stored = keptOf(inputs, options, store, keyOf);
  const hasMore = groups !== null && keepInGroups(inputs, options, store, stored, keyOf, groups);
  const known = hasMore ? keptOf(inputs, options, store, keyOf) : stored;
  const others = () => inputs.filter(({ path }) => !known.has(path));
  let compiled = compile(others(), options);
  const clashing = clashOf(compiled.names, known);
  if (clashing.length > 0) {
    for (const path of clashing) known.delete(path);
    compiled = compile(others(), options);
  }
  const { compilation, origins, names: _, ...result } = compiled;
  const made = descriptionOf(compilation);
  const kept = [...known.values()];
  for (const { described, pieces } of kept) recallPieces(described.known, pieces);
  const files = new Map(inputs.map(file => [file.path, file]));
  const keep = () => {
    for (const [path, one] of known) {
      const file = files.get(path);
      const pieces = piecesOf(one.described.known);
      if (file && !arePieces(one.pieces, pieces)) store.put(keyOf(file), { ...one, pieces });
    }
    keepNew(made, origins, files, keyOf, (key, kept) => store.put(key, kept));
  };
  const endpoints = [...made.endpoints, ...kept.map(({ described }) => described)];
  const warnings = kept.flatMap(one => one.warnings);
  return {
    ...result,
    compilation,
    description: { ...made, endpoints: endpoints.sort(byName) },
    diagnostics: sortDiagnostics([...result.diagnostics, ...warnings]),
    keep,
  };
}

type KeyOf = (input: InputFile) => string;

/**
 * Puts the endpoints without errors into the store that are not in it yet, if they are more than a group; returns whether it
 * did. The compilation of the project, which follows, finds the errors, the questions, and the names that clash.
 */
function keepInGroups(
  inputs: readonly InputFile[],
  options: CompileOptions,
  store: Store,
  known: ReadonlyMap<string, KeptEndpoint>,
  keyOf: KeyOf,
  { size, makePieces, spill }: Groups,
): boolean {
  const shared = inputs.filter(input => !isEndpoint(input));
  const fresh = inputs.filter(input => isEndpoint(input) && !known.has(input.path));
  const memo = createMemo();
  for (let at = 0; at + size < fresh.length; at += size) {
    options.onProgress?.('compiling endpoints', at, fresh.length);
    const group = fresh.slice(at, at + size);
    const groupOptions = { ...options, once: memo.once, onProgress: unseen };
    const { compilation, origins } = compile([...shared, ...group], groupOptions);
    memo.forgetUnused();
    const made = descriptionOf(compilation);
    makePieces(made);
    const files = new Map(group.map(file => [file.path, file]));
    keepNew(made, origins, files, keyOf, (key, kept) => store.put(key, spill(kept)));
  }
  return fresh.length > size;
}

/** Puts compiled endpoints with their pieces into the store. */
function keepNew(
  { endpoints }: Description,
  origins: Compiled['origins'],
  files: ReadonlyMap<string, InputFile>,
  keyOf: KeyOf,
  put: Store['put'],
): void {
  for (const described of endpoints) {
    const origin = origins.get(described.known.name);
    const file = origin && files.get(origin.file);
    if (!file) continue;
    const { diagnostics: warnings, found } = origin;
    const pieces = piecesOf(described.known);
    put(keyOf(file), { described, warnings, found: digestsOf(found), pieces });
  }
}

/** Finds the stored endpoints that are still current, by the paths of their files. */
function keptOf(
  inputs: readonly InputFile[],
  options: CompileOptions,
  store: Store,
  keyOf: KeyOf,
): Map<string, KeptEndpoint> {
  const lookUp = lookingUp(inputs, options);
  return new Map(
    inputs.filter(isEndpoint).flatMap(input => {
      const kept = store.get(keyOf(input));
      return kept !== null && isSame(kept, lookUp) ? [[input.path, kept]] : [];
    }),
  );
}

/** Returns the paths of known endpoints that may share a name or an identifier with each other or with one of `others`. */
function clashOf(
  others: readonly UniqueNames[],
  known: ReadonlyMap<string, KeptEndpoint>,
): readonly string[] {
  const all = [...others, ...[...known.values()].map(namesOf)];
  const names = repeated(all.flatMap(({ name, aliases }) => [name, ...aliases]));
  const ids = repeated(all.map(({ id }) => id));
  return [...known].flatMap(([path, kept]) => {
    const { name, aliases, id } = namesOf(kept);
    return ids.has(lower(id)) || [name, ...aliases].some(one => names.has(lower(one)))
      ? [path]
      : [];
  });
}

function repeated(texts: readonly string[]): ReadonlySet<string> {
  const once = new Set<string>();
  return new Set(
    texts.map(lower).filter(text => {
      const isRepeated = once.has(text);
      once.add(text);
      return isRepeated;
    }),
  );
}

function lower(text: string): string {
  return text.toLowerCase();
}

function namesOf({ described: { known } }: KeptEndpoint): UniqueNames {
  return { name: known.name, id: known.id, aliases: known.aliases ?? [] };
}

function byName(a: DescribedEndpoint, b: DescribedEndpoint): number {
  return a.known.name < b.known.name ? -1 : 1;
}

function isEndpoint({ path }: InputFile): boolean {
  return !isSqlFile(path) && !isSourcesFile(path);
}

/** Returns a function that computes the key of an endpoint's file from its path and text, the data sets, and the dialects. */
function keying(inputs: readonly InputFile[], { dialects }: CompileOptions): KeyOf {
  const ground = createHash('sha256').update(JSON.stringify(dialects));
  for (const { path, bytes } of inputs.filter(({ path }) => isSourcesFile(path)))
    ground.update(JSON.stringify([path, digestOf(bytes)]));
  const shared = ground.digest('hex');
  return ({ path, bytes }) => digestOf(JSON.stringify([shared, path, digestOf(bytes)]));
}

function digestOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

const ABSENT = 'absent';

function digestsOf(found: Origin['found']): ReadonlyMap<string, string> {
  return new Map([...found].map(([name, value]) => [name, digestOfFound(value)]));
}

function digestOfFound(value: unknown): string {
  if (value === undefined) return ABSENT;
  const isText = typeof value === 'string' || value instanceof Uint8Array;
  return digestOf(isText ? value : JSON.stringify(value));
}

function isSame({ found }: KeptEndpoint, lookUp: LookUp): boolean {
  return [...found].every(([name, digest]) => digestOfFound(lookUp(name)) === digest);
}

function arePieces(before: Pieces, now: Pieces): boolean {
  return (
    before.size === now.size && [...now].every(([name, { of }]) => before.get(name)?.of === of)
  );
}
