/**
 * Texts of generated files in parts. Parts are compared by digest, so that a text made by an earlier run is read only when it is needed.
 */
import { createHash, hash } from 'node:crypto';
import type { GeneratedFile } from './statement.ts';

/** A text, which may not have been read yet, and the SHA-256 of its bytes. */
export interface Text {
  readonly digest: string;
  readonly bytes: () => Uint8Array;
}

/** A text that is already in memory. */
class MadeText implements Text {
  readonly #text: string;
  #digest: string | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  get digest(): string {
    this.#digest ??= hash('sha256', this.#text);
    return this.#digest;
  }

  bytes(): Uint8Array {
    return Buffer.from(this.#text);
  }
}

export function madeText(text: string): Text {
  return new MadeText(text);
}

/** Texts in order; those that the emitter itself writes are plain strings. */
export type Parts = readonly (string | Text)[];

/** A digest of the texts and of the boundaries between them, computed without reading any text. */
export function partsDigest(parts: Parts): string {
  return hash(
    'sha256',
    parts
      .map(part => (typeof part === 'string' ? `${part.length}:${part}` : `#${part.digest}`))
      .join(''),
  );
}

/** A file in parts. Its text is built whenever it is asked for. */
export interface PlannedFile extends GeneratedFile {
  readonly parts: Parts;
}

/** A class, because a literal with a getter has a hidden class of its own in V8, and a project has many thousands of files. */
class FileInParts implements PlannedFile {
  readonly path: string;
  readonly parts: Parts;

  constructor(path: string, parts: Parts) {
    this.path = path;
    this.parts = parts;
  }

  get text(): string {
    return String(encodeFile(this));
  }
}

export function planFile(path: string, ...parts: Parts): PlannedFile {
  return new FileInParts(path, parts);
}

/** The parts of a file. */
export function readParts(file: GeneratedFile | PlannedFile): Parts {
  return 'parts' in file ? file.parts : [file.text];
}

export function encodeFile(file: GeneratedFile | PlannedFile): Buffer {
  return Buffer.concat([...chunksOf(file)]);
}

/** The SHA-256 of the bytes of a file, which are never in memory as a whole. */
export function digestOf(file: GeneratedFile | PlannedFile): string {
  const [first, ...more] = readParts(file);
  if (typeof first === 'object' && more.length === 0) return first.digest;
  const digest = createHash('sha256');
  for (const chunk of chunksOf(file)) digest.update(chunk);
  return digest.digest('hex');
}

/** The bytes of a file in order, part by part. */
export function* chunksOf(file: GeneratedFile | PlannedFile): Generator<Uint8Array> {
  for (const part of readParts(file))
    yield typeof part === 'string' ? Buffer.from(part) : part.bytes();
}

/** Parts with a text between them. */
export function joinParts(parts: Parts, between: string): Parts {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]));
}
