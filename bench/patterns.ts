/**
 * Measures the most that a caller's pattern may cost an engine. The result sets the bounds of
 * `generator/params/patterns/cost.ts`.
 *
 * Every pattern searches the same 100,000 addresses with one thread, on DuckDB and, for comparison, on ClickHouse. Times are
 * CPU time of this process, and the best run counts. Results are ratios to a literal of twenty letters, because machines
 * differ. Only DuckDB's ratio is bounded: DuckDB sends the literal through the same function as the patterns, but ClickHouse
 * searches a literal by other means and is ten times slower for the simplest of patterns. Each family runs its largest accepted
 * members, and the first rejected one, which shows what the bounds exclude.
 */
import { type DuckDBConnection, DuckDBInstance, VARCHAR } from '@duckdb/node-api';
import { RE2JS } from 're2js';
import { automatonWork } from '../generator/params/patterns/automaton.ts';
import { MOST_COST, MOST_WORK, programCost } from '../generator/params/patterns/cost.ts';
import { programOf } from '../generator/params/patterns/program.ts';
import { openClickHouse } from './support/test-packages.ts';

const ROWS = 100_000;
const RUNS = 5;
const LITERAL = 'abcdefghijklmnopqrst';
const MOST_RATIO = 10;
/** Above this many milliseconds, one run is enough. */
const SLOW = 2_000;

/** Patterns that callers write. */
const ORDINARY = [
  'https://(abc|def)\\.example\\.com/',
  'https://vqvbtgurdrkpdikmxthv\\.example\\.co/',
  '^https?://[^/]+/rest/v1/',
  '\\d{1,3}(\\.\\d{1,3}){3}',
  '[[:alpha:]]+',
  '[[:alpha:]]+!',
  '(?i)project',
  '(?i)(select|insert|update|delete).*from!',
  '\\pL+',
  '\\pL+!',
  '[\\pL\\pN]+!',
  '[^\\pL]\\pL!',
  '.*',
  '.*!',
  '.*a.*b.*c.*!',
  '.*a.*b.*c.*d.*e.*f.*!',
  '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  '^https://[a-z]{20}\\.example\\.co/auth/v1/token\\?grant_type=\\w+$',
  '/(rest|auth|storage|realtime|functions)/v[0-9]+/',
  '[?&]apikey=[^&]+(&|$)',
  '\\.(png|jpe?g|gif|webp|svg)$',
  '\\bproject\\b',
  '(x+x+)+y',
  '(a*)*(b*)*!',
  '([a-z]+[a-z]+)+!',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '[\\w.+-]+@[\\w-]+\\.[\\w.-]+',
  '日本|café',
  '(?i)straße|ÉTÉ!',
];

/** Patterns that grow with a number: the automaton's states, the program, or both. */
const FAMILIES: readonly ((n: number) => string)[] = [
  n => `[a-m].{${n}}!`,
  n => `[a-m].{${n}}$`,
  n => `[a-m][a-z]{${n}}!`,
  n => `[0-9]*[5-9][0-9a-f]{${n}}!`,
  n => `(a|b)*a(a|b){${n}}$`,
  n => `/[\\w-]{${n}}[a-c][\\w-]*$`,
  n => `(.{0,${n}}){${n}}!`,
  n => `(\\w?){${n}}\\w{${n}}!`,
  n => `[é-ü]\\pL{${n}}!`,
  n => `(?i)[k-s]\\pL{${n}}!`,
  n => `(?i)\\pL{${n}}!`,
  n => `(\\pL|\\pN|\\pP){${n}}$`,
  n => `(\\pL|\\pN|\\pP){${n}}!`,
  n => `[^!]{${n}}!`,
  n => `.{${n}}!`,
  n => `^.{${n}}!`,
  n => `(.*a.*b|.*c.*d){${n}}!`,
  n => `(${letters(n, letter => `${letter}.*`).join('|')}){3}!`,
  n => letters(n, letter => `${letter}.*`).join(''),
  n => `(${letters(n, letter => `${letter}[a-z]+${letter}[0-9]`).join('|')})!`,
  n => `(${Array.from({ length: n * 4 }, (_, i) => word(i)).join('|')})!`,
  n => `(?i)(${Array.from({ length: n * 4 }, (_, i) => word(i)).join('|')})!`,
  n => `rest/v1/.{0,${n}}select!`,
  n => `(a?){${n}}a{${n}}!`,
  n => `((a|b|c|d|e)+[a-z]?){${n}}!`,
  n => `\\b(\\w+\\b.){${n}}!`,
  n => `/${ALPHABET.slice(0, 4).repeat(n)}!`,
  n => `a{${n}}[^a]`,
  n => `[0-9a-f]{${n}}-[0-9a-f]{${n}}!`,
];
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64, 100, 200, 400];

interface Engine {
  readonly milliseconds: (pattern: string) => Promise<number>;
}

