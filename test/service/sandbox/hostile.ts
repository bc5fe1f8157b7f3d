/** Random statements over the views of `site.ts` that look for failures: extreme values, deep nesting, odd names and broken text. */
import { randomFrom } from '../tenants/data.ts';
import {
  AGGREGATES,
  ANY,
  CALLS,
  COLUMNS,
  DATE_UNITS,
  FOREIGN,
  FRAMED,
  FRAMES,
  JOINS,
  KINDS,
  type Kind,
  LITERALS,
  LOGS,
  NAMES,
  SCRAPS,
  SETS,
  UNITS,
  WINDOWS,
} from './hostile-words.ts';

class Maker {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  one<T>(all: readonly T[]): T {
    const item = all[this.below(all.length)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  }

  times<T>(most: number, make: (i: number) => T): readonly T[] {
    return Array.from({ length: 1 + this.below(most) }, (_, i) => make(i));
  }

  expr(kind: Kind, depth: number): string {
    if (depth <= 0) return this.one(this.below(3) > 0 ? COLUMNS[kind] : LITERALS[kind]);
    const of = this.below(150);
    if (of === 0) return this.fill(this.one(FOREIGN), 1);
    const template = of > 30 ? this.one(CALLS[kind]) : this.one(ANY).replaceAll('$', `{${kind}}`);
    return this.fill(template, depth - 1);
  }

  fill(template: string, depth: number): string {
    return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
      if (name === 'unit') return this.one(UNITS);
      if (name === 'dateunit') return this.one(DATE_UNITS);
      const kind = KINDS.find(one => one === name);
      return kind === undefined ? whole : this.expr(kind, this.below(depth + 1));
    });
  }

  column(): string {
    const depth = this.below(6);
    if (this.below(10) > 0) return this.expr(this.one(KINDS), depth);
    const fn = this.one(WINDOWS);
    const frame = FRAMED.has(fn) && this.below(2) === 0 ? ` ${this.one(FRAMES)}` : '';
    const order = `PARTITION BY ${this.expr('int', 1)} ORDER BY ${this.expr('text', 1)}, t.id${frame}`;
    return `${this.fill(fn, depth)} OVER (${order})`;
  }

  select(depth: number): string {
    const isGrouped = this.below(4) === 0;
    const made = this.times(4, () =>
      isGrouped ? this.fill(this.one(AGGREGATES), 3) : this.column(),
    );
    const columns = made.map(
      (text, i) => `${text} AS ${this.below(25) === 0 ? this.one(NAMES) : `c${i}`}`,
    );
    const where = this.below(2) === 0 ? '' : ` WHERE ${this.expr('bool', 4)}`;
    const group = ` GROUP BY ${this.expr('text', 2)}${this.one(['', ', t.id'])}`;
    const rest = isGrouped
      ? this.one(['', group, group, ` HAVING ${this.fill('COUNT({int}) > {int}', 0)}`])
      : this.one(['', ' ORDER BY 1', ' ORDER BY t.id DESC NULLS LAST', ' LIMIT 3']);
    return `SELECT ${columns.join(', ')} FROM ${this.from(depth)}${where}${rest}`;
  }

  from(depth: number): string {
    if (depth <= 0 || this.below(3) > 0) return LOGS;
    const isQuery = this.below(2) === 0;
    const other = isQuery
      ? `(${this.select(depth - 1)}) AS o`
      : this.one(['plans AS o', 'functions AS o']);
    const join = this.one(JOINS);
    if (join === 'CROSS JOIN') return `${LOGS} CROSS JOIN ${other}`;
    const column = isQuery ? 'CAST(o.c0 AS STRING)' : 'o.name';
    return `${LOGS} ${join} ${other} ON ${this.expr('text', 1)} = ${column}`;
  }

  query(): string {
    const first = this.select(1);
    switch (this.below(12)) {
      case 0:
        return `(${first}) ${this.one(SETS)} (${this.select(0)})`;
      case 1:
        return `WITH w AS (${first}) SELECT a.c0 FROM w AS a${this.one(['', ' CROSS JOIN w AS b', ' WHERE TRUE'])}`;
      case 2:
        return `SELECT * FROM (${first}) LIMIT ${this.one(['0', '1', '9223372036854775807', '5 OFFSET 2'])}`;
      case 3:
        return this.deep();
      case 4:
        return `SELECT ${this.one(['*', 't.*', '* EXCEPT (metadata)', 't', 'm', 'm.request'])} FROM ${LOGS}`;
      default:
        return first;
    }
  }

  /** One function inside of itself, from few to too many times. */
  deep(): string {
    const kind = this.one(KINDS);
    const template = this.one([
      ...CALLS[kind],
      ...ANY.map(any => any.replaceAll('$', `{${kind}}`)),
    ]);
    const times = this.one([5, 10, 20, 30, 60, 90, 120]);
    let text = this.one(COLUMNS[kind]);
    for (let i = 0; i < times && text.length < 40_000; i++) {
      let isFirst = true;
      const within = text;
      text = template.replace(/\{(\w+)\}/g, (whole, name: string) => {
        if (name !== kind || !isFirst) return this.fill(whole, 0);
        isFirst = false;
        return within;
      });
    }
    return `SELECT ${text} AS x FROM ${LOGS}`;
  }

  /** Puts, removes, doubles or exchanges pieces of a text. */
  broken(text: string): string {
    let made = text;
    for (let i = 1 + this.below(3); i > 0; i--) {
      const [from, size] = [this.below(made.length + 1), this.below(9)];
      const piece = this.one(['', this.one(SCRAPS), made.slice(from, from + 3 * size)]);
      made = made.slice(0, from) + piece + made.slice(from + this.below(2) * size);
    }
    return made;
  }
}

/** A statement for each seed, always the same. One of ten has a broken text. */
export function hostileStatement(seed: number): string {
  const maker = new Maker(seed);
  const sql = maker.query();
  return maker.below(10) === 0 ? maker.broken(sql) : sql;
}
