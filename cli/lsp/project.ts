/** A project in an editor: its files, with open buffers instead of saved ones, and the faults of each, updated at every change. */
import { basename, dirname, join, relative } from 'node:path';
import {
  type CompileOptions,
  endpointsOf,
  isSourcesFile,
  isSqlFile,
  type Prepared,
  prepare,
  readSpecification,
  resolveRead,
  type Specification,
} from '../../generator/compile-specs.ts';
import {
  type Config,
  DEFAULT_CONFIG,
  type Environment,
  readConfig,
} from '../../generator/config/config.ts';
import type { Endpoint } from '../../generator/core/plan/endpoint.ts';
import { collector, type Diagnostic, isError } from '../../generator/core/report/diagnostics.ts';
import type { Node } from '../../generator/core/spec/document.ts';
import { outlineOf } from '../../generator/load/library.ts';
import type { AnalyserAnswer, AnalyserQuestion } from '../../generator/resolve/questions.ts';
import { clashingEndpoints, type Ground } from '../../generator/resolve/resolve.ts';
import { CONFIG_FILE } from '../project/config-file.ts';
import {
  configText,
  isSpecification,
  readBytes,
  readKeptTranslations,
  specificationsIn,
} from './disk.ts';
import { ShownFindings } from './findings.ts';

type Content = Uint8Array | string;

export interface Trial {
  readonly file: string;
  readonly fault: Diagnostic;
}

/** Paths are absolute, except in diagnostics: there they are relative to `root`. */
export class EditorProject {
  readonly root: string;
  readonly #environment: Environment;
  #config: Config = DEFAULT_CONFIG;
  readonly #open = new Map<string, string>();
  readonly #files = new Map<string, Content>();
  readonly #read = new Map<string, Specification>();
  /** Endpoints whose text is not read yet. */
  readonly #unread = new Set<string>();
  readonly #resolved = new Map<string, Endpoint | null>();
  readonly #answers = new Map<string, AnalyserAnswer>();
  readonly #asked: AnalyserQuestion[] = [];
  readonly #findings = new ShownFindings();
  readonly #outlines = new Map<string, { readonly text: string; readonly root: Node | null }>();
  /** Endpoints that must be resolved again. */
  readonly #stale = new Set<string>();
  #prepared: Prepared | null = null;
  #readable: Prepared | null = null;
  #kept: ReadonlyMap<string, string> = new Map();
  #clashes = true;

  constructor(root: string, environment: Environment) {
    this.root = root;
    this.#environment = environment;
    this.reload();
  }

  get config(): Config {
    return this.#config;
  }

