/** RE2 patterns that every engine reads alike. They must be literals. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { textLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import { listOf } from '../../../core/types/scalar.ts';
import { mayFindNothing, patternFault } from '../../../params/patterns/pattern.ts';
import {
  captures,
  capturingGroups,
  isOpener,
  patternTokens,
  withoutGroups,
} from '../../../params/patterns/tokens.ts';

/** Returns `null` if engines may read the pattern differently. */
export function matchPattern(of: PlanExpr, pattern: string): PlanExpr | null {
  if (pattern === '' || patternFault(pattern) !== null) return null;
  return makeCall('matches', 'bool', [of, textLiteral(pattern)], of.nullable);
}

/** The text that a pattern finds: its group, or the whole match. Returns `null` if the group may be left out of a match. */
export function extractText(of: PlanExpr, pattern: string): PlanExpr | null {
  const args = findingArguments(of, pattern);
  return args === null ? null : makeCall('regexp_extract', 'string', args, of.nullable);
}

/** All texts that a pattern finds. Engines continue after a match without characters in different ways. */
export function extractAll(of: PlanExpr, pattern: string): PlanExpr | null {
  if (pattern === '' || patternFault(pattern) !== null || mayFindNothing(pattern)) return null;
  const args = findingArguments(of, pattern);
  return args === null ? null : makeCall('list_matches', listOf('string'), args, of.nullable);
}

function findingArguments(of: PlanExpr, pattern: string): readonly PlanExpr[] | null {
  const groups = capturingGroups(pattern);
  if (groups > 1 || (groups === 1 && !takesPart(pattern))) return null;
  const written = groups === 1 ? pattern : withoutGroups(pattern);
  return [of, textLiteral(written), wholeLiteral(BigInt(groups))];
}

/** Whether every match contains the group: neither it nor a group around it is optional, and none of them is inside of an alternative. */
function takesPart(pattern: string): boolean {
  const tokens = patternTokens(pattern);
  const levels: Level[] = [];
  let level: Level = { isGroup: false, holdsGroup: false, hasChoice: false };
  for (const [i, token] of tokens.entries()) {
    if (token === '|') level.hasChoice = true;
    if (captures(token) || isOpener(token)) {
      levels.push(level);
      level = { isGroup: captures(token), holdsGroup: false, hasChoice: false };
    }
    const outer = token === ')' ? levels.pop() : undefined;
    if (outer === undefined) continue;
    const holdsGroup = level.isGroup || level.holdsGroup;
    if (holdsGroup && (isChosen(level) || /^[?*{]/.test(tokens[i + 1] ?? ''))) return false;
    level = { ...outer, holdsGroup: outer.holdsGroup || holdsGroup };
  }
  return !isChosen(level);
}

/** A part of a pattern between brackets, or all of it. */
interface Level {
  readonly isGroup: boolean;
  readonly holdsGroup: boolean;
  hasChoice: boolean;
}

function isChosen({ holdsGroup, hasChoice }: Level): boolean {
  return holdsGroup && hasChoice;
}

export function replacedBy(of: PlanExpr, pattern: string, by: string): PlanExpr | null {
  if (pattern === '' || patternFault(pattern) !== null || mayFindNothing(pattern)) return null;
  const references = by.match(/\\.?/gsu) ?? [];
  const groups = capturingGroups(pattern);
  const isKnown = (part: string) =>
    part === '\\\\' || (/^\\[0-9]$/.test(part) && Number(part.slice(1)) <= groups);
  if (!references.every(isKnown)) return null;
  return makeCall(
    'regexp_replace',
    'string',
    [of, textLiteral(pattern), textLiteral(by)],
    of.nullable,
  );
}
