/**
 * Bytes, of which plans have the hexadecimal digits: these are equal where the bytes are, and sort like them. A function that reads more
 * of bytes than that, or writes them as an answer, must write their digits: `TO_HEX(x)`.
 */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { nullLiteral, textLiteral } from '../../../core/expr/literals.ts';
import { fits, type Translator } from '../../calls.ts';
import type { ResolvedNode } from '../../tree/tree.ts';
import { stoodFor, type TypeMessage } from '../../tree/types.ts';
import { computedOnce, orFail } from '../failing.ts';

/** Functions of bytes, or of texts that write bytes. */
const OF_BYTES: ReadonlySet<string> = new Set([
  ...['to_hex', 'to_base64', 'from_hex', 'from_base64', 'safe_convert_bytes_to_string'],
]);

/** Functions of texts whose results are bytes. */
const DIGESTS: readonly string[] = ['md5', 'sha1', 'sha256'];

/** Whether a function takes or returns bytes and reads more than their digits. */
export function readsBytes(
  name: string,
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
): boolean {
  if (OF_BYTES.has(name)) return false;
  return parts.some(isOfBytes) || (isOfBytes(node) && !DIGESTS.includes(name));
}

/** The arguments of a call; a digest of a text is that of its bytes, `SHA256(CAST(x AS BYTES))`. */
export function digested(name: string, parts: readonly ResolvedNode[]): readonly ResolvedNode[] {
  if (!DIGESTS.includes(name)) return parts;
  return parts.map(part => {
    if (part.kind !== 'cast' || !isOfBytes(part) || isOfBytes(part.node('expr'))) return part;
    part.value('type');
    part.flag('return_null_on_error');
    return part.node('expr');
  });
}

/** Functions that fail for some values of which GoogleSQL has a result: SAFE would hide that failure. */
export const BYTES_WITHOUT_SAFE: readonly string[] = [
  'from_base64',
  'safe_convert_bytes_to_string',
];

export function isOfBytes({ fields }: ResolvedNode): boolean {
  return stoodFor(fields.get('type') as TypeMessage | null | undefined) === 'bytes';
}

/** The text that bytes are in UTF-8; fails for other bytes. */
export function textOfBytes(digits: PlanExpr): PlanExpr | null {
  return orFail(makeCall('text_from_hex', 'string', [digits], true), [digits]);
}

/** The bytes of a text in UTF-8. */
export function bytesOfText(of: PlanExpr): PlanExpr {
  return makeCall('hex_from_text', 'string', [of]);
}

/** Bytes that a text writes in a form; fails for any other text. */
function written(pattern: string, digits: (of: PlanExpr) => PlanExpr): Translator {
  return ([given]) => {
    if (given?.scalar !== 'string') return null;
    return computedOnce(given, of => {
      const isWritten = fits(of, pattern);
      const found = [isWritten, digits(of), nullLiteral('string')];
      return orFail(makeCall('if', 'string', found, true), [of]);
    });
  };
}

/** Of an odd number of digits, the first has a zero in front. */
function evenDigits(of: PlanExpr): PlanExpr {
  const parts = [of, textLiteral('^(.(?:..)*)$'), textLiteral('0\\1')];
  const even = makeCall('regexp_replace', 'string', parts, of.nullable);
  return makeCall('lower', 'string', [even]);
}

export const BYTES: Readonly<Record<string, Translator>> = {
  from_hex: written('^[0-9a-fA-F]*$', evenDigits),
  from_base64: written(
    '^(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/][AQgw]==|[0-9A-Za-z+/]{2}[AEIMQUYcgkosw048]=)?$',
    of => makeCall('hex_from_base64', 'string', [of]),
  ),
  to_hex: ([digits]) => digits ?? null,
  to_base64: ([digits]) => (digits ? makeCall('base64_from_hex', 'string', [digits]) : null),
  safe_convert_bytes_to_string: ([digits]) => (digits ? textOfBytes(digits) : null),
};
