/** A refresh of copies: counts the days whose entries they do not have. */
import { COVERED, type CopyDefinition } from '../../../generator/core/spec/rollup-copy.ts';
import type { RefreshedCopy, RefreshOptions } from '../../rollups.ts';
import { quoteLiteral } from '../driver/text.ts';
import { inNext, NextFile } from './next-file.ts';
import { instant, type Statements } from './sql.ts';

/** A long refresh publishes after each of these. */
const DAYS_AT_ONCE = 30;
const DAY = 86_400_000_000n;

/** How far a copy has counted, and how far it should. */
interface Counted {
  readonly known: bigint;
  readonly until: bigint;
  /** How many entries the copy has before `known`, if it ends there. */
  readonly counted: bigint | undefined;
}

export class Refresh {
  readonly #sql: Statements;
  readonly #next: NextFile;
  readonly #definitions: readonly CopyDefinition[];
  readonly #options: RefreshOptions;

  constructor(
    sql: Statements,
    folder: string,
    definitions: readonly CopyDefinition[],
    options: RefreshOptions,
  ) {
    this.#sql = sql;
    this.#next = new NextFile(sql, folder, options.onBroken);
    this.#definitions = definitions;
    this.#options = options;
  }

  run(): Promise<readonly RefreshedCopy[]> {
    return this.#next.whileLocked(async () => {
      await this.#next.begin();
      await this.#withoutOthers();
      const refreshed: RefreshedCopy[] = [];
      for (const definition of this.#definitions) {
        const days = await this.#count(definition);
        refreshed.push({ source: definition.source, rollup: definition.rollup, days });
      }
      await this.#next.publish();
      return refreshed;
    });
  }

  async #withoutOthers(): Promise<void> {
    const own = new Set([COVERED, ...this.#definitions.map(({ name }) => name)]);
    for (const name of await this.#next.tables()) {
      if (own.has(name)) continue;
      await this.#next.change([`DROP TABLE ${inNext(name)}`, ...this.#covering(name, null)]);
    }
  }

  /** Returns how many days were counted. */
  async #count(definition: CopyDefinition): Promise<number> {
    const { name, rollup, step } = definition;
    const until = startOf(this.#options.until, step);
    const isThere = (await this.#next.tables()).includes(name);
    if (isThere && this.#options.anew.has(name))
      await this.#next.change([`DELETE FROM ${inNext(name)}`, ...this.#covering(name, null)]);
    if (!isThere) await this.#next.change([`CREATE TABLE ${inNext(name)} AS ${definition.empty}`]);
    const [end, counted] = await this.#sql.numbers(
      `SELECT epoch_us(until), entries FROM ${inNext(COVERED)} WHERE name = ${quoteLiteral(name)}`,
    );
    const known = earlier(end ?? until, until);
    const spans = await this.#uncounted(definition, {
      known,
      until,
      counted: end === known ? counted : undefined,
    });
    const cut = `DELETE FROM ${inNext(name)} WHERE step >= ${instant(known)}`;
    for (let done = 0; done < spans.length; done += DAYS_AT_ONCE) {
      if (done > 0) {
        await this.#next.publish();
        await this.#next.begin();
      }
      this.#options.onProgress(`counting ${rollup}`, done, spans.length);
      const some = spans.slice(done, done + DAYS_AT_ONCE);
      const next = spans[done + DAYS_AT_ONCE] ?? until;
      await this.#next.change([
        ...(done === 0 ? [cut] : []),
        ...some.flatMap(start => recounted(definition, start, until)),
        ...this.#covering(name, next),
      ]);
    }
    if (spans.length === 0 && end !== until)
      await this.#next.change([cut, ...this.#covering(name, until)]);
    return spans.length;
  }

  /**
   * Where each day to count begins, ascending: the days of which the copy has another number of entries before `known` than the table, and
   * those since, of which the first begins there.
   */
  async #uncounted(
    { name, table, of }: CopyDefinition,
    { known, until, counted }: Counted,
  ): Promise<readonly bigint[]> {
    // counting what is newer is cheaper than counting what is older
    const newest = `max(${of}) FILTER (WHERE ${of} < ${instant(until)})`;
    const [older, last = 0n] = await this.#sql.numbers(
      `SELECT (SELECT count(*) FROM ${table}) - count(*), coalesce(epoch_us(${newest}), ${known - 1n}) FROM ${table} WHERE ${of} >= ${instant(known)}`,
    );
    const newer = daysBetween(known, last);
    if (older === counted) return newer;
    const found = await this.#sql.rows(`SELECT epoch_us(day) FROM (
        SELECT date_trunc('day', ${of}) AS day, count(*) AS n FROM ${table} WHERE ${of} < ${instant(known)} GROUP BY 1
      ) AS entries FULL JOIN (
        SELECT date_trunc('day', step) AS day, sum(entries)::BIGINT AS n FROM ${inNext(name)} WHERE step < ${instant(known)} GROUP BY 1
      ) AS counted USING (day)
      WHERE entries.n IS DISTINCT FROM counted.n ORDER BY 1`);
    const differing = found.map(([day]) => BigInt(String(day)));
    return [...differing, ...newer.filter(start => !differing.includes(startOf(start, DAY)))];
  }

  /** Records where a copy ends, and how many entries the copy itself has before its end; `null` removes the record. */
  #covering(name: string, until: bigint | null): readonly string[] {
    const removed = `DELETE FROM ${inNext(COVERED)} WHERE name = ${quoteLiteral(name)}`;
    if (until === null) return [removed];
    const added = `INSERT INTO ${inNext(COVERED)}
      SELECT ${quoteLiteral(name)}, ${instant(until)}, coalesce(sum(entries), 0)::BIGINT
      FROM ${inNext(name)} WHERE step < ${instant(until)}`;
    return [removed, added];
  }
}

/** The start of the step of an instant, also before 1970. */
function startOf(instant: bigint, step: bigint): bigint {
  return instant - (((instant % step) + step) % step);
}

/** The days up to the one of `last`, of which the first begins at `start`. */
function daysBetween(start: bigint, last: bigint): readonly bigint[] {
  const days: bigint[] = [];
  for (let at = start; at <= last; at = startOf(at, DAY) + DAY) days.push(at);
  return days;
}

function earlier(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The rows of a copy, of the entries for which the condition is true. */
function selectOf({ table, columns, keys }: CopyDefinition, condition: string): string {
  const selected = columns.map(({ name, of }) => `${of} AS ${name}`).join(', ');
  const places = Array.from({ length: keys }, (_, i) => i + 1).join(', ');
  return `SELECT ${selected} FROM ${table} WHERE ${condition} GROUP BY ${places}`;
}

/** Counts the entries from `start` on, to the end of its day. */
function recounted(definition: CopyDefinition, start: bigint, until: bigint): readonly string[] {
  const { name, of } = definition;
  const end = startOf(start, DAY) + DAY;
  const entries = `${of} >= ${instant(start)} AND ${of} < ${instant(earlier(end, until))}`;
  return [
    `DELETE FROM ${inNext(name)} WHERE step >= ${instant(start)} AND step < ${instant(end)}`,
    `INSERT INTO ${inNext(name)} BY NAME ${selectOf(definition, entries)}`,
  ];
}
