/** The server that `quern demo` fills with its logs. */
import { EngineFailure } from '../../engines/engine.ts';
import { DEMO, DEMO_ENGINE, ENGINES, type EngineName } from '../../engines/index.ts';
import type { Environment } from '../../generator/config/config.ts';
import type { OnProgress } from '../../generator/core/report/progress.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import { printSchema } from '../../generator/sql/schema.ts';
import { onOneLine, settingsFailure } from '../engines.ts';
import { engineAt, enginesAt } from '../init/places.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { showingProgress } from '../terminal/progress.ts';
import { unlessInterrupted } from '../verb.ts';
import type { DemoDatabase } from './database.ts';

export interface DemoPlace {
  readonly engine: EngineName;
  /** Its settings of the engine are those of the address. */
  readonly workspace: Workspace;
}

interface Asked {
  readonly engine?: EngineName;
  readonly url?: string;
}

/** Where the demo serves from. Throws `Failure` if the flags contradict each other. */
export function demoPlace(
  workspace: Workspace,
  environment: Environment,
  { engine, url }: Asked,
): DemoPlace {
  if (url === undefined) {
    if (engine === undefined || engine === DEMO_ENGINE) return { engine: DEMO_ENGINE, workspace };
    throw new Failure(EXIT.usage, `The demo on ${engine} needs a database to fill`, {
      hint: `Name it: \`--url ${ENGINES[engine].settings.address?.example}\`.`,
    });
  }
  const place = engineAt(url, environment);
  if (ENGINES[place.engine].demoTables === null)
    throw new Failure(EXIT.usage, `The demo fills no tables of ${place.engine}`);
  if (engine !== undefined && engine !== place.engine)
    throw new Failure(EXIT.usage, `The address is one of ${place.engine}, not of ${engine}`);
  const { config } = workspace;
  const unset = new Map([...config.unset].filter(([name]) => name !== place.engine));
  const engines = { ...config.engines, [place.engine]: enginesAt(place)[place.engine] };
  return {
    engine: place.engine,
    workspace: { ...workspace, config: { ...config, engines, unset } },
  };
}

interface Filled {
  /** The data sets of the logs. */
  readonly sources: readonly Source[];
  /** The database that has them. */
  readonly file: string;
  readonly logs: DemoDatabase;
}

/** Copies the logs into the tables of the server. Rejects with `Failure` if it has others of such names, or refuses. */
export async function fillServer(
  session: Session,
  { engine, workspace }: DemoPlace,
  filled: Filled,
): Promise<void> {
  const isNew = await unlessInterrupted(
    session.host,
    showingProgress(session, onProgress =>
      fill(engine, workspace, { ...filled, onProgress }, session.host.interrupted),
    ),
  );
  const { title } = ENGINES[engine].dialect;
  session.note(`${title}: ${isNew ? 'filled' : 'found'} the tables of the logs`);
}

interface Filling extends Filled {
  readonly onProgress: OnProgress;
}

async function fill<Name extends EngineName>(
  name: Name,
  { config }: Workspace,
  { sources, file, logs, onProgress }: Filling,
  interrupted: AbortSignal,
): Promise<boolean> {
  const { demoTables, dialect } = ENGINES[name];
  if (demoTables === null) throw new Error(`the demo fills no tables of ${name}`);
  const [{ default: filler }, { default: maker }] = await Promise.all([demoTables(), DEMO.load()]);
  const tables = sources.flatMap(({ tables }) => {
    const [to, from] = [tables[name], tables[DEMO_ENGINE]];
    if (to === undefined || from === undefined) return [];
    return [{ name: to.name, entries: maker.entries(file, from.name) }];
  });
  const { about, rows } = logs;
  const server = {
    schema: printSchema(sources, dialect),
    tables,
    about,
    onProgress: (filled: number) => onProgress(`filling ${dialect.title}`, filled, rows),
  };
  return filler
    .fill(config.engines[name], server, interrupted)
    .catch(cause => (cause instanceof EngineFailure ? refused(cause) : settingsFailure(cause)));
}

function refused(cause: EngineFailure): never {
  const message = `The tables of the demo cannot be made: ${onOneLine(cause.message)}`;
  throw new Failure(EXIT.environment, message, { cause });
}