async function main(): Promise<void> {
  const rows = addresses();
  const engines = [await duckDb(rows), clickHouse(rows)];
  process.stdout.write('  cost    work  DuckDB  ClickHouse\n');
  let slowest = 0;
  for (const { pattern, isAccepted, cost, work } of corpus()) {
    const ratios: number[] = [];
    for (const engine of engines) ratios.push(await ratio(engine, pattern));
    if (isAccepted) slowest = Math.max(slowest, ratios[0] ?? 0);
    const cells = [String(cost).padStart(6), (work > MOST_WORK ? '>' : String(work)).padStart(6)];
    const times = ratios.map((one, at) => `${one.toFixed(1)} x`.padStart(at === 0 ? 6 : 10));
    const verdict = isAccepted ? '' : '  (refused)';
    process.stdout.write(`${[...cells, ...times].join('  ')}  ${shown(pattern)}${verdict}\n`);
  }
  process.stdout.write(
    `\nthe slowest that is accepted takes ${slowest.toFixed(1)} x a literal on DuckDB, of at most ${MOST_RATIO} x\n`,
  );
  process.exitCode = slowest <= MOST_RATIO ? 0 : 1;
}

function corpus(): readonly Judged[] {
  return [LITERAL, ...ORDINARY].map(judged).concat(FAMILIES.flatMap(family));
}

/** The largest accepted members, and the first rejected one. */
function family(make: (n: number) => string): readonly Judged[] {
  const members: Judged[] = [];
  for (const n of SIZES) {
    const member = judged(make(n));
    members.push(member);
    if (!member.isAccepted) break;
  }
  return members.slice(-3);
}

interface Judged {
  readonly pattern: string;
  readonly cost: number;
  readonly work: number;
  readonly isAccepted: boolean;
}

function judged(pattern: string): Judged {
  const program = programOf(RE2JS.compile(pattern));
  const cost = programCost(program);
  const work = automatonWork(program, MOST_WORK);
  return { pattern, cost, work, isAccepted: cost <= MOST_COST && work <= MOST_WORK };
}

/** The ratio to the literal. The runs of both alternate, so that other load affects both. */
async function ratio({ milliseconds }: Engine, pattern: string): Promise<number> {
  let [base, least] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < RUNS && (run === 0 || least < SLOW); run += 1) {
    base = Math.min(base, await milliseconds(LITERAL));
    least = Math.min(least, await milliseconds(pattern));
  }
  return least / base;
}

async function duckDb(rows: readonly string[]): Promise<Engine> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await fill(connection, rows);
  const sql = 'SELECT count(*) FROM addresses WHERE regexp_matches(url, $pattern)';
  const statement = await connection.prepare(sql);
  const milliseconds = async (pattern: string) => {
    statement.bindValue(1, pattern, VARCHAR);
    return timed(async () => {
      await statement.runAndReadAll();
    });
  };
  return { milliseconds };
}

async function fill(connection: DuckDBConnection, rows: readonly string[]): Promise<void> {
  await connection.run('CREATE TABLE addresses (url VARCHAR)');
  const appender = await connection.createAppender('addresses');
  for (const row of rows) {
    appender.appendVarchar(row);
    appender.endRow();
  }
  appender.closeSync();
}

function clickHouse(rows: readonly string[]): Engine {
  const session = openClickHouse();
  session.query('CREATE DATABASE bench ENGINE = Memory');
  session.query('CREATE TABLE bench.addresses (url String) ENGINE = Memory');
  for (let at = 0; at < rows.length; at += 20_000) {
    const lines = rows.slice(at, at + 20_000).map(row => JSON.stringify([row]));
    session.query(`INSERT INTO bench.addresses FORMAT JSONCompactEachRow ${lines.join('\n')}`);
  }
  session.query('SET max_threads = 1');
  const sql = 'SELECT count() FROM bench.addresses WHERE match(url, {pattern:String})';
  const milliseconds = (pattern: string) =>
    timed(async () => {
      await session.queryBindAsync(sql, { pattern: `(?-s)${pattern}` });
    });
  return { milliseconds };
}

/** CPU milliseconds of this process, in which one thread searches. */
async function timed(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Addresses as in a log of requests, the same in every run. One in seventeen has characters beyond ASCII. */
function addresses(): readonly string[] {
  const random = randomNumbers();
  const text = (length: number, alphabet: string) =>
    Array.from({ length }, () => alphabet.charAt(random() % alphabet.length)).join('');
  const paths = ['/rest/v1/todos?select=*&id=eq.', '/auth/v1/token?grant_type=refresh_token&t='];
  paths.push('/storage/v1/object/public/avatars/', '/realtime/v1/websocket?apikey=');
  return Array.from({ length: ROWS }, (_, i) => {
    const host = `https://${text(20, ALPHABET)}.example.co`;
    const id = [8, 4, 4, 4, 12].map(length => text(length, '0123456789abcdef')).join('-');
    return `${host}${paths[i % paths.length]}${id}${i % 17 === 0 ? `/${text(12, BEYOND_ASCII)}` : ''}`;
  });
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const BEYOND_ASCII = 'éàüßñøčžđłабвгдежзαβγδεζηθ日本語文字列検索한국어문자열';

/** A linear congruential generator that returns only the upper bits. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
}

function letters(count: number, make: (letter: string) => string): readonly string[] {
  return Array.from({ length: count }, (_, i) => make(ALPHABET.charAt(i % ALPHABET.length)));
}

function word(i: number): string {
  const random = randomNumbers();
  const start = random() + i * 7_919;
  return [3, 5, 7, 11, 13].map(step => ALPHABET.charAt(Math.floor(start / step) % 26)).join('');
}

function shown(pattern: string): string {
  return pattern.length <= 60 ? pattern : `${pattern.slice(0, 57)}… (${pattern.length} characters)`;
}

await main();
