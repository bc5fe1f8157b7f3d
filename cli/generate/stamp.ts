/**
 * The file that a run leaves in `.quern/`. It begins with the stamp of a `generate` that left everything in order: as long as
 * nothing that the run read or wrote has changed, another run compiles nothing. A file counts as changed if its size, its
 * times, or its place on disk differ; nobody can set its status time back. After the stamp comes what a run that compiles
 * remembers, sealed by a digest.
 */
import { createHash, hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { Environment } from '../../generator/config/config.ts';
import { isSystemError } from '../../generator/system/errors.ts';
import { codeFile } from '../../generator/system/own-code.ts';
import { ABSENT, stateOf } from '../../generator/system/state.ts';
import type { LeftFiles } from '../../generator/write/index.ts';
import { projectName } from '../project/name.ts';
import { packageFolder } from '../project/output/package-files.ts';
import { specificationFiles } from '../project/specifications/specification-files.ts';

/** A project by the paths that its configuration names, in the form that the system uses. */
export interface ProjectPaths {
  /** The configuration, which may not exist. */
  readonly file: string;
  readonly endpoints: string;
  readonly output: string;
}
interface Outcome {
  /** How many files there are. */
  readonly files: number;
  /** The engines if the configuration does not list them, and why others are excluded. */
  readonly notes: readonly string[];
}
/** A run that left everything in order. */
export interface Done extends Outcome {
  /** A digest of everything that it read. */
  readonly inputs: string;
}
interface Stamp extends Done, ProjectPaths {
  readonly outputs: string;
}
/** The first line of the file. */
interface Head {
  readonly format: 2;
  /** A digest of the code that wrote it. */
  readonly build: string;
  readonly stamp: Stamp | null;
}

/** Returns the outcome of the last run if another run would have the same outcome, else `null`. `file` is the configuration. */
export function stampedOutcome(
  file: string,
  environment: Environment,
): (Outcome & Pick<ProjectPaths, 'output'>) | null {
  return unlessUnreadable(() => {
    const { stamp } = headOf(firstBytes(runFile(file)));
    if (stamp?.file !== file || hasRemains(stamp.output)) return null;
    const { inputs, outputs } = stamp;
    const isCurrent = inputs === inputsOf(stamp, environment) && outputs === outputsOf(stamp);
    return isCurrent ? stamp : null;
  });
}

/** Returns a digest of everything that a run reads, taken before it reads; `null` if something cannot be read. */
export function inputsBefore(ground: ProjectPaths, environment: Environment): string | null {
  return unlessUnreadable(() => inputsOf(ground, environment));
}

/**
 * Keeps the memory of a run, value by value, and its stamp unless `done` is `null`. `left` has the states in which it left its
 * files: if one was changed since, the next run finds it. If nothing can be written, the next run compiles.
 */
export function keepRun(
  ground: ProjectPaths,
  done: Done | null,
  left: LeftFiles,
  remembered: Iterable<unknown>,
): void {
  const build = buildDigest();
  if (build === null) return;
  unlessUnreadable(() => {
    const head: Head = { format: 2, build, stamp: done && stampOf(ground, done, left) };
    const path = runFile(ground.file);
    mkdirSync(dirname(path), { recursive: true });
    writeWhole(path, sealed(head, remembered));
    rmSync(join(dirname(path), runName(ground.file)), { force: true });
    return null;
  });
}

/** The bytes of the file: the head, the values, each after its length, and a digest of the values. */
function* sealed(head: Head, values: Iterable<unknown>): Generator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  const digest = createHash('sha256');
  for (const value of values) {
    const data = serialize(value);
    const length = Buffer.alloc(LENGTH_LENGTH);
    length.writeUInt32LE(data.length);
    digest.update(length).update(data);
    yield length;
    yield data;
  }
  yield digest.digest();
}

const LENGTH_LENGTH = 4;
const DIGEST_LENGTH = 32;

export interface LastRun {
  /** Whether this build of quern wrote it; else `values` is empty. */
  readonly isSame: boolean;
  /** The states of the files after the run. */
  readonly left: unknown;
  readonly values: readonly unknown[];
}

/** Returns the memory of the last run; `null` if there is none, or if a broken disk or another program has changed the bytes. */
export function readLastRun(file: string): LastRun | null {
  return unlessUnreadable(() => {
    const bytes = readFileSync(runFile(file));
    const isSame = headOf(bytes).build === buildDigest();
    const [left, ...values] = valuesIn(bytes, isSame ? Number.POSITIVE_INFINITY : 1) ?? [];
    return left === undefined ? null : { isSame, left, values };
  });
}

