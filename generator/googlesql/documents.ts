/** Values of JSON documents: `SAFE.STRING(payload.user.id)`. */
import type { PlanExpr } from '../core/expr.ts';
import type { JsonFunctionName } from '../core/functions.ts';
import { isScalar, type Type } from '../core/scalar.ts';
import { call, literalCount, literalText, type Translator } from './calls.ts';
import type { Node } from './tree.ts';

const READS: Readonly<Record<string, JsonFunctionName>> = {
  string: 'json_string',
  int64: 'json_int64',
  float64: 'json_float64',
  bool: 'json_bool',
};

/** Functions that read documents alone. */
export const DOCUMENTS: Readonly<Record<string, Translator>> = {
  int64: () => null,
  float64: () => null,
  bool: () => null,
};

/** Every engine takes such a text as the name of a member. */
const MEMBER = /^[^\p{Cc}"\\]+$/u;
const MOST_PLACES = 1_000_000n;
const MOST_PARTS = 16;

type Read = (node: Node) => PlanExpr;

/** Whether a function is one that reads a document. */
export function isDocumentRead(name: string, [of]: readonly Node[]): boolean {
  const type = of?.fields.get('type') as { readonly type_kind?: string } | undefined;
  return Object.hasOwn(READS, name) && type?.type_kind === 'TYPE_JSON';
}

/** The value of the type at the path, NULL where there is none; `null` where the path is not one that every engine takes. */
export function documentRead(
  name: string,
  [of, mode]: readonly Node[],
  type: Type,
  read: Read,
): PlanExpr | null {
  const fn = READS[name];
  if (fn === undefined || of === undefined || !isScalar(type)) return null;
  // how a number of more digits than a float has is read
  if (mode !== undefined && literalText(read(mode)) !== 'round') return null;
  const path: PlanExpr[] = [];
  let at = of;
  for (let part = partOf(at, read); part !== null; part = partOf(at, read)) {
    path.unshift(part.name);
    at = part.of;
  }
  const document = read(at);
  const isKnown = path.length <= MOST_PARTS && path.every(isPart);
  return isKnown ? call(fn, [document, ...path], type, true) : null;
}

/** The last part of a path, and what stands before it; `null`: it is the document itself. */
function partOf(node: Node, read: Read): { of: Node; name: PlanExpr } | null {
  if (node.kind === 'get_json_field') {
    node.value('type');
    const value = node.text('field_name');
    return {
      of: node.node('expr'),
      name: { kind: 'literal', value, scalar: 'string', nullable: false },
    };
  }
  if (node.kind !== 'function_call') return null;
  if (node.part('function').text('name') !== 'ZetaSQL:$subscript') return null;
  node.value('type');
  const [of, name] = node.nodes('argument_list');
  return of === undefined || name === undefined ? null : { of, name: read(name) };
}

function isPart(part: PlanExpr): boolean {
  const [place, member] = [literalCount(part), literalText(part)];
  return place === null
    ? member !== null && MEMBER.test(member)
    : place >= 0n && place < MOST_PLACES;
}
