/**
 * Reads a manifest that `quern generate` wrote. Recorded digests prove that no byte was changed and that it follows this
 * service's schema. So a start only reads the parts that it needs, and an endpoint's definition is read when its endpoint
 * is first called. Until then, the text stays in memory, compressed, because the file may be replaced in the meantime.
 */
import { createHash, type Hash, hash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ManifestEndpoint, ManifestEngine } from '../../generator/core/output/manifest.ts';
import { MANIFEST_SCHEMA } from '../../generator/core/output/manifest-schema.ts';
import { createKeptTexts } from './kept-texts.ts';
import {
  type Catalogue,
  indexEndpoints,
  readParams,
  type ServedEndpoint,
  type WholeEndpoint,
} from './manifest.ts';

/** The record of the files that `generate` wrote, by path with their SHA-256, in the manifest's folder. */
const RECORD = '.quern.json';
const MANIFEST = 'manifest.json';
const SCHEMA = 'schema/manifest.schema.json';

/** Returns `null` if the manifest was changed, or follows another schema: then all of it has to be read and checked. */
export async function generatedManifest(path: string): Promise<Catalogue | null> {
  const noted = await recordBeside(path);
  const schema = `${JSON.stringify(MANIFEST_SCHEMA, null, 2)}\n`;
  if (noted[SCHEMA] !== hash('sha256', schema)) return null;
  const file = await open(path);
  try {
    return await readCatalogue(file, noted[MANIFEST]);
  } finally {
    await file.close();
  }
}

/** Returns the digests by path. Without a readable record, which `generate` reports, there are no digests. */
async function recordBeside(path: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(join(dirname(path), RECORD), 'utf8').catch(() => '{}');
  try {
    return Object(Object(JSON.parse(text))['files']);
  } catch {
    return {};
  }
}

async function readCatalogue(file: FileHandle, noted: unknown): Promise<Catalogue | null> {
  const read = endpointReader();
  const digest = createHash('sha256');
  const endpoints: ServedEndpoint[] = [];
  let head: string | null = null;
  let fault: { readonly cause: unknown } | null = null;
  for await (const block of blocksOf(file, digest)) {
    if (head === null) head = block.toString();
    else if (fault === null) {
      try {
        endpoints.push(read(block));
      } catch (cause) {
        // ignored if the digest shows that the file was edited
        fault = { cause };
      }
    }
  }
  if (digest.digest('hex') !== noted || endpoints.length === 0) return null;
  if (fault !== null) throw fault.cause;
  const { sources } = JSON.parse(`${head}]}`);
  return indexEndpoints(sources, endpoints);
}

const CHUNK_BYTES = 262_144;
/** Each line is indented by its depth, and no text contains a line break. */
const ENDPOINT_BEGINS = Buffer.from('\n  {\n');
const ENDPOINT_ENDS = Buffer.from('\n  }');

/** Yields the text before the first endpoint, and then each endpoint's text: views of memory that the next one reuses. */
async function* blocksOf(file: FileHandle, digest: Hash): AsyncGenerator<Buffer> {
  let memory = Buffer.allocUnsafeSlow(2 * CHUNK_BYTES);
  let begun = 0;
  for (;;) {
    if (begun + CHUNK_BYTES > memory.length) memory = Buffer.concat([memory], 2 * memory.length);
    const { bytesRead } = await file.read(memory, begun, CHUNK_BYTES, null);
    if (bytesRead === 0) break;
    const text = memory.subarray(0, begun + bytesRead);
    digest.update(text.subarray(begun));
    let from = 0;
    for (let at = text.indexOf(ENDPOINT_BEGINS, 1); at > 0; ) {
      yield text.subarray(from, at);
      from = at;
      at = text.indexOf(ENDPOINT_BEGINS, from + 1);
    }
    text.copyWithin(0, from);
    begun = text.length - from;
  }
  yield memory.subarray(0, begun);
}

/** The members that a start needs, apart from the parameters and the columns that statements read. */
const KNOWN = ['name', 'id', 'aliases', 'hash', 'compat', 'pages', 'sandbox', 'scopedBy'] as const;
type Known = Pick<ManifestEndpoint, (typeof KNOWN)[number]>;
/** The last member of an endpoint, which is most of the text. */
const ENGINES = Buffer.from('\n   "engines": ');

