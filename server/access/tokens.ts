/**
 * The token of a key: `qk_`, 256 random bits and a checksum, in base 62, so that a double-click selects all of it. The
 * prefix and the checksum let scanners recognise a leaked token.
 */
import { hash, randomBytes } from 'node:crypto';

const PREFIX = 'qk_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 > 2^256. */
const BODY_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`);

/** Creates a token. Only its `digest` is stored, never the token itself. */
export function createToken(): string {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), BODY_LENGTH);
  return `${PREFIX}${body}${checksum(body)}`;
}

/** Whether a text has the form of a token and the right checksum. */
export function isToken(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const end = PREFIX.length + BODY_LENGTH;
  return text.slice(end) === checksum(text.slice(PREFIX.length, end));
}

/** Whether a text is meant as a key; any other text may be a token of an identity service. */
export function isKeyText(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** The SHA-256 of a token: 256 random bits need no slow hash. */
export function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function checksum(body: string): string {
  const bits = hash('sha256', `${PREFIX}${body}`, 'buffer').readUInt32BE();
  return base62(BigInt(bits), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
  }
  return text;
}