  /** The files of data sets and endpoints. */
  specifications(): readonly string[] {
    return [...this.#files.keys()].filter(path => !isSqlFile(path));
  }

  endpointFiles(): readonly string[] {
    return this.specifications().filter(path => !isSourcesFile(path));
  }

  /** All endpoints depend on it. */
  get prepared(): Prepared {
    this.#prepared ??= this.#prepare();
    return this.#prepared;
  }

  /** The data sets from the last time that their files could be read. */
  get ground(): Ground {
    return (this.#readable ?? this.prepared).ground;
  }

  /** The endpoint of a file; `null` if it has faults. */
  endpointIn(path: string): Endpoint | null {
    if (this.#stale.delete(path)) this.#resolve(path);
    return this.#resolved.get(path) ?? null;
  }

  /** The text of a file of the project, from the editor or else from disk; `null` without such a file. */
  textOf(path: string): string | null {
    const content = this.#open.get(path) ?? this.#files.get(path);
    if (content === undefined) return path === this.#configPath ? configText(this.root) : null;
    return typeof content === 'string' ? content : new TextDecoder().decode(content);
  }

  /** The tree of a YAML file, as far as it can be read; `null` if nothing can be read. */
  outlineOf(path: string): Node | null {
    const text = this.textOf(path);
    if (text === null) return null;
    const known = this.#outlines.get(path);
    if (known?.text === text) return known.root;
    const root = outlineOf({ file: this.#shown(path), text })?.root ?? null;
    this.#outlines.set(path, { text, root });
    return root;
  }

  /** The trees of the files of data sets, by path. */
  sourceTrees(): readonly (readonly [string, Node])[] {
    return [...this.#read].flatMap(([path, { kind }]) => {
      const root = kind === 'sources' ? this.outlineOf(path) : null;
      return root === null ? [] : [[path, root] as const];
    });
  }

  /** The endpoints whose statements are in an SQL file. */
  readersOf(path: string): readonly string[] {
    const name = basename(path);
    return this.endpointFiles().filter(file => {
      return path.startsWith(dirname(file)) && this.textOf(file)?.includes(name) === true;
    });
  }

  /** The faults if these texts replaced the current ones, in the changed files and in the endpoints that depend on them. */
  trial(texts: ReadonlyMap<string, string>): readonly Trial[] {
    const changed = [...texts.keys()];
    const isOfAll = changed.some(isSourcesFile);
    if (isOfAll) this.work(Number.POSITIVE_INFINITY);
    const { diagnostics, report } = collector();
    const read = new Map(this.#read);
    for (const [path, bytes] of texts)
      if (!isSqlFile(path)) read.set(path, readSpecification({ path: this.#shown(path), bytes }));
    const sql = [...this.#files, ...texts].filter(([path]) => isSqlFile(path));
    const inputs = sql.map(([path, bytes]) => ({ path: this.#shown(path), bytes }));
    const prepared = prepare([...read.values()], inputs, this.#options(), report);
    const readers = changed.filter(isSqlFile).flatMap(path => this.readersOf(path));
    for (const [path, file] of read) {
      if (!isOfAll && !texts.has(path) && !readers.includes(path)) continue;
      diagnostics.push(...file.diagnostics);
      if (file.kind === 'endpoint') resolveRead(file, prepared, report);
    }
    return diagnostics
      .filter(isError)
      .map(fault => ({ file: join(this.root, fault.place.source.file), fault }));
  }

  /** Whether the project uses the file. */
  holds(path: string): boolean {
    return path === this.#configPath || isSpecification(path, this.root, this.#config);
  }

  // ---- changes ------------------------------------------------------------------------------------------------------

  /** Sets the text of a file in the editor; `null` when it is closed. */
  edit(path: string, text: string | null): void {
    if (text === null) this.#open.delete(path);
    else this.#open.set(path, text);
    this.touch(path);
  }

  /** Reads a file that may have changed on disk or in the editor. */
  touch(path: string): void {
    if (path === this.#configPath) this.#reconfigure();
    else if (isSpecification(path, this.root, this.#config))
      this.#put(path, this.#open.get(path) ?? readBytes(path));
  }

  /** Reads all files again. */
  reload(): void {
    this.#readConfig();
    this.#kept = readKeptTranslations(this.root, this.#config);
    const found = new Set([...specificationsIn(this.root, this.#config), ...this.#open.keys()]);
    for (const path of this.#files.keys()) if (!found.has(path)) this.#put(path, null);
    for (const path of found) if (path !== this.#configPath) this.touch(path);
    this.#renew();
  }

  /** Adds answers of the analysers, by the hashes of their questions. */
  answer(
    questions: readonly AnalyserQuestion[],
    answers: ReadonlyMap<string, AnalyserAnswer>,
  ): void {
    for (const [hash, answer] of answers) this.#answers.set(hash, answer);
    this.#forget();
    const names = new Set(questions.map(({ endpoint }) => endpoint));
    for (const [path, file] of this.#read)
      if (file.kind === 'endpoint' && names.has(file.spec?.endpoint.value ?? ''))
        this.#stale.add(path);
  }

  #put(path: string, content: Content | null): void {
    const before = this.#files.get(path);
    if (content === before) return;
    if (content === null) this.#files.delete(path);
    else this.#files.set(path, content);
    if (isSqlFile(path)) {
      this.#renewOwn();
      return;
    }
    if (content === null || isSourcesFile(path)) this.#readSpec(path, content);
    else this.#unread.add(path);
    if (isSourcesFile(path)) {
      this.#renew();
      return;
    }
    this.#clashes = true;
    this.#stale.add(path);
  }

  #readSpec(path: string, content: Content | null): void {
    this.#unread.delete(path);
    if (content === null) {
      this.#read.delete(path);
      this.#findings.put(`file ${path}`, []);
      return;
    }
    const specification = readSpecification({ path: this.#shown(path), bytes: content });
    this.#read.set(path, specification);
    this.#findings.put(`file ${path}`, specification.diagnostics);
  }

  /** Only endpoints in SQL read SQL files. */
  #renewOwn(): void {
    this.#forget();
    for (const path of this.endpointFiles()) {
      const file = this.#read.get(path);
      if (file?.kind !== 'endpoint' || file.spec?.body !== 'portable') this.#stale.add(path);
    }
  }

  /** Keeps questions that have not been asked yet. */
  #forget(): void {
    this.#asked.push(...(this.#prepared?.questions ?? []));
    this.#prepared = null;
  }

  #renew(): void {
    this.#forget();
    this.#clashes = true;
    for (const path of this.endpointFiles()) this.#stale.add(path);
  }

  #reconfigure(): void {
    const before = layoutOf(this.#config);
    this.#readConfig();
    if (layoutOf(this.#config) !== before) this.reload();
  }

  #readConfig(): void {
    const text = this.#open.get(this.#configPath) ?? configText(this.root);
    const { diagnostics, report } = collector();
    const config =
      text === null ? DEFAULT_CONFIG : readConfig(CONFIG_FILE, text, this.#environment, report);
    this.#findings.put('config', diagnostics);
    // While the file has faults, its last version without faults stays in use.
    if (config !== null) this.#config = config;
  }

  // ---- faults -------------------------------------------------------------------------------------------------------

  /**
   * Resolves the open files that have changed, then the others until `deadline` (as of `performance.now()`). Returns whether all are done.
   */
  work(deadline: number): boolean {
    this.#prepared ??= this.#prepare();
    const [open, others] = partition([...this.#stale], path => this.#open.has(path));
    for (const path of open) this.endpointIn(path);
    for (const path of others) {
      if (performance.now() > deadline) break;
      this.endpointIn(path);
    }
    // Until all are read, a taken name may look free.
    if (this.#clashes && this.#unread.size === 0) this.#findClashes();
    return this.#stale.size === 0;
  }

  /** Files whose faults have changed since the last call, and their faults. */
  changedFindings(): ReadonlyMap<string, readonly Diagnostic[]> {
    const changed = [...this.#findings.changed()];
    return new Map(changed.map(([file, found]) => [join(this.root, file), found]));
  }

  findingsIn(path: string): readonly Diagnostic[] {
    return this.#findings.of(this.#shown(path));
  }

  /** Questions about SQL that have no answer yet. */
  questions(): readonly AnalyserQuestion[] {
    const asked = [...this.#asked.splice(0), ...(this.#prepared?.questions.splice(0) ?? [])];
    return asked.filter(({ hash }) => !this.#answers.has(hash));
  }

  #prepare(): Prepared {
    const { diagnostics, report } = collector();
    const sql = [...this.#files].filter(([path]) => isSqlFile(path));
    const texts = sql.map(([path, bytes]) => ({ path: this.#shown(path), bytes }));
    const prepared = prepare([...this.#read.values()], texts, this.#options(), report);
    this.#findings.put('ground', diagnostics);
    const files = [...this.#read.values()];
    if (!files.some(({ kind, spec }) => kind === 'sources' && spec === null))
      this.#readable = prepared;
    return prepared;
  }

  #options(): CompileOptions {
    return { dialects: this.#config.dialects, answers: this.#answers, kept: this.#kept };
  }

  #resolve(path: string): void {
    const content = this.#files.get(path);
    if (this.#unread.has(path) && content !== undefined) this.#readSpec(path, content);
    const file = this.#read.get(path);
    const { diagnostics, report } = collector();
    const endpoint = file?.kind === 'endpoint' ? resolveRead(file, this.prepared, report) : null;
    this.#resolved.set(path, endpoint);
    this.#findings.put(`endpoint ${path}`, diagnostics);
  }

  #findClashes(): void {
    const { diagnostics, report } = collector();
    // In the order of their paths, as everywhere else.
    const files = [...this.#read].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
    clashingEndpoints(endpointsOf(files), report);
    this.#findings.put('clashes', diagnostics);
    this.#clashes = false;
  }

  get #configPath(): string {
    return join(this.root, CONFIG_FILE);
  }

  #shown(path: string): string {
    return relative(this.root, path);
  }
}

/** The settings that choose the files and the engines. */
function layoutOf({ endpoints, output, dialects }: Config): string {
  return JSON.stringify([endpoints, output, dialects]);
}

function partition<T>(
  all: readonly T[],
  isFirst: (one: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter(one => !isFirst(one))];
}
