/** Runs both forms of quern, the statement by hand and the literal one, in turns. */
import type { BoundStatement } from '../../engines/engine.ts';
import type { Question } from './by-hand.ts';
import { type EngineName, type Project, saved, specialised } from './project.ts';
import type { Shape } from './rows.ts';
import type { Tables } from './tables.ts';

export interface Measured {
  readonly over: string;
  readonly question: Question;
  /** CPU seconds of the best run, which also counts for the others: DuckDB's threads may spin while they wait and triple the cost of a run. */
  readonly byHand: number;
  /** A multiple of `byHand`. */
  readonly ours: number;
  readonly saved: number | null;
  readonly literal: Literal | null;
}
export interface Literal {
  /** A multiple of the statement by hand. */
  readonly ratio: number;
  /** Whether it was stopped before its end. */
  readonly isStopped: boolean;
}
export interface Compared {
  /** How many statements returned the same rows as the one by hand. */
  readonly equal: number;
  readonly measured: readonly Measured[];
  /** The statements that returned other rows than the one by hand. */
  readonly faults: readonly string[];
}
export interface Over {
  readonly tables: Tables;
  readonly project: Project;
  readonly shape: Shape;
  readonly questions: readonly Question[];
  /** The kind of tables. */
  readonly name: string;
  /** The least number of times that each statement is timed; 0 only checks that it returns the same rows. */
  readonly rounds: number;
}

/** Only the literal statement may be stopped, because it joins and sorts data that the others never read. */
const MOST_MS = 600_000;
const LITERAL_MOST_MS = 10_000;
/** The least CPU seconds for the statement by hand. Other load can double the time of a short statement, so it needs more rounds. */
const LEAST_SECONDS = 1;
const MOST_ROUNDS = 61;

export async function compared(over: Over): Promise<Compared> {
  const measured: Measured[] = [];
  const faults: string[] = [];
  let equal = 0;
  for (const question of over.questions) {
    const forms = formsOf(question, over);
    const title = `${over.name}, ${over.shape}: ${question.endpoint}?${question.search}`;
    const { rows: expected } = await run(over, forms.byHand);
    if (expected === null || expected.length === 0) {
      faults.push(`${title} has no rows`);
      continue;
    }
    const compare = (form: string, rows: Rows) => {
      const found = unlike(`${title}, ${form}`, rows, expected);
      faults.push(...found);
      if (found.length === 0) equal += 1;
    };
    compare('ours', (await run(over, forms.ours)).rows);
    if (forms.saved !== null) compare('saved', (await run(over, forms.saved)).rows);
    const literal = forms.literal === null ? null : await run(over, forms.literal, LITERAL_MOST_MS);
    if (literal !== null && literal.rows !== null) compare('literal', literal.rows);
    if (over.rounds > 0) measured.push(await timed(question, forms, literal, over));
  }
  return { equal, measured, faults };
}

function ownUsage(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

interface Forms {
  readonly byHand: BoundStatement;
  readonly ours: BoundStatement;
  readonly saved: BoundStatement | null;
  readonly literal: BoundStatement | null;
}

function formsOf(question: Question, { tables, project, shape }: Over): Forms {
  const { engine } = tables;
  const columns = project.manifest.sources['edge_logs']?.columns ?? [];
  const place = { engine, shape, columns };
  const ours = specialised(project, engine, question);
  const literal = question.literal(place);
  // the saved query of logs.all reads tables that the files do not provide; on PostgreSQL, one takes no pattern with an escape
  const isSaved = engine !== 'postgres' && (tables.hasAll || question.endpoint !== 'logs.all');
  return {
    byHand: { ...ours, sql: question.sql(place), values: valuesByHand(engine, ours) },
    ours,
    saved: isSaved ? saved(project, engine, question) : null,
    literal: literal === null ? null : { ...ours, sql: literal },
  };
}

/** Where values have no names, a statement by hand has the project first and the clock second. */
function valuesByHand(engine: EngineName, { values }: BoundStatement): BoundStatement['values'] {
  if (engine !== 'postgres') return values;
  return ['project', 'now'].flatMap((wanted, i) =>
    values.filter(({ name }) => name === wanted).map(value => ({ ...value, position: i + 1 })),
  );
}

function unlike(title: string, rows: Rows, expected: readonly string[]): readonly string[] {
  if (rows === null) return [`${title} was stopped`];
  const at = expected.findIndex((row, i) => row !== rows[i]);
  if (at < 0 && rows.length === expected.length) return [];
  const shown = (of: readonly string[]) => of[Math.max(at, 0)]?.slice(0, 300);
  return [`${title}: ${rows.length} rows, one is\n${shown(rows)}\nby hand\n${shown(expected)}`];
}

async function timed(
  question: Question,
  forms: Forms,
  literal: Run | null,
  over: Over,
): Promise<Measured> {
  const cpu = { byHand: [] as number[], ours: [] as number[], saved: [] as number[] };
  const isShort = () => cpu.byHand.reduce((sum, one) => sum + one, 0) < LEAST_SECONDS;
  for (let round = 0; round < over.rounds || (round < MOST_ROUNDS && isShort()); round++) {
    cpu.byHand.push((await run(over, forms.byHand)).cpu);
    cpu.ours.push((await run(over, forms.ours)).cpu);
    if (forms.saved !== null) cpu.saved.push((await run(over, forms.saved)).cpu);
  }
  const byHand = Math.min(...cpu.byHand);
  return {
    over: `${over.name}, ${over.shape}`,
    question,
    byHand,
    ours: Math.min(...cpu.ours) / byHand,
    saved: forms.saved === null ? null : Math.min(...cpu.saved) / byHand,
    literal: literal && { ratio: literal.cpu / byHand, isStopped: literal.rows === null },
  };
}

type Rows = readonly string[] | null;
interface Run {
  /** `null` if the statement was stopped. */
  readonly rows: Rows;
  /** User and system seconds of this process and its threads, or of the server's. */
  readonly cpu: number;
}

async function run({ tables }: Over, statement: BoundStatement, mostMs = MOST_MS): Promise<Run> {
  const used = tables.cpu ?? ownUsage;
  const before = used();
  const rows = await tables.rows(statement, mostMs);
  return { rows, cpu: used() - before };
}
