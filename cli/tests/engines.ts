/** The engines that tests run on. */
import { NotInstalled } from '../../engines/analyst.ts';
import type { EmbeddedEngine } from '../../engines/embedded.ts';
import { DEFAULT_ENGINE, EMBEDDED_NAMES, ENGINES, type EngineName } from '../../engines/index.ts';
import type { Endpoint } from '../../generator/core/plan/endpoint.ts';
import { listed } from '../../generator/core/report/words.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

export const ALL = 'all';
/** Adds the engine's name to a text, unless it is the default engine. */
export function engineNote(engine: string): string {
  return engine === DEFAULT_ENGINE ? '' : ` on ${engine}`;
}

/** An engine that this machine cannot run. */
export interface Absent {
  readonly engine: EngineName;
  readonly reason: string;
  readonly hint: string;
}

/** The endpoints whose tests run on one engine, over the data sets of their project. */
export interface Tested {
  readonly engine: EngineName;
  readonly endpoints: readonly Endpoint[];
  readonly sources: readonly Source[];
}

/**
 * The engines on which each test runs, for a project that compiles for `dialects`. With `null`, each endpoint has one engine. Every project can
 * use the default engine. Throws `Failure` for any other engine that the project is not compiled for.
 */
export function testsOn(
  asked: EngineName | typeof ALL | null,
  { dialects, project: { endpoints, sources } }: Pick<Compilation, 'dialects' | 'project'>,
): readonly Tested[] {
  const known = EMBEDDED_NAMES.filter(name => name === DEFAULT_ENGINE || dialects.includes(name));
  const tested = (engine: EngineName, runs: (endpoint: Endpoint) => boolean): Tested => {
    return { engine, endpoints: endpoints.filter(runs), sources };
  };
  if (asked === null)
    return EMBEDDED_NAMES.map(name => tested(name, endpoint => engineOf(endpoint) === name));
  if (asked === ALL) return known.map(name => tested(name, endpoint => runsOn(endpoint, name)));
  if (known.includes(asked)) return [tested(asked, endpoint => runsOn(endpoint, asked))];
  throw new Failure(EXIT.usage, `The project is not compiled for ${asked}`, {
    hint: `Use one of ${listed([...known, ALL].map(name => `\`${name}\``))}.`,
  });
}

/** Whether tests of the endpoint can run on the engine: on the default engine even if it is compiled only for others. */
function runsOn(endpoint: Endpoint, engine: EngineName): boolean {
  if (engine !== DEFAULT_ENGINE) return endpoint.engines.includes(engine);
  return endpoint.body !== 'own' || endpoint.statements[engine] !== undefined;
}

/** The engine on which tests of the endpoint run if no other one is asked for; `null` for statements that none of them can run. */
export function engineOf(endpoint: Endpoint): EngineName | null {
  return EMBEDDED_NAMES.find(name => runsOn(endpoint, name)) ?? null;
}

/** Opens the engine, whose packages may be in `folder`; or returns why this machine cannot run it. */
export async function openEmbedded(
  engine: EngineName,
  folder: string,
): Promise<EmbeddedEngine | Absent> {
  const { embedded } = ENGINES[engine];
  if (embedded === null) throw new Error(`no test can run on ${engine}`);
  const { default: opener } = await embedded();
  try {
    return await opener.open(folder);
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    const isOne = error.packages.length === 1;
    const names = listed(error.packages.map(name => `\`${name}\``));
    return {
      engine,
      reason: `${names} ${isOne ? 'is' : 'are'} not installed`,
      hint: `Install ${isOne ? 'it' : 'them'} with \`npm install --save-dev ${error.packages.join(' ')}\`.`,
    };
  }
}

export function hasTests({ endpoints }: Tested): boolean {
  return endpoints.some(({ tests }) => tests.length > 0);
}

export function notHere({ engine, reason, hint }: Absent): Failure {
  return new Failure(EXIT.environment, `No test ran on ${engine}: ${reason}`, { hint });
}
