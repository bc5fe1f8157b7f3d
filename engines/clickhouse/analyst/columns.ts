/** The columns of a statement over empty tables. */

import { splitTokens } from '../../../generator/own/tokens.ts';
import { messageOf } from '../../../generator/system/errors.ts';
import type { StatementRefused } from '../../analyst.ts';
import type { CatalogueColumn } from '../../engine.ts';
import { refused } from '../../support/analyst-text.ts';
import ownSql from '../own-sql.ts';
import { resultColumn } from '../results/column.ts';
import type { ChDb, ParameterTexts } from './chdb.ts';
import { saidIn } from './errors.ts';

interface Columns {
  readonly kind: 'columns';
  readonly columns: readonly CatalogueColumn[];
}

/** `text`: the statement as its author wrote it. */
export async function describeColumns(
  chdb: ChDb,
  sql: string,
  samples: ParameterTexts,
  text: string,
): Promise<Columns | StatementRefused> {
  try {
    const lines = await chdb.ask(`DESCRIBE (${sql})`, samples, 'JSONCompactEachRow');
    const rows = lines.split('\n').filter(line => line !== '');
    return {
      kind: 'columns',
      columns: rows.map(row => {
        const [name, type]: readonly unknown[] = JSON.parse(row);
        return resultColumn(String(name), String(type));
      }),
    };
  } catch (error) {
    const said = saidIn(messageOf(error));
    return refused(`ClickHouse cannot find the columns: ${said}`, null, placeOfName(text, said));
  }
}

/** The position of the name that the message quotes; `null` if it occurs more than once, or is not a whole word. */
function placeOfName(text: string, said: string): number | null {
  const [, name = ''] = /`([^`]+)`/.exec(said) ?? [];
  const [first, second] = splitTokens(text, ownSql).filter(
    ({ kind, start, end }) => kind === 'word' && text.slice(start, end) === name,
  );
  return first === undefined || second !== undefined ? null : first.start;
}
