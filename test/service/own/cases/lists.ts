/** Lists as parameters, in the words of each engine. */
import type { OwnCase } from '../statements.ts';

interface Words {
  readonly has: (list: string, value: string) => string;
  readonly length: (list: string) => string;
  /** Rows of the items of a list, in the column `item`. */
  readonly rows: (list: string) => string;
  /** Literals. */
  readonly timestamp: (text: string) => string;
  readonly date: (text: string) => string;
  readonly text: (text: string) => string;
}

const ODD = ["it's", '\\', '"x"', '[a, b]', '@now', 'é日😀', 'line\nbreak', '$1 {x:String} ?'];

/** A statement about the items of a list of each type, about one that is absent, and about one in a piece. */
export function listCases({ has, length, rows, ...literal }: Words): readonly OwnCase[] {
  const of = (type: string, texts: readonly string[], column: string, items: readonly string[]) => {
    const test = `SELECT id FROM orders WHERE ${has('@list', column)} ORDER BY id`;
    return {
      name: `a list of ${type}`,
      params: { list: [`${type}[]!`, texts] as const },
      query: test,
      columns: { id: 'string' },
      direct: `SELECT id FROM orders WHERE ${column} IN (${items.join(', ')}) ORDER BY id`,
    };
  };
  return [
    of('string', ['ann', 'nobody', 'ann'], 'customer', ["'ann'", "'nobody'"]),
    of('int64', ['3', '-9', '9223372036854775807'], 'qty', ['3', '-9']),
    of('float64', ['0.5', '1e-7', '-0'], 'ratio', ['0.5', '-7.25']),
    of('bool', ['true'], 'paid', ['true']),
    of('date', ['2026-01-10', '1900-01-01'], 'day', [literal.date('2026-01-10')]),
    of('timestamp', ['2026-01-11T09:30:00.123456Z', '2026-01-11T09:30:00.123457Z'], 'placed', [
      literal.timestamp('2026-01-11 09:30:00.123456'),
    ]),
    {
      name: 'a list of texts that other languages read',
      params: { list: ['string[]!', ODD] },
      query: `SELECT item FROM ${rows('@list')} ORDER BY item`,
      columns: { item: 'string' },
      direct: [...ODD]
        .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
        .map(one => `SELECT ${literal.text(one)} AS item`)
        .map((one, at) => `SELECT item, ${at} AS n FROM (${one}) AS q${at}`)
        .join(' UNION ALL ')
        .replace(/^.*$/s, all => `SELECT item FROM (${all}) AS q ORDER BY n`),
    },
    {
      name: 'an absent list is empty, and an empty item is none',
      params: { list: ['string[]', null], other: ['int64[]', ['']] },
      query: `SELECT id, ${length('@list')} AS n, ${length('@other')} AS m FROM orders WHERE (${length('@list')} = 0 OR ${has('@list', 'customer')}) AND NOT ${has('@other', '1')} ORDER BY id`,
      columns: { id: 'string', n: 'int64', m: 'int64' },
      direct: 'SELECT id, 0, 0 FROM orders ORDER BY id',
    },
    {
      name: 'each item counts once',
      params: { list: ['int64[]', ['1', '01', '2', '1']] },
      query: `SELECT ${length('@list')} AS n`,
      columns: { n: 'int64' },
      direct: 'SELECT 2',
    },
  ];
}
