/** JSON_QUERY and JSON_EXTRACT: whether there is a value, and its text. */
import { makeCall, testKnown, testNull } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { nullLiteral, textLiteral } from '../../../core/expr/literals.ts';
import { fits } from '../../calls.ts';
import { functionName } from '../../tree/names.ts';
import type { ResolvedNode } from '../../tree/tree.ts';
import { provided } from '../failing.ts';
import { documentAt, isDocument, queryOf, type ReadNode, within } from './document-paths.ts';
import { firstPresent, inText } from './documents.ts';

/** `payload.user IS NULL`, `JSON_QUERY(payload, '$.user') IS NULL`. Returns `null` for any other expression. */
export function isPartAbsent(part: ResolvedNode, read: ReadNode, isNull: boolean): PlanExpr | null {
  if (isPartOfDocument(part)) {
    const at = documentAt(part, read);
    return at === null ? null : not(makeCall('json_exists', 'bool', at, false));
  }
  const query = queryOf(part, read);
  if (query === null) return null;
  const { of, paths, isItem } = query;
  if (!isDocument(of)) {
    const fn = isItem ? 'json_exists' : 'json_is_known';
    const found = inText(read(of), paths, isNull, ats => given(anyOf(fn, ats)));
    return found === null ? null : testNull(found);
  }
  const at = documentAt(of, read);
  return at === null ? null : not(anyOf('json_exists', within([at], paths)));
}

/** The text that JSON_QUERY answers for a text; fails for one that engines write in different ways. */
export function queriedText(node: ResolvedNode, read: ReadNode, isNull: boolean): PlanExpr | null {
  const query = queryOf(node, read);
  if (query === null || isDocument(query.of)) return null;
  return inText(read(query.of), query.paths, isNull, ats => {
    const value = firstPresent(ats.map(query.isItem ? itemWrittenAt : writtenAt));
    const isAbsent = not(anyOf('json_is_known', ats));
    const isWritten = testKnown(value);
    return isNull ? value : provided(makeCall('or', 'bool', [isAbsent, isWritten], false), value);
  });
}

type Path = readonly PlanExpr[];

function isPartOfDocument(node: ResolvedNode): boolean {
  if (node.kind === 'get_json_field') return true;
  return node.kind === 'function_call' && functionName(node) === '$subscript' && isDocument(node);
}

/** Texts that JSON writes as they are. */
const PLAIN = '^[^"\\\\[:cntrl:]\u2028\u2029]*$';

/** The same of an item of an array, of which JSON's null is one. */
export function itemWrittenAt(at: Path): PlanExpr {
  const exists = makeCall('json_exists', 'bool', at, false);
  const isKnown = makeCall('json_is_known', 'bool', at, false);
  const isNull = makeCall('and', 'bool', [exists, not(isKnown)], false);
  return makeCall('if', 'string', [isNull, textLiteral('null'), writtenAt(at)], true);
}

/** How JSON writes a text, a boolean or a whole number; NULL for any other value. */
function writtenAt(at: Path): PlanExpr {
  const text = makeCall('json_string', 'string', at, true);
  const quoted = makeCall('concat', 'string', [textLiteral('"'), text, textLiteral('"')], true);
  const isPlain = fits(text, PLAIN);
  const other = makeCall('json_text', 'string', at, true);
  const isOther = testNull(text);
  const branches = [isPlain, quoted, isOther, other, nullLiteral('string')];
  return makeCall('case', 'string', branches, true);
}

function anyOf(fn: 'json_exists' | 'json_is_known', ats: readonly Path[]): PlanExpr {
  const tests = ats.map(at => makeCall(fn, 'bool', at, false));
  const [only, ...more] = tests;
  return only !== undefined && more.length === 0 ? only : makeCall('or', 'bool', tests, false);
}

function not(of: PlanExpr): PlanExpr {
  return makeCall('not', 'bool', [of], false);
}

/** NULL unless the condition is true. */
function given(condition: PlanExpr): PlanExpr {
  return makeCall('if', 'bool', [condition, condition, nullLiteral('bool')], true);
}
