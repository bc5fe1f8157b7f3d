/** Reads decimals of files with all their digits. A value that DuckDB would round is refused. */
import type { DuckDBType } from '@duckdb/node-api';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { FRACTION_DIGITS, WHOLE_DIGITS } from '../../../generator/core/types/decimal.ts';
import { quoteLiteral, TYPE_TEXTS } from '../driver/text.ts';
import type { Api } from '../driver/values.ts';

export interface StoredDecimal {
  /** NULL if the stored value is not a decimal. */
  readonly sql: string;
  /** Whether `sql` can be NULL when the stored value is not. */
  readonly canFail: boolean;
}

const INTEGERS = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/;

/** Reads a stored value as a decimal; `null` if values of its type are not decimals, such as DOUBLE. */
export function readStoredDecimal(
  api: Api,
  field: ManifestField,
  stored: DuckDBType,
  raw: string,
): StoredDecimal | null {
  if (stored.alias === 'JSON') return { sql: decimalOfJson(field, raw), canFail: true };
  if (stored.typeId === api.DuckDBTypeId.VARCHAR) return { sql: decimalOfText(raw), canFail: true };
  if (stored instanceof api.DuckDBDecimalType) return decimalOfDecimal(stored, raw);
  const canFail = String(stored).endsWith('HUGEINT');
  return INTEGERS.test(String(stored)) ? { sql: tried(raw), canFail } : null;
}

function decimalOfDecimal(
  { width, scale }: { readonly width: number; readonly scale: number },
  raw: string,
): StoredDecimal {
  if (scale <= FRACTION_DIGITS) return { sql: tried(raw), canFail: width - scale > WHOLE_DIGITS };
  return {
    sql: `CASE WHEN ${isShort(raw, FRACTION_DIGITS)} THEN ${tried(raw)} END`,
    canFail: true,
  };
}

const PLAIN = `[-+]?[0-9]*(\\.[0-9]{0,${FRACTION_DIGITS}}0*)?`;
const WITH_EXPONENT = '[-+]?[0-9]+(\\.[0-9]+)?[eE][-+]?[0-9]+';

function decimalOfText(raw: string): string {
  const wide = `TRY_CAST(${raw} AS DECIMAL(38, 18))`;
  return `CASE WHEN regexp_full_match(${raw}, ${quoteLiteral(PLAIN)}) THEN ${tried(raw)}
    WHEN regexp_full_match(${raw}, ${quoteLiteral(WITH_EXPONENT)}) AND ${isShort(wide, FRACTION_DIGITS)} THEN ${tried(wide)} END`;
}

/** The number of decimal digits that a DOUBLE always preserves. */
const DOUBLE_DIGITS = 15;

/**
 * DuckDB keeps the digits of JSON's strings and whole numbers, and reads any other number as a DOUBLE. A DOUBLE equals
 * the number as written if the number has no more digits, counting all declared fraction digits, than a DOUBLE
 * preserves.
 */
export function decimalOfJson({ scale = FRACTION_DIGITS }: ManifestField, raw: string): string {
  const written = `CAST(${raw} AS VARCHAR)`;
  const wide = `TRY_CAST(${written} AS DECIMAL(38, 18))`;
  return `CASE WHEN starts_with(${written}, '"') THEN ${decimalOfText(`${raw}->>'$'`)}
    WHEN regexp_full_match(${written}, '-?[0-9]+') THEN ${tried(written)}
    WHEN abs(${wide}) < 1e${DOUBLE_DIGITS - scale} AND ${isShort(wide, scale)} THEN ${tried(wide)} END`;
}

function isShort(decimal: string, digits: number): string {
  return `${decimal} = round(${decimal}, ${digits})`;
}

function tried(sql: string): string {
  return `TRY_CAST(${sql} AS ${TYPE_TEXTS.decimal})`;
}