/** Creates the reader of an endpoint's block. */
function endpointReader(): (block: Buffer) => ServedEndpoint {
  const texts = createKeptTexts();
  // many endpoints declare the same parameters, and an endpoint reads the same columns on each engine
  const paramsFor = remembered((text, { name }: Known) =>
    readParams({ name, params: JSON.parse(text) }),
  );
  const readsFor = remembered((text): ManifestEngine['reads'] => JSON.parse(text));
  return block => {
    const text = block.subarray(0, block.lastIndexOf(ENDPOINT_ENDS) + ENDPOINT_ENDS.length);
    const parts = partsOf(text);
    const about = new Map(membersIn(parts.about, 3));
    const pairs = KNOWN.flatMap(name => {
      const value = about.get(name);
      return value === undefined ? [] : [`"${name}":${value}`];
    });
    const known: Known = JSON.parse(`{${pairs}}`);
    const reads = [...membersOf(parts.engines, 4)].map(([engine, block]) => {
      return [engine, readsFor(readsIn(block))] as const;
    });
    const read = texts.keep(text);
    const whole = (): WholeEndpoint => {
      const definition: ManifestEndpoint = JSON.parse(read().toString());
      return { ...definition, ...endpoint, definition };
    };
    const endpoint: ServedEndpoint = {
      ...known,
      params: paramsFor(String(about.get('params')), known),
      reads: Object.fromEntries(reads),
      whole,
      shown: engine => shownOf(read(), engine),
    };
    return endpoint;
  };
}

/** Returns the text of an endpoint without its last member, and the value of that member. */
function partsOf(text: Buffer): { readonly about: Buffer; readonly engines: Buffer } {
  const at = text.indexOf(ENGINES);
  return {
    about: text.subarray(0, at - ','.length),
    engines: text.subarray(at + ENGINES.length, -ENDPOINT_ENDS.length),
  };
}

function shownOf(text: Buffer, engine: string | null): ManifestEndpoint {
  const { about, engines } = partsOf(text);
  const own = engine === null ? undefined : new Map(membersOf(engines, 4)).get(engine);
  const statements = own === undefined ? '' : `${JSON.stringify(engine)}:${own}`;
  return JSON.parse(`${about},"engines":{${statements}}}`);
}

/** Returns the text of the member `reads` of an engine. */
function readsIn(engine: Buffer): string {
  for (const [name, value] of membersOf(engine, 5)) if (name === 'reads') return value.toString();
  throw new Error('the manifest has no line of `reads`');
}

/** Yields the members of an object, each on lines of that depth; a short object has one line. */
function* membersOf(object: Buffer, depth: number): Members {
  const last = object.lastIndexOf(LINE);
  if (last >= 0) return yield* membersIn(object.subarray(0, last), depth);
  const members: object = JSON.parse(object.toString());
  for (const [name, value] of Object.entries(members))
    yield [name, Buffer.from(JSON.stringify(value))];
}

type Members = Generator<readonly [name: string, value: Buffer], void>;

function* membersIn(lines: Buffer, depth: number): Members {
  const begin = Buffer.from(`\n${' '.repeat(depth)}"`);
  for (let at = lines.indexOf(begin); at >= 0; ) {
    const following = lines.indexOf(begin, at + 1);
    const from = at + begin.length;
    const colon = lines.indexOf(COLON, from);
    const end = following < 0 ? lines.length : following - ','.length;
    yield [lines.toString('utf8', from, colon), lines.subarray(colon + COLON.length, end)];
    at = following;
  }
}

const LINE = Buffer.from('\n');
const COLON = Buffer.from('": ');

/** Calls `make` once for each distinct text. */
function remembered<Made, Args extends readonly unknown[]>(
  make: (text: string, ...args: Args) => Made,
): (text: string, ...args: Args) => Made {
  const known = new Map<string, Made>();
  return (text, ...args) => {
    const made = known.get(text) ?? make(text, ...args);
    known.set(text, made);
    return made;
  };
}
