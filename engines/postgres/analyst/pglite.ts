/** PostgreSQL within this process. It answers one question at a time. */
import { setFlagsFromString } from 'node:v8';
import type { AnsweredField, AskTexts } from '../results/own.ts';
import { type Database, loadPgLite, type PgLiteApi, type ServerMessage } from './library.ts';

export interface BoundTexts {
  readonly types: readonly number[];
  readonly values: readonly (string | null)[];
}
export interface DescribedStatement {
  readonly columns: readonly AnsweredField[];
  /** The tree of the parser; `null` for a text without a statement. */
  readonly tree: string | null;
}
export interface PgLiteAnswer {
  readonly columns: readonly AnsweredField[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** All reject with a `ServerError` for what the server refuses. */
export interface PgLite {
  /** Analyses one statement and runs no part of it. */
  readonly describe: (sql: string, types: readonly number[]) => Promise<DescribedStatement>;
  /** Runs one statement, up to so many rows. */
  readonly run: (sql: string, bound: BoundTexts, mostRows: number) => Promise<PgLiteAnswer>;
  readonly ask: AskTexts;
  /** Runs statements that are separated by `;`. */
  readonly script: (sql: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** V8 optimises no WebAssembly: the process ends soon, and optimising takes as much time and memory as the rest of an opening. */
const BASELINE = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
/** The database is empty and in memory: it needs no page of it twice, nor on a disk. */
const SMALL = ['--no-sync', '-c', 'shared_buffers=1MB'];

/** Opens an empty database. `folder`: where the package may be. Rejects with `NotInstalled`. */
export async function openPgLite(folder?: string): Promise<PgLite> {
  const { api, extensions } = loadPgLite(folder);
  for (const flag of BASELINE) setFlagsFromString(flag);
  const database = await api.PGlite.create({ extensions, initDbStartParams: SMALL });
  const { serialize } = api.protocol;
  const run: PgLite['run'] = async (text, { types, values }, mostRows) =>
    answerIn(
      await messagesOf(database, [
        serialize.parse({ text, types }),
        serialize.bind({ values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({ rows: mostRows }),
        serialize.sync(),
      ]),
    );
  return {
    describe: (text, types) => described(database, api.protocol, text, types),
    run,
    ask: async (sql, values) => (await run(sql, { types: [], values }, ALL)).rows,
    script: async sql => void (await database.exec(sql)),
    close: () => database.close(),
  };
}

/** No limit of rows. */
const ALL = 0;

type OnNotice = Parameters<Database['execProtocol']>[1]['onNotice'];

async function messagesOf(
  database: Database,
  parts: readonly Uint8Array[],
  onNotice: OnNotice = () => {},
): Promise<readonly ServerMessage[]> {
  return (await database.execProtocol(Buffer.concat(parts), { onNotice })).messages;
}

const TREE = 'parse tree:';

/** The server shows the tree as a message of its log. */
async function described(
  database: Database,
  { serialize }: PgLiteApi['protocol'],
  text: string,
  types: readonly number[],
): Promise<DescribedStatement> {
  const trees: string[] = [];
  const parts = [
    serialize.parse({ text, types }),
    serialize.describe({ type: 'S' }),
    serialize.sync(),
  ];
  await database.exec('SET debug_print_parse = on; SET client_min_messages = log');
  try {
    const messages = await messagesOf(database, parts, ({ message, detail }) => {
      if (message === TREE && detail !== undefined) trees.push(detail);
    });
    return { columns: columnsIn(messages), tree: trees.length === 0 ? null : trees.join('\n') };
  } finally {
    await database.exec('RESET debug_print_parse; RESET client_min_messages');
  }
}

function answerIn(messages: readonly ServerMessage[]): PgLiteAnswer {
  const rows = messages.flatMap(({ name, fields }) =>
    name === 'dataRow' ? [fields as PgLiteAnswer['rows'][number]] : [],
  );
  return { columns: columnsIn(messages), rows };
}

function columnsIn(messages: readonly ServerMessage[]): readonly AnsweredField[] {
  const found = messages.find(({ name }) => name === 'rowDescription');
  return (found?.fields ?? []) as readonly AnsweredField[];
}
