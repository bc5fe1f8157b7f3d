import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { type Engine, EngineFailure, type Row, type RunLimits } from '../../../engines/engine.ts';
import type { EngineName } from '../../../engines/index.ts';
import { endpointNames } from '../../../generator/compile-specs.ts';
import { counted } from '../../../generator/core/report/words.ts';
import { DecodeFailure } from '../../../server/answers/cells/cells.ts';
import { declaredRows } from '../../../server/answers/cells/own-rows.ts';
import type { Catalogue, WholeEndpoint } from '../../../server/answers/manifest/manifest.ts';
import { mostRows } from '../../../server/answers/pages.ts';
import { createReadiness } from '../../../server/observe/health.ts';
import { readGivenValues } from '../../asked.ts';
import { BRIEFS } from '../../briefs.ts';
import { completedNames, paramProposals } from '../../completion/project.ts';
import { DECODE_HINTS } from '../../decode-hints.ts';
import { asFailure, openNamedEngine } from '../../engines.ts';
import {
  type GivenParameter,
  GLOBAL_ALIASES,
  GLOBAL_FLAGS,
  type GlobalFlags,
  paramFlag,
} from '../../flags.ts';
import {
  firstEndpointStep,
  openWorkspace,
  readInputs,
  type Workspace,
} from '../../project/workspace.ts';
import { askedStatement, showCallersRows } from '../../service/callers.ts';
import { compiledAlone } from '../../service/found-endpoint.ts';
import { DATABASE_FLAG, ENGINE_FLAG } from '../../service/service-flags.ts';
import { type Session, safeText } from '../../session.ts';
import { EXIT, type ExitCode, Failure } from '../../terminal/exit.ts';
import { formatRows, ROW_FORMATS, type RowFormat } from '../../terminal/rows.ts';
import { type VerbContext, verb } from '../../verb.ts';

interface RunFlags extends GlobalFlags {
  readonly param?: readonly GivenParameter[];
  readonly format?: RowFormat;
  readonly engine?: EngineName;
  readonly database?: string;
}

const FLAGS: FlagParametersForType<RunFlags, VerbContext> = {
  param: {
    ...paramFlag('A parameter and its value; any number of them'),
    proposeCompletions: paramProposals,
  },
  format: {
    kind: 'enum',
    values: ROW_FORMATS,
    optional: true,
    brief: 'How rows are printed (default: table on a terminal, else json)',
  },
  engine: ENGINE_FLAG,
  database: DATABASE_FLAG,
  ...GLOBAL_FLAGS,
};

export const run = buildCommand<RunFlags, [string?], VerbContext>({
  docs: {
    brief: BRIEFS.run,
    customUsage: ['<endpoint> [--param name=value]…'],
    fullDescription: [
      'Compiles the endpoint, reads the parameters as the service does, runs the statement and prints the rows.',
      '',
      'Examples:',
      '  quern run usage.api-counts --param project=abc --param interval=daily',
      '  quern run logs.all --param project=abc --format csv > logs.csv',
    ].join('\n'),
  },
  parameters: {
    flags: FLAGS,
    aliases: GLOBAL_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: String,
          placeholder: 'endpoint',
          brief: 'The name or identifier of an endpoint',
          proposeCompletions: completedNames,
          optional: true,
        },
      ],
    },
  },
  func: verb(FLAGS, runOnce),
});

async function runOnce(
  session: Session,
  flags: RunFlags,
  reference: string | undefined,
): Promise<ExitCode> {
  const workspace = openWorkspace(session);
  if (reference === undefined) throw unnamed(workspace);
  const { service } = workspace.config;
  const found = await compiledAlone(session, workspace, reference);
  const { manifest, endpoint } = found;
  const name = flags.engine ?? service.engine;
  const values = readGivenValues(endpoint, flags.param ?? [], service.unknownParameters);
  const { statement, made } = await askedStatement(session, found, name, values);
  const { database } = flags;
  const engine = await openNamedEngine(name, { workspace, manifest, database, concurrency: 1 });
  const format =
    flags.format ?? (session.json || !session.host.stdout.isTerminal ? 'json' : 'table');
  const show = (shown: WholeEndpoint, rows: readonly Row[]) => {
    const most = mostRows(shown, values);
    session.print(safeText(session, formatRows(format, shown.columns, rows.slice(0, most))));
    session.note(countOf(rows.length, most, shown));
  };
  const limits = limitsOf(session, endpoint, service.timeoutMs);
  try {
    if (made !== null) await showCallersRows(endpoint, made, engine, limits, show);
    else {
      const result = await engine
        .run(statement, limits)
        .catch(cause =>
          explained(cause, { ...manifest, endpoints: [endpoint] }, engine, workspace),
        );
      fitting(() => show(endpoint, declaredRows(endpoint, result)));
    }
    await warnOfAbsent(session, { ...manifest, endpoints: [endpoint] }, engine);
    return EXIT.done;
  } finally {
    await engine.close();
  }
}

/** The failure of a command without an endpoint, which lists some. */
function unnamed(workspace: Workspace): Failure {
  const names = [...endpointNames(readInputs(workspace))].sort();
  const shown = names.slice(0, MOST_NAMED).map(name => `\`${name}\``);
  const more = names.length - shown.length;
  const list = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return new Failure(EXIT.usage, '`<endpoint>` is missing', {
    hint: names.length === 0 ? `${firstEndpointStep(workspace)}.` : `Name one of ${list}.`,
  });
}

const MOST_NAMED = 12;

/** One row more than is answered is read, as in the service, to detect whether rows were cut. */
function limitsOf(
  { host }: Session,
  { name, maxRows }: WholeEndpoint,
  timeoutMs: number,
): RunLimits {
  return {
    maxRows: maxRows + 1,
    maxBytes: Number.POSITIVE_INFINITY,
    timeoutMs,
    signal: host.interrupted,
    label: { endpoint: name, request: 'quern-run' },
  };
}

/** Rejects with the failure of a statement; if a table is missing, with the engine's reason. */
async function explained(
  cause: unknown,
  read: Catalogue,
  engine: Engine,
  { root }: Workspace,
): Promise<never> {
  if (!(cause instanceof EngineFailure) || cause.kind !== 'unavailable') return asFailure(cause);
  const { reasons } = await createReadiness(read, engine).look();
  const [missing] = reasons;
  if (missing === undefined) return asFailure(cause);
  const [finding, reason] = missing;
  throw new Failure(EXIT.environment, `The ${finding}: ${reason.replaceAll(`${root}/`, '')}`, {
    hint: 'Correct its place in `quern.yaml`, under `engines`, or the data set.',
    cause,
  });
}

/** Warns of columns that endpoints read as NULL because no file has them. */
async function warnOfAbsent(session: Session, read: Catalogue, engine: Engine): Promise<void> {
  const { columns } = await createReadiness(read, engine).look();
  for (const { told, severity, add } of columns)
    if (severity === 'warning' && add === null) session.note(`warning: ${told}`);
}

/** The result of `work`. Throws a failure with a message for the author if a value does not fit its column. */
function fitting<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof DecodeFailure)) throw cause;
    if (cause.code === 'internal') throw cause;
    throw new Failure(EXIT.findings, cause.message, { hint: DECODE_HINTS[cause.code], cause });
  }
}

function countOf(rows: number, most: number, { pages }: WholeEndpoint): string {
  if (rows <= most) return counted(rows, 'row');
  const more =
    pages === undefined ? 'there are more than `max_rows` allows' : 'there are more pages';
  return `${counted(most, 'row')}; ${more}`;
}
