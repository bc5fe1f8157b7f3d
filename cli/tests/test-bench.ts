/** Runs the tests of a project in the user's own test runner, and returns the rows of endpoints over entries that the user supplies. */
import { AssertionError } from 'node:assert';
import { resolve } from 'node:path';
import type { EmbeddedEngine } from '../../engines/embedded.ts';
import type { EngineName } from '../../engines/index.ts';
import type { Endpoint, EndpointTest } from '../../generator/core/plan/endpoint.ts';
import { type Place, positionAt } from '../../generator/core/report/diagnostics.ts';
import { suggestion } from '../../generator/core/report/suggestion.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import type { CompiledEndpoint } from '../../generator/emitters/emitter.ts';
import { formatFailure } from '../build/fault.ts';
import { compiled } from '../project/compiled.ts';
import { documentOf } from '../project/specifications/specifications.ts';
import { openWorkspace, readInputs } from '../project/workspace.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { hasTests, notHere, openEmbedded, type Tested, testsOn } from './engines.ts';
import { findTestPlace } from './files.ts';
import { type GivenRows, readEntries } from './given.ts';
import { outcomeOf, ranOn, type TestOutcome } from './outcome.ts';
import { type Rehearsal, rehearsal, type TestRow } from './rehearsal.ts';
import { explainOutcome } from './report.ts';

export interface TestBenchOptions {
  /** The directory of the project; by default the working directory. */
  readonly project?: string;
  /** The configuration, relative to the project; by default `quern.yaml`, if it exists. */
  readonly config?: string;
  /** The engine that runs the statements; by default that of each endpoint: DuckDB, if it has a statement for it. The others need further packages, as for `quern test --engine`. */
  readonly engine?: EngineName;
}

/** A request, the entries of the data sets that it reads, and the time on the clock. */
export interface BenchRequest {
  /** Values of parameters, as a caller writes them. */
  readonly params?: Readonly<Record<string, Param | readonly Param[]>>;
  /** Entries of data sets by name; a data set without any is empty. A column that is missing in an entry is NULL. */
  readonly given?: GivenRows;
  /** By default, the time of the call. */
  readonly now?: Date;
}
type Param = string | number | bigint | boolean;

/** A test in a specification. */
export interface SpecifiedTest {
  readonly endpoint: string;
  readonly name: string;
  /** Rejects with an `AssertionError` that has the expected and the actual rows, or with the reason for a missing answer. */
  readonly run: () => Promise<void>;
}

export interface TestBench {
  /** The tests of all specifications whose endpoints have a statement for the engine. */
  readonly tests: readonly SpecifiedTest[];
  /** The rows that an endpoint returns. Rejects with `Failure` if the request or an entry is wrong. */
  readonly rows: (endpoint: string, request?: BenchRequest) => Promise<readonly TestRow[]>;
  readonly close: () => Promise<void>;
}

/** Compiles the project and opens the engines of its tests. Rejects with `Failure` if the project has a mistake or a package of an engine is missing. */
export async function openTestBench(options: TestBenchOptions = {}): Promise<TestBench> {
  const { project = '.', config = null, engine: asked = null } = options;
  const cwd = resolve(project);
  const { workspace, inputs, compilation } = await compiledProject(cwd, config);
  const planned = testsOn(asked, compilation);
  const opened = await openEngines(
    workspace.root,
    planned.filter(one => asked !== null || hasTests(one)).map(({ engine }) => engine),
  );
  const { sources } = compilation.project;
  const closed = new AbortController();
  const rehearsals = new Map<Endpoint, Rehearsal>();
  const outcome = async (engine: EngineName, endpoint: Endpoint, test: EndpointTest) => {
    const { run } = await opened.engine(engine);
    const made = rehearsals.get(endpoint) ?? rehearsal(endpoint, sources, engine, run);
    rehearsals.set(endpoint, made);
    return outcomeOf(ranOn(engine, endpoint, test, made), made, closed.signal);
  };
  return {
    tests: planned.flatMap(({ engine, endpoints }) =>
      endpoints.flatMap(endpoint =>
        endpoint.tests.map(test => ({
          endpoint: endpoint.name,
          name: test.name,
          run: async () => {
            const place = findTestPlace(documentOf(inputs, endpoint.name), test.name);
            assertPassed(await outcome(engine, endpoint, test), place, cwd);
          },
        })),
      ),
    ),
    rows: async (name, request = {}) => {
      const { engine, endpoint } = endpointNamed(name, planned);
      const made = compilation.endpoints.find(one => one.endpoint === endpoint);
      if (made === undefined) throw new Error(`the endpoint ${name} is not compiled`);
      const answered = await outcome(engine, endpoint, testOf(made, sources, request));
      if (answered.status !== 'failed') return answered.rows;
      throw new Failure(EXIT.environment, answered.reason, { hint: answered.hint });
    },
    close: async () => {
      closed.abort();
      await opened.close();
    },
  };
}

