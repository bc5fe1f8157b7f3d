import { basename } from 'node:path';
import { buildCommand, buildRouteMap, type FlagParametersForType } from '@stricli/core';
import { type CopyState, isRead, RefreshRunning } from '../../../engines/rollups.ts';
import { formatInstant } from '../../../generator/params/time/instant.ts';
import { BRIEFS } from '../../briefs.ts';
import { asFailure } from '../../engines.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags } from '../../flags.ts';
import { lifetime } from '../../keys/key-flags.ts';
import { openCopies } from '../../project/copies.ts';
import { openWorkspace } from '../../project/workspace.ts';
import { DATABASE_FLAG } from '../../service/service-flags.ts';
import type { Session } from '../../session.ts';
import { EXIT, type ExitCode, Failure } from '../../terminal/exit.ts';
import { showingProgress } from '../../terminal/progress.ts';
import { type VerbContext, verb } from '../../verb.ts';

interface StatusFlags extends GlobalFlags {
  readonly database?: string;
}
interface RefreshFlags extends StatusFlags {
  readonly lag?: number;
}

const STATUS_FLAGS: FlagParametersForType<StatusFlags> = {
  database: DATABASE_FLAG,
  ...GLOBAL_FLAGS,
};

const DEFAULT_LAG_MS = 600_000;

const REFRESH_FLAGS: FlagParametersForType<RefreshFlags> = {
  lag: {
    kind: 'parsed',
    parse: lifetime,
    optional: true,
    placeholder: 'duration',
    brief: 'How old entries must be to be counted, because others may still come (default: 10m)',
  },
  ...STATUS_FLAGS,
};

const refresh = buildCommand<RefreshFlags, [], VerbContext>({
  docs: {
    brief: 'Count what has come, changed or gone since the last time',
    fullDescription: [
      'Counts the days of which a copy has other entries than the table, and writes a file of all copies beside the last one.',
      'A service reads it from its next statement on. Run it every few minutes; it never changes a table.',
      '',
      'Examples:',
      '  quern rollup refresh',
      '  quern rollup refresh --lag 1h',
    ].join('\n'),
  },
  parameters: { flags: REFRESH_FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(REFRESH_FLAGS, (session, flags) => runRefresh(session, flags, () => false)),
});

const rebuild = buildCommand<RefreshFlags, string[], VerbContext>({
  docs: {
    brief: 'Count all entries again',
    fullDescription: [
      'Counts all entries of the named rollups again, or of all rollups: after entries have been changed in place.',
      '',
      'Examples:',
      '  quern rollup rebuild edge_hourly',
      '  quern rollup rebuild',
    ].join('\n'),
  },
  parameters: {
    flags: REFRESH_FLAGS,
    aliases: GLOBAL_ALIASES,
    positional: {
      kind: 'array',
      parameter: { parse: String, placeholder: 'rollup', brief: 'Names of rollups (default: all)' },
    },
  },
  func: verb(REFRESH_FLAGS, (session, flags, ...names: readonly string[]) =>
    runRefresh(session, flags, name => names.length === 0 || names.includes(name), names),
  ),
});

async function runRefresh(
  session: Session,
  { lag = DEFAULT_LAG_MS, database }: RefreshFlags,
  isAnew: (rollup: string) => boolean,
  names: readonly string[] = [],
): Promise<ExitCode> {
  const { copies, definitions } = await openCopies(openWorkspace(session), names, database);
  try {
    const until = session.host.clock() - BigInt(lag) * 1_000n;
    const anew = new Set(definitions.filter(({ rollup }) => isAnew(rollup)).map(one => one.name));
    const onBroken = tellBroken(session);
    const refreshed = await showingProgress(session, onProgress =>
      copies.refresh(definitions, { until, anew, onProgress, onBroken }).catch(whyNotRefreshed),
    );
    if (session.json) session.print(`${JSON.stringify({ rollups: refreshed }, null, 2)}\n`);
    else
      for (const { source, rollup, days } of refreshed)
        session.print(`${rollup} of ${source}: ${days === 0 ? 'up to date' : counted(days)}\n`);
    return EXIT.done;
  } finally {
    await copies.close();
  }
}

/** Says that a file of copies is left, and why all days are counted. */
export function tellBroken({ note }: Session): (file: string) => void {
  return file => note(`\`${basename(file)}\` cannot be read: all days are counted again`);
}

export function whyNotRefreshed(cause: unknown): never {
  if (!(cause instanceof RefreshRunning)) return asFailure(cause);
  throw new Failure(EXIT.environment, 'Another refresh is running', {
    hint: 'Wait until it ends: it counts what has come as well.',
    cause,
  });
}

const counted = (days: number) => `${days} ${days === 1 ? 'day' : 'days'} counted`;

const status = buildCommand<StatusFlags, [], VerbContext>({
  docs: {
    brief: 'Show how far each copy reaches, and whether statements read it',
    fullDescription: [
      'Shows how many entries each copy counts, where it ends, and whether statements read it.',
      '',
      'Examples:',
      '  quern rollup status',
      '  quern rollup status --json',
    ].join('\n'),
  },
  parameters: { flags: STATUS_FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(STATUS_FLAGS, runStatus),
});

async function runStatus(session: Session, { database }: StatusFlags): Promise<ExitCode> {
  const { copies, definitions } = await openCopies(openWorkspace(session), [], database);
  try {
    const states = await copies.status(definitions).catch(asFailure);
    if (session.json) {
      const rollups = states.map(state => ({
        source: state.source,
        rollup: state.rollup,
        until: state.until === null ? null : formatInstant(state.until),
        rows: Number(state.rows),
        counted: Number(state.counted),
        found: Number(state.found),
        read: isRead(state),
      }));
      session.print(`${JSON.stringify({ rollups }, null, 2)}\n`);
    } else for (const state of states) session.print(`${stateText(state)}\n`);
    return EXIT.done;
  } finally {
    await copies.close();
  }
}

function stateText(state: CopyState): string {
  const { source, rollup, until, rows, counted: known, found } = state;
  const of = `${rollup} of ${source}`;
  if (until === null) return `${of}: not filled yet`;
  const end = `${of}: ${known} entries in ${rows} rows, up to ${formatInstant(until)}`;
  if (isRead(state)) return end;
  return `${end}; not read, because the table has ${found} entries by then`;
}

export const rollup = buildRouteMap({
  routes: { refresh, rebuild, status },
  docs: { brief: BRIEFS.rollup },
});
