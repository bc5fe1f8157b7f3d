import { buildCommand, type FlagParametersForType } from '@stricli/core';
import type { EngineName } from '../../../engines/index.ts';
import { createNewsroom } from '../../../server/pages/news.ts';
import { BRIEFS } from '../../briefs.ts';
import { DEMO_DATABASE } from '../../demo/place.ts';
import { createCompiler } from '../../dev/compiling.ts';
import { oneAtATime } from '../../dev/one-at-a-time.ts';
import { restOf } from '../../dev/rest.ts';
import { createRounds } from '../../dev/rounds.ts';
import { DevService } from '../../dev/serving.ts';
import { ignoring, watchedOf, watchFiles } from '../../dev/watching.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags } from '../../flags.ts';
import { writeFiles } from '../../generate/generating.ts';
import { assertNothingLost } from '../../project/excluded-engines.ts';
import { manifestIfAny } from '../../project/output/manifest-file.ts';
import { listOutputFiles } from '../../project/output/output.ts';
import { openWorkspace } from '../../project/workspace.ts';
import { DEFAULT_PORT } from '../../service/address.ts';
import { checkFree, untilStopped } from '../../service/listen.ts';
import {
  DATABASE_FLAG,
  ENGINE_EXAMPLE,
  ENGINE_FLAG,
  PORT_FLAG,
} from '../../service/service-flags.ts';
import type { Session } from '../../session.ts';
import type { ExitCode } from '../../terminal/exit.ts';
import { type VerbContext, verb } from '../../verb.ts';

interface DevFlags extends GlobalFlags {
  readonly port?: number;
  readonly engine?: EngineName;
  readonly database?: string;
  readonly write?: boolean;
}

const FLAGS: FlagParametersForType<DevFlags> = {
  port: PORT_FLAG,
  engine: ENGINE_FLAG,
  database: DATABASE_FLAG,
  write: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Write the generated files, too, after each change',
  },
  ...GLOBAL_FLAGS,
};

export const dev = buildCommand<DevFlags, [], VerbContext>({
  docs: {
    brief: BRIEFS.dev,
    fullDescription: [
      'Serves the endpoints on this machine, without keys, and compiles them again whenever a file changes. It writes files only',
      'with --write. While a file has a fault, the last valid endpoints stay, and the page shows the fault.',
      '',
      'Examples:',
      '  quern dev',
      `  quern dev --database ${DEMO_DATABASE}`,
      `  quern dev --engine ${ENGINE_EXAMPLE} --write`,
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(FLAGS, runDev, { windsDown: true }),
});

async function runDev(session: Session, flags: DevFlags): Promise<ExitCode> {
  const { port = DEFAULT_PORT, engine, database, write = false } = flags;
  const workspace = openWorkspace(session);
  const news = createNewsroom();
  const service = new DevService(session, { port, engine, database, news });
  await checkFree(session.host, port);
  let hasChanged = false;
  let changed = () => {
    hasChanged = true;
  };
  const watcher = await watchFiles(watchedOf(workspace), ignoring(workspace), () => changed());
  const round = createRounds({
    session,
    news,
    compile: createCompiler(session),
    isStirring: watcher.isStirring,
    configured: now => watcher.follow(watchedOf(now)),
    showRest: async ({ workspace, memory, failure }) => {
      if (workspace === null || memory === null) return 0;
      const rest = await restOf(workspace, failure.diagnostics, memory);
      return rest === null ? 0 : service.show(workspace, rest);
    },
    show: async ({ workspace, description, ruledOut, memory, keep }) => {
      const count = await service.show(workspace, description);
      if (write) await assertNothingLost(workspace, ruledOut, manifestIfAny);
      const files = write ? listOutputFiles(workspace, description) : null;
      const written = files && (await writeFiles(session, workspace, { ...files, ledger: memory }));
      keep(files === null || typeof written === 'number' ? null : files.files);
      return count;
    },
  });
  try {
    const look = oneAtATime(round);
    await look();
    const running = await service.running(workspace);
    const { shown, config, pathOf } = workspace;
    session.note(`${running.url}/ shows \`${shown(pathOf(config.endpoints))}\` as it changes`);
    const broken = new Promise<never>((_, reject) => {
      changed = () => void look().catch(reject);
    });
    if (hasChanged) changed();
    return await Promise.race([untilStopped(session.host, running), broken]);
  } finally {
    await watcher.close();
  }
}
