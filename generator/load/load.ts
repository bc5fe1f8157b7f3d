/** load: the text of a specification file as a tree in which every node has its place. */
import type { Report, SourceText } from '../core/report/diagnostics.ts';
import type { Document } from '../core/spec/document.ts';
import { readWithLibrary } from './library.ts';
import { readSubset } from './subset/read-subset.ts';

export const MAX_BYTES = 256 * 1024;

/**
 * Reads one file. `file` is its path as the author would type it, `bytes` its content (a string counts as decoded). Returns the tree, or
 * `null` if it cannot be trusted. Reports every YAML fault; a tree with faults is not `sound`.
 */
export function loadDocument(
  file: string,
  bytes: Uint8Array | string,
  report: Report,
): Document | null {
  const source = readText(file, bytes, report);
  const refuse: Report = (code, ...words) =>
    report(code === 'unquoted-text' ? 'yaml-syntax' : code, ...words);
  return source && readYaml(source, refuse);
}

/** The tree of a text; its faults and `null` are those of `loadDocument`, but `unquoted-text` for a text without quotes whose meaning is certain. */
export function readYaml(source: SourceText, report: Report): Document | null {
  const root = readSubset(source);
  return root === null ? readWithLibrary(source, report) : { source, root, sound: true };
}

// ---- text -----------------------------------------------------------------------------------------------------------

/**
 * A file as text, without its byte order mark. Reports a file that is too large, is not UTF-8 or contains control characters, and then
 * returns `null`.
 */
export function readText(
  file: string,
  bytes: Uint8Array | string,
  report: Report,
): SourceText | null {
  if (Buffer.byteLength(bytes) > MAX_BYTES) {
    const place = { source: { file, text: '' }, start: 0, end: 0 };
    const hint = 'Remove comments, descriptions, rows of tests and columns that are not needed.';
    report('file-too-large', place, 'The file is larger than 256 KiB', hint);
    return null;
  }
  const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
  const source = { file, text: text.replace(/^\uFEFF/, '') };
  if (typeof bytes !== 'string' && !isUtf8(source, bytes, report)) return null;
  return hasControls(source, report) ? null : source;
}

function isUtf8(source: SourceText, bytes: Uint8Array, report: Report): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    const start = firstReplaced(source.text, bytes);
    const place = { source, start, end: start + 1 };
    report('file-unreadable', place, 'The file is not UTF-8 text', 'Save it as UTF-8.');
    return false;
  }
}

/** The offset of the first replacement character, which decoding put in place of invalid bytes. */
function firstReplaced(text: string, bytes: Uint8Array): number {
  const again = Buffer.from(text);
  const skipped = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const differs = again.findIndex((byte, index) => byte !== bytes[index + skipped]);
  return new TextDecoder().decode(again.subarray(0, differs)).replace(/\uFFFD$/, '').length;
}

/** Runs of characters that text files never contain, except tabs and line breaks. */
const CONTROLS = /(?:[^\P{Cc}\t\n\r]|\p{Cs})+/gu;
const MAX_CONTROL_REPORTS = 20;

function hasControls(source: SourceText, report: Report): boolean {
  let found = 0;
  for (const { index, 0: run } of source.text.matchAll(CONTROLS)) {
    found += 1;
    const place = { source, start: index, end: index + run.length };
    const message = 'The file contains a control character or a lone surrogate here';
    report('control-character', place, message, 'Remove it.');
    if (found === MAX_CONTROL_REPORTS) break;
  }
  return found > 0;
}
