/** Compiling with what earlier runs kept: endpoints whose texts are the same are not compiled again. */
import { createHash } from 'node:crypto';
import { type Compiled, compile, type Origin } from './compile.ts';
import {
  type CompileOptions,
  type InputFile,
  isSourcesFile,
  isSqlFile,
  lookingUp,
} from './compile-specs.ts';
import { isError } from './core/diagnostics.ts';
import type { LookUp } from './core/recall.ts';
import { descriptionOf } from './emitters/description.ts';
import type { Compilation, Described, Description } from './emitters/emitter.ts';
import { type Pieces, piecesOf, recallPieces } from './emitters/pieces.ts';

/** An endpoint of which nothing is reported, and what it depends on besides its key. */
export interface Kept {
  readonly described: Described;
  /** Digests of what it looked up outside its file, by name. */
  readonly found: ReadonlyMap<string, string>;
  /** Pieces of generated files that are made of it. */
  readonly pieces: Pieces;
}
/** Where endpoints are kept from one run to another. A key stands for all that each run reads of them. */
export interface Store {
  readonly get: (key: string) => Kept | null;
  readonly put: (key: string, kept: Kept) => void;
}
export interface CompiledDescription extends Omit<Compiled, 'origins'> {
  readonly description: Description;
  /** Without the endpoints that come from the store. */
  readonly compilation: Compilation;
  /** Puts endpoints that are new or have new pieces into the store; to be called once files are made. */
  readonly keep: () => void;
}

/**
 * The description of the project that `compile` gives, with the same diagnostics. Endpoints that the store has are taken from
 * there. A fault that may concern several endpoints skips the store.
 */
export function compileKept(
  inputs: readonly InputFile[],
  options: CompileOptions,
  store: Store,
): CompiledDescription {
  const lookUp = lookingUp(
    inputs.filter(({ path }) => isSqlFile(path)),
    options,
  );
  const keyOf = keying(inputs, options);
  const known = new Map<string, Described>();
  const wanted: (() => void)[] = [];
  for (const input of inputs.filter(isEndpoint)) {
    const key = keyOf(input);
    const kept = store.get(key);
    if (kept === null || !isSame(kept, lookUp)) continue;
    const { described, found, pieces } = kept;
    known.set(input.path, described);
    recallPieces(described.known, pieces);
    wanted.push(() => {
      const now = piecesOf(described.known);
      if (!arePieces(pieces, now)) store.put(key, { described, found, pieces: now });
    });
  }
  const fresh = inputs.filter(({ path }) => !known.has(path));
  const { compilation, origins, ...result } = compile(fresh, options);
  const made = descriptionOf(compilation);
  const endpoints = [...made.endpoints, ...known.values()];
  if (known.size > 0 && (result.diagnostics.some(isError) || clash(endpoints)))
    return described(compile(inputs, options));
  const files = new Map(fresh.map(file => [file.path, file]));
  for (const one of made.endpoints) {
    const origin = origins.get(one.known.name);
    const file = origin && files.get(origin.file);
    const found = origin && digestsOf(origin);
    if (origin?.isClean && file && found)
      wanted.push(() => {
        store.put(keyOf(file), { described: one, found, pieces: piecesOf(one.known) });
      });
  }
  const keep = () => {
    for (const put of wanted) put();
  };
  const byName = endpoints.sort((a, b) => (a.known.name < b.known.name ? -1 : 1));
  return { ...result, compilation, description: { ...made, endpoints: byName }, keep };
}

function described({ origins: _, ...result }: Compiled): CompiledDescription {
  return { ...result, description: descriptionOf(result.compilation), keep: () => {} };
}

function isEndpoint({ path }: InputFile): boolean {
  return !isSqlFile(path) && !isSourcesFile(path);
}

/** Makes the key of an endpoint's file: its path and text, the data sets, and the dialects. */
function keying(
  inputs: readonly InputFile[],
  { dialects }: CompileOptions,
): (input: InputFile) => string {
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

/** `null` where a name stands for more than a text: an answer of the analyser, which becomes one in the generated files. */
function digestsOf({ found }: Origin): ReadonlyMap<string, string> | null {
  const digests = new Map<string, string>();
  for (const [name, value] of found) {
    const digest = digestOfFound(value);
    if (digest === null) return null;
    digests.set(name, digest);
  }
  return digests;
}

function digestOfFound(value: unknown): string | null {
  if (value === undefined) return ABSENT;
  return typeof value === 'string' || value instanceof Uint8Array ? digestOf(value) : null;
}

function isSame({ found }: Kept, lookUp: LookUp): boolean {
  return [...found].every(([name, digest]) => digestOfFound(lookUp(name)) === digest);
}

function arePieces(before: Pieces, now: Pieces): boolean {
  return (
    before.size === now.size && [...now].every(([name, { of }]) => before.get(name)?.of === of)
  );
}

/** Whether a name or an identifier may stand for two endpoints. */
function clash(endpoints: readonly Described[]): boolean {
  const names = endpoints.flatMap(({ known }) => [known.name, ...(known.aliases ?? [])]);
  return [names, endpoints.map(({ known }) => known.id)].some(texts => {
    return new Set(texts.map(text => text.toLowerCase())).size < texts.length;
  });
}
