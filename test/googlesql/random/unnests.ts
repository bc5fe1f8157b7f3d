/** Random queries over items of lists and records of arrays. */
import { list, shown, where } from './clauses.ts';
import type { Column, Draw, Query } from './draw.ts';
import { ofList } from './subqueries.ts';

export function unnest(draw: Draw, depth: number): Query {
  draw.reads();
  const of = draw.fresh('r');
  switch (draw.below(8)) {
    case 0:
    case 1:
      return ofParameter(draw, of, depth);
    case 2:
    case 3:
      return items(draw, of, depth);
    case 4:
    case 5:
      return ofRow(draw, of, depth);
    default:
      return records(draw, of, depth);
  }
}

function join(draw: Draw): string {
  const word = draw.one(['CROSS JOIN', 'LEFT JOIN']);
  draw.named(`${word.toLowerCase()} unnest`);
  return word;
}

/** WITH OFFSET, and its column; or neither. */
function offset(draw: Draw): { readonly text: string; readonly place: readonly Column[] } {
  if (draw.below(2) === 0) return { text: '', place: [] };
  draw.named('with offset');
  return { text: ' WITH OFFSET AS place', place: [{ sql: 'place', kind: 'int' }] };
}

function ofParameter(draw: Draw, of: string, depth: number): Query {
  draw.named('items of a parameter');
  const item = draw.fresh('r');
  const from = `FROM u AS ${of} ${join(draw)} UNNEST(${draw.one(['@ids', '@none'])}) AS ${item}`;
  const columns = [`${of}.k`, `${of}.v`, item].map((sql): Column => ({ sql, kind: 'int' }));
  return shown(draw, list(draw, columns, 3), `${from}${where(draw, columns, depth)}`);
}

function items(draw: Draw, of: string, depth: number): Query {
  draw.named('items');
  const item = draw.fresh('r');
  const isText = draw.below(2) === 0;
  const { text, place } = offset(draw);
  const from = `FROM tagged AS ${of} ${join(draw)} UNNEST(${of}.${isText ? 'tags' : 'nums'}) AS ${item}${text}`;
  const value: Column = { sql: item, kind: isText ? 'text' : 'int' };
  const columns: Column[] = [{ sql: `${of}.id`, kind: 'int' }, value, ...place];
  return shown(draw, list(draw, columns, 3), `${from}${where(draw, columns, depth)}`);
}

/** Subqueries over lists of the row. */
function ofRow(draw: Draw, of: string, depth: number): Query {
  const columns: Column[] = [{ sql: `${of}.id`, kind: 'int' }];
  const isText = draw.below(2) === 0;
  const item: Column = { sql: '', kind: isText ? 'text' : 'int' };
  const own = [0, 1, 2, 3].map(() =>
    ofList(draw, `${of}.${isText ? 'tags' : 'nums'}`, item, columns),
  );
  return shown(
    draw,
    [...list(draw, columns, 1), ...own],
    `FROM tagged AS ${of}${where(draw, columns, depth)}`,
  );
}

function records(draw: Draw, of: string, depth: number): Query {
  draw.named('records');
  const [item, inner] = [draw.fresh('r'), draw.fresh('r')];
  const first = `FROM deep AS ${of} ${join(draw)} UNNEST(${of}.metadata) AS ${item}`;
  const columns: Column[] = [
    { sql: `${of}.id`, kind: 'text' },
    { sql: `${of}.n`, kind: 'int' },
    { sql: `${item}.project`, kind: 'text' },
    { sql: `${item}.code`, kind: 'int' },
    { sql: `${item}.level`, kind: 'text' },
  ];
  const isDeep = draw.below(2) === 0;
  const requests = isDeep ? ` ${join(draw)} UNNEST(${item}.request) AS ${inner}` : '';
  const { text, place } = offset(draw);
  const from = `${first}${requests}${text}`;
  if (isDeep) {
    draw.named('records in records');
    columns.push({ sql: `${inner}.path`, kind: 'text' }, { sql: `${inner}.ms`, kind: 'int' });
  }
  const all = [...columns, ...place];
  return shown(draw, list(draw, all, 3), `${from}${where(draw, all, depth)}`);
}