/** The first `most` values of a run. */
function valuesIn(bytes: Buffer, most: number): readonly unknown[] | null {
  const start = bytes.indexOf('\n') + 1;
  const end = Math.max(bytes.length - DIGEST_LENGTH, start);
  const isWhole = hash('sha256', bytes.subarray(start, end), 'buffer').equals(bytes.subarray(end));
  if (!isWhole) return null;
  const values: unknown[] = [];
  for (let at = start; at < end && values.length < most; ) {
    const from = at + LENGTH_LENGTH;
    at = from + bytes.readUInt32LE(at);
    values.push(deserialize(bytes.subarray(from, at)));
  }
  return values;
}

function stampOf(ground: ProjectPaths, { inputs, files, notes }: Done, left: LeftFiles): Stamp {
  const { file, endpoints, output } = ground;
  const states = new Map([...left].map(([path, { state }]) => [join(output, path), state]));
  return { file, endpoints, output, inputs, outputs: outputsOf({ output }, states), files, notes };
}

/** Writes the file in one step, because another run may read it at any time. */
function writeWhole(path: string, chunks: Iterable<Uint8Array>): void {
  const fresh = `${path}.${randomUUID()}`;
  const handle = openSync(fresh, 'wx', 0o600);
  try {
    for (const chunk of chunks) writeFileSync(handle, chunk);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, path);
}

/** The most bytes that a head has, with many notes. */
const LONGEST_HEAD = 65_536;

function firstBytes(path: string): Buffer {
  const handle = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(LONGEST_HEAD);
    return bytes.subarray(0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

/** Throws a `SyntaxError` for bytes of another format. */
function headOf(bytes: Buffer): Head {
  const head: Head = JSON.parse(bytes.toString('utf8', 0, Math.max(bytes.indexOf('\n'), 0)));
  if (head.format !== 2) throw new SyntaxError('another format');
  return head;
}

function runFile(file: string): string {
  return join(dirname(file), '.quern', `${runName(file)}.bin`);
}

/** Under this name, which is that of a text, earlier releases left the file. */
function runName(file: string): string {
  return `generated-by-${basename(file)}`;
}

/** Whether an interrupted write left files beside the output. It must be completed first. */
function hasRemains(output: string): boolean {
  const prefix = `.${basename(output)}.quern-`;
  return readdirSync(dirname(output)).some(name => name.startsWith(prefix));
}

function inputsOf({ file, endpoints, output }: ProjectPaths, environment: Environment): string {
  const root = dirname(file);
  return digest([
    process.version,
    ...codeStates(),
    projectName(root),
    ...configurationOf(file, environment),
    stateOf(join(root, 'quern.yml')),
    ...statesBelow(join(root, 'templates')),
    // follows links, because their targets contain the text
    ...specificationFiles(endpoints, output).map(path => `${path} ${stateOf(path, statSync)}`),
  ]);
}

function outputsOf({ output }: Pick<ProjectPaths, 'output'>, known?: States): string {
  return digest([stateOf(output), ...statesBelow(output, known)]);
}

function digest(lines: readonly string[]): string {
  return hash('sha256', lines.join('\n'));
}

/** The text of the configuration, and the variables that it names. */
function configurationOf(file: string, environment: Environment): readonly string[] {
  if (stateOf(file) === ABSENT) return [ABSENT];
  const text = readFileSync(file, 'latin1');
  const names = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  return [text, ...names.map(name => `${name}=${environment[name] ?? ABSENT}`)];
}

/** Returns a digest of the states of quern's code and its packages; `null` if one cannot be read. */
function buildDigest(): string | null {
  return unlessUnreadable(() => digest([process.version, ...codeStates()]));
}

let code: readonly string[] | null = null;

/** The states of quern's code, templates and packages. Read only once, because a run keeps the code that it has loaded. */
function codeStates(): readonly string[] {
  code ??= statesOfCode();
  return code;
}

function statesOfCode(): readonly string[] {
  const code = fileURLToPath(new URL('../', codeFile('cli/bin')));
  const folders = ['chunks', 'cli', 'engines', 'generator', 'server'].map(name => join(code, name));
  const packages: string[] = [];
  for (let at = packageFolder(); at !== dirname(at); at = dirname(at))
    packages.push(join(at, 'node_modules'), join(at, 'node_modules', '.package-lock.json'));
  return [
    ...folders.flatMap(folder => statesBelow(folder)),
    ...statesBelow(join(packageFolder(), 'templates')),
    ...packages.map(path => stateOf(path)),
  ];
}

type States = ReadonlyMap<string, string>;

/**
 * Lists the states of all files below a folder, in the order of their names; empty for a missing folder. `known`: the states of
 * some files, which it does not look at.
 */
function statesBelow(folder: string, known: States = new Map()): readonly string[] {
  if (stateOf(folder) === ABSENT) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const path = join(folder, entry.name);
      const own = `${path} ${known.get(path) ?? stateOf(path)}`;
      return entry.isDirectory() ? [own, ...statesBelow(path, known)] : [own];
    });
}

/** Returns the result of `look`, or `null` if a file cannot be read; the run itself reports that. */
export function unlessUnreadable<T>(look: () => T | null): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error)) return null;
    throw error;
  }
}
