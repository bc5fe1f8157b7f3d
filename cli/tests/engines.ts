/** The engines that tests run on. */
import { NotInstalled } from '../../engines/analyst.ts';
import type { EmbeddedEngine } from '../../engines/embedded.ts';
import { DEFAULT_ENGINE, ENGINE_NAMES, ENGINES, type EngineName } from '../../engines/index.ts';
import type { Endpoint } from '../../generator/core/plan/endpoint.ts';
import { listed } from '../../generator/core/report/words.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

export const ALL = 'all';
/** The engines that tests can run on, the default engine first. */
export const EMBEDDED_NAMES: readonly EngineName[] = [
  DEFAULT_ENGINE,
  ...ENGINE_NAMES.filter(name => name !== DEFAULT_ENGINE && ENGINES[name].embedded !== null),
];

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

/**
 * The engines that `asked` names, for a project that compiles for `dialects`. Tests always run on the default engine.
 * Throws `Failure` for any other engine that the project is not compiled for.
 */
export function enginesFor(
  asked: EngineName | typeof ALL = DEFAULT_ENGINE,
  dialects: readonly string[],
): readonly EngineName[] {
  const known = EMBEDDED_NAMES.filter(name => name === DEFAULT_ENGINE || dialects.includes(name));
  if (asked === ALL) return known;
  if (known.includes(asked)) return [asked];
  throw new Failure(EXIT.usage, `The project is not compiled for ${asked}`, {
    hint: `Use one of ${listed([...known, ALL].map(name => `\`${name}\``))}.`,
  });
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

/** The tests to run: those of these endpoints, over the data sets of their project. */
export interface Tested {
  readonly endpoints: readonly Endpoint[];
  readonly sources: readonly Source[];
}

/** Tests run on the default engine even if their endpoint is compiled only for others. */
export function testedOn(engine: EngineName, { endpoints, sources }: Tested): Tested {
  if (engine === DEFAULT_ENGINE) return { endpoints, sources };
  return { endpoints: endpoints.filter(({ engines }) => engines.includes(engine)), sources };
}

export function notHere({ engine, reason, hint }: Absent): Failure {
  return new Failure(EXIT.environment, `No test ran on ${engine}: ${reason}`, { hint });
}