/** Opens the engines of these names at once, and others when they are first used. */
async function openEngines(folder: string, names: readonly EngineName[]) {
  const all = new Map<EngineName, Promise<EmbeddedEngine>>();
  const engine = (name: EngineName) => {
    const found = all.get(name) ?? openHere(name, folder);
    all.set(name, found);
    return found;
  };
  const close = async () => {
    for (const one of await Promise.allSettled(all.values()))
      if (one.status === 'fulfilled') await one.value.close();
  };
  try {
    for (const name of names) await engine(name);
  } catch (error) {
    await close();
    throw error;
  }
  return { engine, close };
}

async function openHere(name: EngineName, folder: string): Promise<EmbeddedEngine> {
  const engine = await openEmbedded(name, folder);
  if ('reason' in engine) throw notHere(engine);
  return engine;
}

/** If it fails, the message lists every mistake. */
async function compiledProject(cwd: string, configFile: string | null) {
  try {
    const workspace = openWorkspace({ cwd, configFile, environment: process.env });
    const inputs = readInputs(workspace);
    const { compilation } = await compiled(workspace, inputs);
    return { workspace, inputs, compilation };
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    const { exit, diagnostics } = cause;
    throw new Failure(exit, formatFailure(cause), { diagnostics, cause });
  }
}

function endpointNamed(name: string, planned: readonly Tested[]) {
  const all = planned.flatMap(({ engine, endpoints }) =>
    endpoints.map(endpoint => ({ engine, endpoint })),
  );
  const found = all.find(({ endpoint }) => endpoint.name === name);
  if (found !== undefined) return found;
  const names = all.map(({ endpoint }) => endpoint.name);
  throw new Failure(EXIT.usage, `There is no endpoint \`${name}\``, {
    hint: suggestion(name, names),
  });
}

function testOf(
  endpoint: CompiledEndpoint,
  sources: readonly Source[],
  { params = {}, given = {}, now = new Date() }: BenchRequest,
): EndpointTest {
  const texts = Object.entries(params).map(([name, value]) => {
    return [name, Array.isArray(value) ? value.map(String) : String(value)] as const;
  });
  return {
    name: 'request',
    now: BigInt(now.getTime()) * 1_000n,
    params: Object.fromEntries(texts),
    given: readEntries(endpoint, sources, given),
    expect: null,
    unordered: false,
  };
}

/** Throws at the place of the test in its specification, with both rows for the test runner to compare. */
function assertPassed(outcome: TestOutcome, place: Place, cwd: string): void {
  const fault = explainOutcome(outcome, place);
  if (fault === null) return;
  const message = fault.hint === null ? fault.message : `${fault.message}\n${fault.hint}`;
  const error =
    outcome.status === 'different'
      ? new AssertionError({ message, expected: outcome.test.expect, actual: outcome.rows })
      : new Error(message);
  const { line, column } = positionAt(place.source.text, place.start);
  const at = `${resolve(cwd, place.source.file)}:${line}:${column}`;
  error.stack = `${error.name}: ${message}\n    at ${outcome.endpoint} (${at})`;
  throw error;
}
