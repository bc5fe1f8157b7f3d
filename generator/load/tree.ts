/** Builds our own tree from the composed YAML: checks keys, and keeps the source text and offsets of scalars. */
import { isAlias, isCollection, isMap, isNode, isScalar, isSeq, type Pair, type Range } from 'yaml';
import type { Place, Report, SourceText } from '../core/report/diagnostics.ts';
import { onOneLine, quotedValue } from '../core/report/whole-text.ts';
import type {
  MappingEntry,
  MappingNode,
  Node,
  ScalarNode,
  ScalarStyle,
} from '../core/spec/document.ts';
import { FORBIDDEN_KEYS } from './forbidden-keys.ts';
import { scalarNode } from './scalar.ts';

interface Builder {
  readonly source: SourceText;
  readonly report: Report;
}

/**
 * The tree of a composed node. Reports repeated keys, forbidden keys, keys that are not text, and control characters from escapes. Depth is
 * at most `MAX_DEPTH`, so recursion is safe.
 */
export function buildTree(source: SourceText, contents: unknown, report: Report): Node {
  return buildNode({ source, report }, contents, 0);
}

function buildNode(builder: Builder, node: unknown, after: number): Node {
  if (isMap(node)) return buildMapping(builder, node.items, node.flow === true, rangeOf(node));
  if (isSeq(node)) {
    const [start, end] = rangeOf(node);
    const items = node.items.map(item => buildNode(builder, item, start));
    return { kind: 'sequence', place: { source: builder.source, start, end }, items };
  }
  // an alias is reported by its token and never resolved
  if (!isNode(node) || isAlias(node)) return emptyScalar(builder, after);
  return buildScalar(builder, node);
}

function rangeOf(node: { range?: Range | null | undefined }): readonly [number, number] {
  if (!node.range) throw new Error('A composed node has no range.');
  return [node.range[0], node.range[1]];
}

// ---- mappings -------------------------------------------------------------------------------------------------------

function buildMapping(
  builder: Builder,
  pairs: readonly Pair[],
  flow: boolean,
  [start, end]: readonly [number, number],
): MappingNode {
  const entries = new Map<string, MappingEntry>();
  let incomplete = false;
  for (const pair of pairs) {
    const key = buildKey(builder, pair.key, start);
    const value = buildNode(builder, pair.value, key?.place.end ?? start);
    incomplete ||= key === null;
    if (key === null) continue;
    if (entries.has(key.text)) {
      const message = `The key \`${key.text}\` occurs twice`;
      const text = flow ? cutText([...entries.values()], key) : null;
      const cut = text === null ? '' : ` If the text before has a comma, quote it: \`${text}\`.`;
      builder.report(
        'duplicate-key',
        key.place,
        message,
        `Keep one, with the values of both.${cut}`,
      );
    } else {
      entries.set(key.text, { name: key.text, place: key.place, value });
    }
  }
  const place = { source: builder.source, start, end };
  return { kind: 'mapping', place, flow, incomplete, entries: [...entries.values()] };
}

/** The text of several words before the first of two equal keys, with what a comma may have cut off. */
function cutText(entries: readonly MappingEntry[], { text }: ScalarNode): string | null {
  const at = entries.findIndex(({ name }) => name === text);
  const [before, first] = [entries[at - 1]?.value, entries[at]];
  if (before?.kind !== 'scalar' || before.style !== 'plain' || first === undefined) return null;
  if (!/^[\p{L}\d]+(?: [\p{L}\d]+)+$/u.test(before.text)) return null;
  const { source, start } = before.place;
  return quotedValue(onOneLine(source.text.slice(start, first.value.place.end)));
}

function buildKey(builder: Builder, key: unknown, mappingStart: number): ScalarNode | null {
  if (isCollection(key)) {
    const [start, end] = rangeOf(key);
    const place = { source: builder.source, start, end };
    const message = 'A key is a list or a mapping; keys are texts';
    builder.report('yaml-feature', place, message, 'Quote the key to use it as it is.');
    return null;
  }
  const scalar = buildNode(builder, key, mappingStart);
  if (scalar.kind !== 'scalar' || isAlias(key)) return null;
  return isUsableKey(builder, scalar) ? scalar : null;
}

function isUsableKey({ report }: Builder, { text, style, place }: ScalarNode): boolean {
  if (text === '' && style === 'plain') {
    report(
      'yaml-syntax',
      place,
      'A key is missing before the `:`',
      'Write the key, or quote the text.',
    );
    return false;
  }
  if (text === '<<' && style === 'plain') {
    const message = 'A merge key (`<<`) is a feature of YAML that specifications do not support';
    report('yaml-feature', place, message, 'Write the entries out.');
    return false;
  }
  if (FORBIDDEN_KEYS.has(text)) {
    report('forbidden-key', place, `The key \`${text}\` cannot be used`, 'Use another name.');
    return false;
  }
  return true;
}

// ---- scalars --------------------------------------------------------------------------------------------------------

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

function buildScalar(builder: Builder, node: unknown): ScalarNode {
  if (!isScalar(node)) throw new Error('A composed node is neither collection, alias nor scalar.');
  const { source, report } = builder;
  const [start, end] = rangeOf(node);
  const style = STYLES[node.type ?? ''] ?? 'plain';
  const scalar = scalarNode(source, start, end, style, scalarValue(node.value));
  reportControls(scalar, report);
  return scalar;
}

function scalarValue(value: unknown): ScalarNode['value'] {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  return Number(value);
}

function emptyScalar({ source }: Builder, at: number): ScalarNode {
  const place: Place = { source, start: at, end: at };
  return { kind: 'scalar', place, value: null, text: '', style: 'plain', at: () => at };
}

/** Characters that specifications never contain; tabs and line breaks are allowed. */
const CONTROL = /[^\P{Cc}\t\n]|\p{Cs}/u;

function reportControls({ text, at, place }: ScalarNode, report: Report): void {
  const found = CONTROL.exec(text);
  if (found === null) return;
  const start = at(found.index);
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  report(
    'control-character',
    { ...place, start, end: Math.max(start + 1, at(found.index + 1)) },
    `The text contains the control character U+${code}`,
    'Remove it.',
  );
}
