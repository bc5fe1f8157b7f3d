/** Values of an engine that was asked directly, as an answer's JSON has them. */

import type { Filled } from '../../engines/filled-engines.ts';
import type { TestEngine, TestTable, Value } from '../../engines/test-engine.ts';
import { timestampText } from '../../engines/values/calendar.ts';
import type { OpenedEngine } from './statements.ts';

/** `text` stands for whatever is written as its text. */
function written(value: Value, type: string): unknown {
  if (value === null) return null;
  if (type === 'json') return typeof value === 'string' ? JSON.parse(value) : plain(value);
  if (type === 'timestamp') return instant(timestampText(value as bigint));
  if (type === 'int64') return Number(value);
  if (type === 'float64') return Number.isFinite(value) ? value : null;
  if (type === 'text') return String(value);
  return value;
}

function plain(value: Value): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one)),
  );
}

/** From `2026-01-15 10:00:00.123000` to `2026-01-15T10:00:00.123Z`. */
export function instant(text: string): string {
  const [, second = '', fraction = ''] = /^([^.]*)(?:\.(\d*))?$/.exec(text) ?? [];
  const micros = fraction.padEnd(6, '0');
  const digits =
    micros === '000000' ? '' : `.${micros.endsWith('000') ? micros.slice(0, 3) : micros}`;
  return `${second.replace(' ', 'T')}${digits}Z`;
}

/** The service's engine, and one for tests that is asked directly; both over the same tables. */
export async function asking(
  filled: Filled,
  asked: TestEngine,
  tables: readonly TestTable[],
): Promise<OpenedEngine> {
  await asked.load(tables);
  return {
    engine: filled.engine,
    direct: async (sql, types) => {
      const { rows } = await asked.run(sql);
      return rows.map(row => row.map((value, index) => written(value, types[index] ?? '')));
    },
    close: async () => {
      await asked.close();
      await filled.close();
    },
  };
}
