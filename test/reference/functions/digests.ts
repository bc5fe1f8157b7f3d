/** Digests and sizes of the bytes of texts, by Node's own functions. */
import { createHash } from 'node:crypto';
import { asText, type Rule, rule, strict } from './rule.ts';

const digest = (algorithm: string): Rule =>
  rule(
    'any',
    'string',
    strict(([text]) => createHash(algorithm).update(asText(text), 'utf8').digest('hex')),
  );

export default {
  md5_hex: digest('md5'),
  sha1_hex: digest('sha1'),
  sha256_hex: digest('sha256'),
  byte_length: rule(
    'any',
    'int64',
    strict(([text]) => BigInt(Buffer.byteLength(asText(text), 'utf8'))),
  ),
} as const satisfies Record<string, Rule>;
