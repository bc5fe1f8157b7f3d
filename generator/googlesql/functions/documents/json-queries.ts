/** JSON_QUERY and JSON_EXTRACT: whether there is a value, and its text. */
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { nullLiteral, textLiteral } from '../../../core/expr/literals.ts';
import { planCall } from '../../calls.ts';
import { functionName } from '../../tree/names.ts';
import type { ResolvedNode } from '../../tree/tree.ts';
import { provided } from '../failing.ts';
import { documentAt, isDocument, queryOf, type ReadNode } from './document-paths.ts';
import { firstPresent, inText } from './documents.ts';

/** `payload.user IS NULL`, `JSON_QUERY(payload, '$.user') IS NULL`. Returns `null` for any other expression. */
export function isPartAbsent(part: ResolvedNode, read: ReadNode, isNull: boolean): PlanExpr | null {
  if (isPartOfDocument(part)) {
    const at = documentAt(part, read);
    return at === null ? null : not(planCall('json_exists', at, 'bool', false));
  }
  const query = queryOf(part, read);
  if (query === null) return null;
  const { of, paths } = query;
  if (!isDocument(of)) {
    const found = inText(read(of), paths, isNull, ats => given(anyOf('json_is_known', ats)));
    return found === null ? null : planCall('is_null', [found], 'bool', false);
  }
  const at = documentAt(of, read);
  return at === null ? null : not(anyOf('json_exists', within(at, paths)));
}

/** The text that JSON_QUERY answers for a text; fails for one that engines write in different ways. */
export function queriedText(node: ResolvedNode, read: ReadNode, isNull: boolean): PlanExpr | null {
  const query = queryOf(node, read);
  if (query === null || isDocument(query.of)) return null;
  return inText(read(query.of), query.paths, isNull, ats => {
    const value = firstPresent(ats.map(written));
    const isAbsent = not(anyOf('json_is_known', ats));
    const isWritten = planCall('is_not_null', [value], 'bool', false);
    return isNull ? value : provided(planCall('or', [isAbsent, isWritten], 'bool', false), value);
  });
}

type Path = readonly PlanExpr[];

function isPartOfDocument(node: ResolvedNode): boolean {
  if (node.kind === 'get_json_field') return true;
  return node.kind === 'function_call' && functionName(node) === '$subscript' && isDocument(node);
}

/** Texts that JSON writes as they are. */
const PLAIN = '^[^"\\\\[:cntrl:]\u2028\u2029]*$';

function written(at: Path): PlanExpr {
  const text = planCall('json_string', at, 'string', true);
  const quoted = planCall('concat', [textLiteral('"'), text, textLiteral('"')], 'string', true);
  const isPlain = planCall('fits', [text, textLiteral(PLAIN)], 'bool', true);
  const other = planCall('json_text', at, 'string', true);
  const isOther = planCall('is_null', [text], 'bool', false);
  const branches = [isPlain, quoted, isOther, other, nullLiteral('string')];
  return planCall('case', branches, 'string', true);
}

function within(at: Path, paths: readonly Path[]): readonly Path[] {
  return paths.map(path => [...at, ...path]);
}

function anyOf(fn: 'json_exists' | 'json_is_known', ats: readonly Path[]): PlanExpr {
  const tests = ats.map(at => planCall(fn, at, 'bool', false));
  const [only, ...more] = tests;
  return only !== undefined && more.length === 0 ? only : planCall('or', tests, 'bool', false);
}

function not(of: PlanExpr): PlanExpr {
  return planCall('not', [of], 'bool', false);
}

/** NULL unless the condition is true. */
function given(condition: PlanExpr): PlanExpr {
  return planCall('if', [condition, condition, nullLiteral('bool')], 'bool', true);
}
