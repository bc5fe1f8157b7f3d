/**
 * The memory of a run: the compiled endpoints of the last run that wrote files, whose texts stand in the generated files, and
 * the states of these files. Another release of quern remembers nothing. An endpoint that cannot be read is compiled again.
 */
import type { KeptEndpoint, Store } from '../../generator/compile-kept.ts';
import type { Text } from '../../generator/core/output/content.ts';
import type { GeneratedFile } from '../../generator/core/output/statement.ts';
import { hasDefinition } from '../../generator/emitters/manifest.ts';
import type { Ledger, LeftFiles, WrittenFiles } from '../../generator/write/index.ts';
import type { Workspace } from '../project/workspace.ts';
import { type Packed, packed, unpacked } from './packed.ts';
import { type Done, keepRun, type ProjectPaths, readLastRun } from './stamp.ts';
import { Damaged, placedTexts, placesIn, type TextPlace } from './texts.ts';

/** The memory that a run leaves for the next one. */
interface Remembered {
  /** The files as the run left them, whichever build of quern it was. */
  readonly written: WrittenFiles;
  readonly left: LeftFiles;
  readonly endpoints: ReadonlyMap<string, Packed<TextPlace>>;
}
export type KeptEntry = readonly [key: string, endpoint: Packed<TextPlace>];

const NOTHING: Remembered = { written: new Map(), left: new Map(), endpoints: new Map() };

export function groundOf({ file, config, pathOf }: Workspace): ProjectPaths {
  return { file, endpoints: pathOf(config.endpoints), output: pathOf(config.output) };
}

/** Returns a memory without a last run. */
export function emptyMemory(ground: ProjectPaths): Memory {
  return new Memory(ground, NOTHING, false);
}

/** Opens a memory that has read all texts of an endpoint when it returns the endpoint. */
export function openMemory(ground: ProjectPaths): Memory {
  return new Memory(ground, lastRun(ground), true);
}

/**
 * Runs `work` with a memory that reads texts when they are needed, at any time during the work. If a text is damaged, runs
 * `work` again with a memory that has read all texts.
 */
export async function withMemory<T>(
  ground: ProjectPaths,
  work: (memory: Memory) => Promise<T>,
): Promise<T> {
  try {
    return await work(new Memory(ground, lastRun(ground), false));
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    return work(openMemory(ground));
  }
}

function lastRun({ file }: ProjectPaths): Remembered {
  const found = readLastRun(file);
  if (found === null) return NOTHING;
  // all builds write these values alike
  const written = found.left as LeftFiles;
  if (!found.isSame) return { ...NOTHING, written };
  // the cast is safe: the same build has written the values
  return { written, left: written, endpoints: new Map(found.values as KeptEntry[]) };
}

export class Memory implements Store, Ledger {
  readonly #ground: ProjectPaths;
  readonly #isHeld: boolean;
  readonly #known = new Map<string, KeptEndpoint>();
  readonly #used = new Set<string>();
  #last: Remembered;
  #left: LeftFiles | null = null;
  #isNew = false;

  constructor(ground: ProjectPaths, last: Remembered, isHeld: boolean) {
    this.#ground = ground;
    this.#last = last;
    this.#isHeld = isHeld;
  }

  get(key: string): KeptEndpoint | null {
    this.#used.add(key);
    const kept = this.#known.get(key) ?? this.#restored(key);
    if (kept !== null) this.#known.set(key, kept);
    return kept;
  }

  put(key: string, kept: KeptEndpoint): void {
    this.#used.add(key);
    this.#known.set(key, kept);
    this.#isNew = true;
  }

  get before(): LeftFiles {
    return this.#left ?? this.#last.left;
  }

  /** The files as quern wrote them here. */
  get written(): WrittenFiles {
    return this.#left ?? this.#last.written;
  }

  keep(left: LeftFiles): void {
    if (!isSame(left, this.written)) this.#isNew = true;
    this.#left = left;
  }

  /** Forgets the endpoints that were neither read nor put since the last call. */
  sweep(): void {
    for (const key of this.#known.keys()) if (!this.#used.has(key)) this.#known.delete(key);
    this.#used.clear();
    this.#last = { ...this.#last, endpoints: NOTHING.endpoints };
  }

  /**
   * Saves the endpoints and the states of the files for later runs, if `files` have been written. If the run is not `done`, saves
   * them only if something is new.
   */
  save(files: readonly GeneratedFile[], done: Done | null): void {
    const left = this.#left;
    if (left === null || (done === null && !this.#isNew)) return;
    const places = placesIn(files, left);
    this.#isNew = false;
    keepRun(this.#ground, done, left, valuesOf(left, this.#known, places));
  }

  #restored(key: string): KeptEndpoint | null {
    const { left, endpoints } = this.#last;
    const entry = endpoints.get(key);
    if (entry === undefined) return null;
    this.#textOf ??= placedTexts(this.#ground.output, left, this.#isHeld);
    try {
      const { late, ...others } = entry;
      return unpacked(others, this.#textOf, () => late);
    } catch (error) {
      if (error instanceof Damaged) return null;
      throw error;
    }
  }

  #textOf: ReturnType<typeof placedTexts> | null = null;
}

function isSame(left: LeftFiles, written: WrittenFiles): boolean {
  if (left.size !== written.size) return false;
  return [...left].every(([path, { sha256 }]) => written.get(path)?.sha256 === sha256);
}

/** One value after the other, because all of them together are large. */
function* valuesOf(
  left: LeftFiles,
  known: ReadonlyMap<string, KeptEndpoint>,
  places: ReadonlyMap<Text, TextPlace>,
): Generator<LeftFiles | KeptEntry> {
  yield left;
  for (const [key, kept] of known) {
    const entry = placed(kept, places);
    if (entry !== null) yield [key, entry];
  }
}

/** Packs an endpoint, with the pieces that are in files; `null` if it has other texts that are in no file. */
function placed(
  kept: KeptEndpoint,
  places: ReadonlyMap<Text, TextPlace>,
): Packed<TextPlace> | null {
  const isPlaced = (text: Text) => places.has(text);
  const { described, pieces } = kept;
  const own = [
    ...described.sql.values(),
    ...(described.kept === null ? [] : [described.kept.text]),
  ];
  const inFiles = [...pieces].filter(([, { texts }]) => Object.values(texts).every(isPlaced));
  if (!own.every(isPlaced) || !hasDefinition(new Map(inFiles))) return null;
  return packed({ ...kept, pieces: new Map(inFiles) }, text => {
    const place = places.get(text);
    if (place === undefined) throw new Error('a text is in no file');
    return place;
  });
}
