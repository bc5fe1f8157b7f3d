/** The service of a project that is being edited: it switches to new definitions while it runs. */
import type { Engine } from '../../engines/engine.ts';
import type { Description } from '../../generator/emitters/emitter.ts';
import type { Catalogue } from '../../server/answers/manifest/manifest.ts';
import type { HealingEngine } from '../../server/answers/running/healing.ts';
import type { ProblemCode } from '../../server/http/problem.ts';
import type { News } from '../../server/pages/news.ts';
import type { Running } from '../../server/socket/serve.ts';
import { DECODE_HINTS } from '../decode-hints.ts';
import { COMPARE_TABLES, concurrencyOf } from '../engines.ts';
import { ownSecret } from '../keys/secret.ts';
import { describedCatalogue } from '../project/compiled.ts';
import { openapiDocument } from '../project/output/openapi-document.ts';
import type { Workspace } from '../project/workspace.ts';
import { healingEngine, listen, projectNames, servedBy } from '../service/listen.ts';
import type { Session } from '../session.ts';

export interface DevOptions {
  readonly port: number;
  /** The engine's name; by default the configured one. */
  readonly engine: string | undefined;
  /** The database file as it was typed. */
  readonly database: string | undefined;
  readonly news: News;
}

const SECRET = '.quern/dev-secret';
const { stored_value, unsafe_integer } = DECODE_HINTS;
const REMEDIES = {
  engine_error: COMPARE_TABLES,
  engine_unavailable: COMPARE_TABLES,
  stored_value,
  unsafe_integer,
} as const satisfies Partial<Record<ProblemCode, string>>;
const NOTHING: Catalogue = { sources: {}, endpoints: [], byName: new Map(), byId: new Map() };

export class DevService {
  readonly #session: Session;
  readonly #options: DevOptions;
  #running: Running | null = null;
  #engine: { readonly of: string; readonly engine: Shared } | null = null;

  constructor(session: Session, options: DevOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** Starts the service on its socket, at first without endpoints. Rejects with `Failure` if it cannot listen on the port. */
  async running(workspace: Workspace): Promise<Running> {
    return this.#running ?? this.#serve(workspace, NOTHING, null);
  }

  /** Serves the new endpoints from now on, and returns their number. Rejects with `Failure` if it cannot. */
  async show(workspace: Workspace, description: Description): Promise<number> {
    const manifest = describedCatalogue(description);
    const served = servedBy(manifest, this.#name(workspace), workspace);
    await this.#serve(workspace, manifest, description);
    return served.length;
  }

  #name({ config }: Workspace): string {
    return this.#options.engine ?? config.service.engine;
  }

  async #serve(
    workspace: Workspace,
    manifest: Catalogue,
    description: Description | null,
  ): Promise<Running> {
    const secrets = await secretsOf(manifest, workspace);
    const openapi = description === null ? null : () => openapiDocument(description, workspace);
    const engine = await this.#lend(workspace, manifest);
    const definitions = { manifest, engine, openapi, secrets };
    if (this.#running !== null) {
      await this.#running.swap({ ...definitions, project: projectNames(workspace.config) });
      return this.#running;
    }
    const { port, news } = this.#options;
    const name = this.#name(workspace);
    this.#running = await listen(
      this.#session,
      { port },
      {
        ...definitions,
        keys: null,
        concurrency: concurrencyOf(name, workspace),
        config: workspace.config,
        news,
        remedies: REMEDIES,
      },
    );
    return this.#running;
  }

  /** The engine stays open while the data sets stay the same. */
  async #lend(workspace: Workspace, manifest: Catalogue): Promise<Engine> {
    const name = this.#name(workspace);
    const { database } = this.#options;
    const of = JSON.stringify([name, workspace.config.engines, manifest.sources]);
    if (this.#engine?.of !== of) {
      const concurrency = concurrencyOf(name, workspace);
      const options = { workspace, manifest, database, concurrency };
      const engine = await healingEngine(this.#session, name, options);
      this.#engine = { of, engine: new Shared(engine) };
    }
    return this.#engine.engine.lend();
  }
}

/** An engine shared by several definitions. It is closed once the last of them has answered its requests. */
export class Shared {
  readonly #engine: HealingEngine;
  #users = 0;

  constructor(engine: HealingEngine) {
    this.#engine = engine;
  }

  lend(): Engine {
    this.#users += 1;
    return {
      ...this.#engine,
      close: async () => {
        this.#users -= 1;
        if (this.#users === 0) await this.#engine.close();
      },
    };
  }
}

async function secretsOf({ endpoints }: Catalogue, { config, pathOf }: Workspace) {
  const { secrets } = config.service;
  const isPaged = endpoints.some(({ pages }) => pages !== undefined);
  return secrets.length > 0 || !isPaged ? secrets : [await ownSecret(pathOf(SECRET), SECRET)];
}
