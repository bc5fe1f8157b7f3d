/** Bodies of answers, in the encodings that callers accept. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'identity' | 'gzip' | 'br';

/** A body as sent: its bytes and their encoding. */
export interface Encoded {
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  /** The length of the bytes, for `Content-Length`. */
  readonly length: string;
  /** Quoted tags for `ETag`, one for each encoding. */
  readonly etag: () => string;
}

/** A body. It creates compressed forms when they are first needed, and keeps them. */
export interface AnswerBody {
  readonly identity: Encoded;
  /** The most memory that the body can take, including compressed forms. */
  readonly bytes: number;
  readonly as: (encoding: Encoding) => Encoded | Promise<Encoded>;
}

/** Shorter bodies are not compressed: they fit into one packet anyway. */
const SHORTEST_COMPRESSED = 1_024;
/**
 * A compressed form that saves less is not worth its memory. With this bound, all forms together take at most twice the
 * memory of the plain one.
 */
const LARGEST_RATIO = 0.5;
/** 162 bits of the digest. */
const TAG_CHARACTERS = 27;
/** Twice as fast as gzip's default, with smaller results, which suits text for a single answer. */
const BROTLI_QUALITY = 4;

const COMPRESS: Readonly<
  Record<Exclude<Encoding, 'identity'>, (bytes: Uint8Array) => Promise<Uint8Array>>
> = {
  gzip: promisify(gzip) as (bytes: Uint8Array) => Promise<Uint8Array>,
  br: bytes =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
};

export function textBody(text: string): AnswerBody {
  return bytesBody(Buffer.from(text));
}

export function bytesBody(bytes: Uint8Array): AnswerBody {
  let hash: string | undefined;
  const tag = (suffix: string) => {
    hash ??= createHash('sha256').update(bytes).digest('base64url').slice(0, TAG_CHARACTERS);
    return `"${hash}${suffix}"`;
  };
  const formOf = (encoding: Encoding, bytes: Uint8Array, suffix: string): Encoded => {
    let etag: string | undefined;
    return { encoding, bytes, length: String(bytes.length), etag: () => (etag ??= tag(suffix)) };
  };
  const identity = formOf('identity', bytes, '');
  const forms = new Map<Encoding, Encoded | Promise<Encoded>>([['identity', identity]]);
  const compress = async (encoding: Exclude<Encoding, 'identity'>): Promise<Encoded> => {
    const smaller = await COMPRESS[encoding](bytes);
    const isWorth = smaller.length <= bytes.length * LARGEST_RATIO;
    const form = isWorth ? formOf(encoding, smaller, `-${encoding}`) : identity;
    forms.set(encoding, form);
    return form;
  };
  return {
    identity,
    bytes: bytes.length * 2,
    as: encoding => {
      if (encoding === 'identity' || bytes.length < SHORTEST_COMPRESSED) return identity;
      const known = forms.get(encoding);
      if (known !== undefined) return known;
      const form = compress(encoding);
      forms.set(encoding, form);
      // the next request tries again
      form.catch(() => forms.delete(encoding));
      return form;
    },
  };
}

/** The most remembered headers. Real clients send few different values, but a caller may invent any number. */
const KEPT_HEADERS = 64;
const negotiated = new Map<string, Encoding>();

/** Returns the best encoding that an `Accept-Encoding` header allows; `identity` without a header (RFC 9110, 12.5.3). */
export function acceptedEncoding(header: string | null): Encoding {
  if (header === null) return 'identity';
  const known = negotiated.get(header);
  if (known !== undefined) return known;
  const encoding = negotiate(header);
  if (negotiated.size < KEPT_HEADERS) negotiated.set(header, encoding);
  return encoding;
}

function negotiate(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim());
    const weight = parameters.find(text => text.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, zip] = [weightOf('br'), weightOf('gzip')];
  // A caller who ranks `identity` higher wants the plain bytes.
  const plain = weights.get('identity') ?? 0;
  if (br > 0 && br >= zip && br >= plain) return 'br';
  return zip > 0 && zip >= plain ? 'gzip' : 'identity';
}

/** Whether an `If-Match` header allows the answer with the tag (RFC 9110, 13.1.1: compared strongly). */
export function meetsIfMatch(header: string | null, etag: string | null): boolean {
  if (header === null || header.trim() === '*') return true;
  return header.split(',').some(tag => tag.trim() === etag);
}

/** Whether an `If-None-Match` header names the tag (RFC 9110, 13.1.2: compared weakly). */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag);
}
