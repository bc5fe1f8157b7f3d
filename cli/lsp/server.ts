/** The language server: passes requests of the protocol to the projects of the open files. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeResult,
} from 'vscode-languageserver/node';
import type { Environment } from '../../generator/config/config.ts';
import { messageOf } from '../../generator/system/errors.ts';
import { analyserOf } from '../questions/analysers.ts';
import { answersTo } from '../questions/answers.ts';
import { shownDiagnostics } from './diagnostics.ts';
import { rootOf } from './disk.ts';
import { LineIndex } from './lines.ts';
import { EditorProject } from './project.ts';
import { answerRequests, CAPABILITIES, type OpenDocument } from './requests.ts';

export interface ServerOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly environment: Environment;
  readonly version: string;
}

/** Answers an editor until it ends the process. */
export function serveEditor({ input, output, environment, version }: ServerOptions): void {
  const connection = createConnection(input, output);
  const server = new Server(connection, environment);
  let mayRegister = false;
  connection.onInitialize(({ capabilities }): InitializeResult => {
    mayRegister = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      capabilities: CAPABILITIES,
      serverInfo: { name: 'quern', version },
    };
  });
  connection.onInitialized(() => {
    if (!mayRegister) return;
    void connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [{ globPattern: '**/*.{yaml,yml,sql}' }],
    });
  });
  connection.onDidOpenTextDocument(({ textDocument: { uri, text } }) => server.edit(uri, text));
  connection.onDidChangeTextDocument(({ textDocument: { uri }, contentChanges }) => {
    const last = contentChanges.at(-1);
    if (last !== undefined) server.edit(uri, last.text);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => server.close(uri));
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) server.touch(uri);
  });
  answerRequests(connection, {
    document: uri => server.document(uri),
    uriOf: path => server.uriOf(path),
  });
  connection.listen();
}

/** One turn of work, in ms. It is also the longest wait of a request that arrives meanwhile. */
const TURN = 10;
/** Closed files are checked after a pause in typing of this length, in ms. */
const IDLE = 150;
/** Changed SQL is sent to its analyser after a pause in typing of this length, in ms. */
const PAUSE = 300;

class Server {
  readonly #connection: Connection;
  readonly #environment: Environment;
  readonly #projects = new Map<string, EditorProject>();
  /** Addresses as the editor writes them, by path. */
  readonly #uris = new Map<string, string>();
  #isDue = false;
  #later: NodeJS.Timeout | undefined;
  #lastChange = 0;
  #analysing: Promise<void> | null = null;
  /** Analysers that are not installed. */
  readonly #missing = new Set<string>();

  constructor(connection: Connection, environment: Environment) {
    this.#connection = connection;
    this.#environment = environment;
  }

  edit(uri: string, text: string): void {
    this.#change(uri, (project, path) => {
      this.#uris.set(path, uri);
      project.edit(path, text);
    });
  }

  close(uri: string): void {
    this.#change(uri, (project, path) => {
      this.#uris.delete(path);
      project.edit(path, null);
    });
  }

  touch(uri: string): void {
    this.#change(uri, (project, path) => project.touch(path));
  }

  /** The current state of a document; `null` if it belongs to no project. */
  document(uri: string): OpenDocument | null {
    const found = this.#find(uri);
    const text = found?.project.textOf(found.path) ?? null;
    return found === null || text === null ? null : { ...found, text, lines: new LineIndex(text) };
  }

  /** The address of a file, as the editor writes it. */
  uriOf(path: string): string {
    return this.#uris.get(path) ?? pathToFileURL(path).href;
  }

  /** The project that a document belongs to; `null` if there is none. */
  #find(uri: string): { readonly project: EditorProject; readonly path: string } | null {
    if (!uri.startsWith('file:')) return null;
    const path = fileURLToPath(uri);
    const root = rootOf(path);
    if (root === null) return null;
    const project = this.#projects.get(root) ?? new EditorProject(root, this.#environment);
    this.#projects.set(root, project);
    return project.holds(path) ? { project, path } : null;
  }

  #change(uri: string, change: (project: EditorProject, path: string) => void): void {
    const found = this.#find(uri);
    if (found === null) return;
    change(found.project, found.path);
    this.#lastChange = performance.now();
    this.#schedule();
  }

  /** Runs a turn soon, or after a pause in ms. Several key strokes before it cause only one turn. */
  #schedule(pause = 0): void {
    if (this.#isDue && pause > 0) return;
    clearTimeout(this.#later);
    if (pause > 0) {
      this.#later = setTimeout(() => this.#turn(), pause);
      return;
    }
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#turn();
    });
  }

  #turn(): void {
    const now = performance.now();
    const isIdle = now - this.#lastChange >= IDLE;
    for (const project of this.#projects.values()) {
      if (!project.work(isIdle ? now + TURN : 0)) this.#schedule(isIdle ? 0 : IDLE);
      this.#publish(project);
      this.#analyse(project);
    }
  }

  #publish(project: EditorProject): void {
    for (const [path, found] of project.changedFindings()) {
      const uri = this.uriOf(path);
      void this.#connection.sendDiagnostics({ uri, diagnostics: shownDiagnostics(found) });
    }
  }

  /** Asks the analysers about texts that have changed, one question after another. */
  #analyse(project: EditorProject): void {
    if (this.#analysing !== null) return;
    const questions = project.questions().filter(one => !this.#missing.has(analyserOf(one)));
    if (questions.length === 0) return;
    const byText = questions.map(one => [`${one.endpoint} ${analyserOf(one)}`, one] as const);
    const last = [...new Map(byText).values()];
    this.#analysing = pause()
      .then(() => answersTo(last, project.root))
      .then(answers => {
        const unanswered = last.filter(({ hash }) => !answers.has(hash));
        for (const one of unanswered) this.#missing.add(analyserOf(one));
        if (answers.size > 0) project.answer(last, answers);
      })
      .catch((error: unknown) => this.#connection.console.error(messageOf(error)))
      .then(() => {
        this.#analysing = null;
        this.#schedule();
      });
  }
}

function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, PAUSE));
}
