/** Reads a file with texts that need quotes in YAML and have none: those whose meaning is certain are read whole. */
import {
  collector,
  type Diagnostic,
  type Place,
  type Report,
  type SourceText,
} from '../core/report/diagnostics.ts';
import { reportingCuts } from '../core/report/reporting-cuts.ts';
import { isOneText, onOneLine, quoteHint } from '../core/report/whole-text.ts';
import type { Document, Node, ScalarNode } from '../core/spec/document.ts';
import { readText, readYaml } from './load.ts';
import { offsetMap } from './offsets.ts';

/** A text can hide the fault of another one. */
const MOST_ROUNDS = 20;

/**
 * Reads a file's tree, which is `null` if it cannot be trusted. While `read` reports such a text or pieces of one, the file is read again
 * with that text as one value. Warns of each such text. `more`: see `reportingCuts`.
 */
export function readWhole<T>(
  file: string,
  bytes: Uint8Array | string,
  report: Report,
  read: (document: Document | null, report: Report) => T,
  more: (text: string) => string | null = () => null,
): T {
  const source = readText(file, bytes, report);
  if (source === null) return read(null, report);
  const refused = new Set<number>();
  let whole: readonly Place[] = [];
  for (let round = 1; ; round += 1) {
    const attempt = readOnce(source, whole, refused, read, more);
    const { misplaced } = attempt;
    const found = round < MOST_ROUNDS ? attempt.found : [];
    if (found.length === 0 && misplaced.length === 0) {
      for (const { code, place, message, hint } of attempt.diagnostics)
        report(code, place, message, hint);
      for (const place of whole) warn(place, report);
      return attempt.value;
    }
    for (const { start } of misplaced) refused.add(start);
    whole = united(whole, found).filter(({ start }) => !refused.has(start));
  }
}

interface Attempt<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
  /** Further texts to read whole. */
  readonly found: readonly Place[];
  /** Those of `whole` that are no values of their own. */
  readonly misplaced: readonly Place[];
}

function readOnce<T>(
  source: SourceText,
  whole: readonly Place[],
  refused: ReadonlySet<number>,
  read: (document: Document | null, report: Report) => T,
  more: (text: string) => string | null,
): Attempt<T> {
  const { diagnostics, report: collect } = collector();
  const found: Place[] = [];
  const report = reportingCuts(collect, more, {
    isWhole: text => whole.some(one => contains(one, text)),
    add: texts => {
      found.push(...texts.filter(({ start }) => !refused.has(start)));
    },
  });
  if (whole.length === 0) {
    const value = read(readYaml(source, report), report);
    return { value, diagnostics, found, misplaced: [] };
  }
  const masked = { ...source, text: maskedText(source.text, whole) };
  const inSource: Report = (code, place, ...words) => report(code, { ...place, source }, ...words);
  const document = readYaml(masked, inSource);
  const placed = new Set<number>();
  const restored = document && {
    ...document,
    source,
    root: restoredNode(document.root, source, whole, placed),
  };
  const misplaced = restored === null ? [] : whole.filter(({ start }) => !placed.has(start));
  return { value: read(restored, report), diagnostics, found, misplaced };
}

function warn(place: Place, report: Report): void {
  const written = place.source.text.slice(place.start, place.end);
  report('unquoted-text', place, reasonFor(written), quoteHint(written));
}

function reasonFor(text: string): string {
  if (text.startsWith('@'))
    return 'The text begins with `@` and has no quotes: quern reads it, YAML refuses it';
  return text.includes(',') && isOneText(text)
    ? 'The text has a comma and no quotes: quern reads it whole, YAML ends it at the comma'
    : 'The text has a `:` and no quotes: quern reads it whole, YAML refuses it';
}

// ---- places ---------------------------------------------------------------------------------------------------------

function contains(outer: Place, inner: Place): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** All places, without those inside others. */
function united(places: readonly Place[], more: readonly Place[]): readonly Place[] {
  const sorted = [...places, ...more].sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Place[] = [];
  let end = -1;
  for (const place of sorted) {
    if (place.start < end) continue;
    apart.push(place);
    end = place.end;
  }
  return apart;
}

// ---- masks ----------------------------------------------------------------------------------------------------------

/** The text with an underscore for each sign of these places, so that YAML reads each as one word; all offsets stay the same. */
function maskedText(text: string, places: readonly Place[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const place of places) {
    parts.push(text.slice(end, place.start), '_'.repeat(place.end - place.start));
    end = place.end;
  }
  return [...parts, text.slice(end)].join('');
}

/** The tree with places in `source`, and with the texts in place of their masks. `placed` takes their offsets. */
function restoredNode(
  node: Node,
  source: SourceText,
  whole: readonly Place[],
  placed: Set<number>,
): Node {
  const ends = new Map(whole.map(({ start, end }) => [start, end]));
  const here = (place: Place): Place => ({ ...place, source });
  const restored = (one: Node): Node => {
    const place = here(one.place);
    switch (one.kind) {
      case 'mapping': {
        const entries = one.entries.map(entry => ({
          ...entry,
          place: here(entry.place),
          value: restored(entry.value),
        }));
        return { ...one, place, entries };
      }
      case 'sequence':
        return { ...one, place, items: one.items.map(restored) };
      case 'scalar':
        if (one.style !== 'plain' || ends.get(place.start) !== place.end) return { ...one, place };
        placed.add(place.start);
        return textOf(place);
    }
  };
  return restored(node);
}

function textOf(place: Place): ScalarNode {
  const { source, start, end } = place;
  const text = onOneLine(source.text.slice(start, end));
  const at = offsetMap(source.text, start, end, 'plain', text);
  return { kind: 'scalar', place, value: text, text, style: 'plain', at };
}
