/**
 * The next file of copies. It is written under another name and gets its own when it is whole and on the disk, so that a process that ends
 * at any moment leaves the last file as it is.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { COVERED } from '../../../generator/core/spec/rollup-copy.ts';
import { renameDurably } from '../../../generator/system/durable.ts';
import { messageOf } from '../../../generator/system/errors.ts';
import { RefreshRunning } from '../../rollups.ts';
import { copiesFile, copiesIn } from '../driver/copies.ts';
import { quoteName } from '../driver/text.ts';
import { attached, type Statements } from './sql.ts';

/** Names that no database has: of the file that is written, and of the lock. */
const [NEXT, LOCK] = ['quern next', 'quern lock'] as const;

export class NextFile {
  readonly #sql: Statements;
  readonly #folder: string;
  readonly #path: string;
  readonly #onBroken: (file: string) => void;
  #isChanged = false;

  /** `onBroken`: the last file cannot be read. */
  constructor(sql: Statements, folder: string, onBroken: (file: string) => void) {
    this.#sql = sql;
    this.#folder = folder;
    this.#path = join(folder, 'next.tmp');
    this.#onBroken = onBroken;
  }

  /** Does the work, which no other process does at once. */
  async whileLocked<T>(work: () => Promise<T>): Promise<T> {
    mkdirSync(this.#folder, { recursive: true });
    await this.#lock();
    try {
      return await work();
    } finally {
      await this.#drop();
      await this.#sql.run(`DETACH ${quoteName(LOCK)}`);
    }
  }

  /** DuckDB locks a file that it may write, for as long as the process lives. */
  async #lock(): Promise<void> {
    await this.#sql.run(attached(join(this.#folder, 'lock'), LOCK)).catch((cause: unknown) => {
      if (!/could not set lock/i.test(messageOf(cause))) throw cause;
      throw new RefreshRunning({ cause });
    });
  }

  /** Goes on with a copy of the last file, or from nothing if that is broken. */
  async begin(): Promise<void> {
    this.#remove();
    const last = copiesIn(this.#folder).at(-1);
    if (last === undefined) return this.#open();
    const file = copiesFile(this.#folder, last);
    copyFileSync(file, this.#path);
    try {
      await this.#open();
    } catch {
      this.#onBroken(file);
      await this.#drop();
      await this.#open();
    }
  }

  async #open(): Promise<void> {
    await this.#sql.run(attached(this.#path, NEXT));
    await this.#sql.run(
      `CREATE TABLE IF NOT EXISTS ${inNext(COVERED)} (name VARCHAR, until TIMESTAMP, entries BIGINT)`,
    );
  }

  async #drop(): Promise<void> {
    await this.#sql.run(`DETACH DATABASE IF EXISTS ${quoteName(NEXT)}`);
    this.#remove();
  }

  #remove(): void {
    for (const path of [this.#path, `${this.#path}.wal`]) rmSync(path, { force: true });
  }

  async tables(): Promise<readonly string[]> {
    const found = await this.#sql.rows(
      `SELECT table_name FROM duckdb_tables() WHERE database_name = '${NEXT}' ORDER BY ALL`,
    );
    return found.map(([name]) => String(name));
  }

  /** Runs the statements, all or none. */
  async change(statements: readonly string[]): Promise<void> {
    await this.#sql.run('BEGIN');
    try {
      for (const statement of statements) await this.#sql.run(statement);
      await this.#sql.run('COMMIT');
    } catch (error) {
      await this.#sql.run('ROLLBACK');
      throw error;
    }
    this.#isChanged = true;
  }

  /** Publishes what has changed. The file before the last one stays for services that are about to open it. */
  async publish(): Promise<void> {
    await this.#sql.run(`DETACH ${quoteName(NEXT)}`);
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const known = copiesIn(this.#folder);
    // a service knows a file by its number, which never comes again, also if all files are removed
    const number = Math.max((known.at(-1) ?? 0) + 1, Date.now());
    renameDurably(this.#path, copiesFile(this.#folder, number));
    for (const old of known.slice(0, -1)) rmSync(copiesFile(this.#folder, old), { force: true });
  }
}

/** A table of the file that is written. */
export function inNext(table: string): string {
  return `${quoteName(NEXT)}.${quoteName(table)}`;
}
