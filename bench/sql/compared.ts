/** Runs both forms of quern, the statement by hand and the literal one, in turns. */
import type { BoundStatement } from '../../engines/engine.ts';
import { QUESTIONS, type Question } from './by-hand.ts';
import { type Project, saved, specialised } from './project.ts';
import type { Shape } from './rows.ts';
import type { Tables } from './tables.ts';

export interface Measured {
  readonly over: string;
  readonly question: Question;
  /** CPU seconds. */
  readonly byHand: number;
  /** Times that. */
  readonly ours: number;
  readonly saved: number | null;
  readonly literal: number | null;
}
export interface Compared {
  readonly measured: readonly Measured[];
  /** Statements that answer other rows than the one by hand. */
  readonly faults: readonly string[];
}
export interface Over {
  readonly tables: Tables;
  readonly project: Project;
  readonly shape: Shape;
  /** The kind of tables. */
  readonly name: string;
  /** How often each statement is timed; 0: it is only seen to answer the same rows. */
  readonly rounds: number;
}

export async function compared(over: Over): Promise<Compared> {
  const measured: Measured[] = [];
  const faults: string[] = [];
  for (const question of QUESTIONS) {
    const forms = formsOf(question, over);
    faults.push(...(await unlike(question, forms, over)));
    if (over.rounds > 0) measured.push(await timed(question, forms, over));
  }
  return { measured, faults };
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
  // the saved query of logs.all reads tables that files do not stand for
  const isSaved = tables.hasAll || question.endpoint !== 'logs.all';
  return {
    byHand: { ...ours, sql: question.sql(place) },
    ours,
    saved: isSaved ? saved(project, engine, question) : null,
    literal: literal === null ? null : { ...ours, sql: literal },
  };
}

async function unlike(question: Question, forms: Forms, over: Over): Promise<readonly string[]> {
  const { byHand, ...others } = forms;
  const expected = await over.tables.rows(byHand);
  const title = `${over.name}, ${over.shape}: ${question.endpoint}?${question.search}`;
  if (expected.length === 0) return [`${title} has no rows`];
  const faults: string[] = [];
  for (const [form, statement] of Object.entries(others)) {
    if (statement === null) continue;
    const rows = await over.tables.rows(statement);
    const at = expected.findIndex((row, i) => row !== rows[i]);
    if (at < 0 && rows.length === expected.length) continue;
    faults.push(
      `${title}, ${form}: ${rows.length} rows, one is\n${rows[at]}\nby hand\n${expected[at]}`,
    );
  }
  return faults;
}

async function timed(question: Question, forms: Forms, over: Over): Promise<Measured> {
  const cpu = { byHand: [] as number[], ours: [] as number[], saved: [] as number[] };
  for (let round = 0; round < over.rounds; round++) {
    cpu.byHand.push(await cpuOf(over, forms.byHand));
    cpu.ours.push(await cpuOf(over, forms.ours));
    if (forms.saved !== null) cpu.saved.push(await cpuOf(over, forms.saved));
  }
  const byHand = median(cpu.byHand);
  // it takes minutes
  const literal = forms.literal === null ? null : (await cpuOf(over, forms.literal)) / byHand;
  return {
    over: `${over.name}, ${over.shape}`,
    question,
    byHand,
    ours: median(cpu.ours) / byHand,
    saved: forms.saved === null ? null : median(cpu.saved) / byHand,
    literal,
  };
}

/** User and system seconds of this process and its threads. */
async function cpuOf({ tables }: Over, statement: BoundStatement): Promise<number> {
  const before = process.cpuUsage();
  await tables.rows(statement);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
