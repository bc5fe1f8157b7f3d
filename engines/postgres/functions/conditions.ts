/** PostgreSQL's functions that choose among values. */
import type { ConditionName } from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { call, form, spellCases, strict } from '../../../generator/sql/spelling.ts';
import { byCodePoints } from './collation.ts';

export const conditions = {
  if: form`CASE WHEN ${0} THEN ${1} ELSE ${2} END`,
  case: spellCases,
  coalesce: call`coalesce`,
  nullif: call`nullif`,
  // these two ignore NULL
  greatest: ofTexts(strict(call`greatest`)),
  least: ofTexts(strict(call`least`)),
} satisfies Spellings<ConditionName>;

function ofTexts(spelling: CallSpelling): CallSpelling {
  return (args, node) =>
    spelling(
      args.map((arg, i) => (i === 0 && node.scalar === 'string' ? byCodePoints(arg) : arg)),
      node,
    );
}
