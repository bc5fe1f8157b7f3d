/** The node that a schema error concerns, and its place. */
import type { DiagnosticCode, Place } from '../../core/report/diagnostics.ts';
import { entryOf, type Node } from '../../core/spec/document.ts';

export interface ShapeFault {
  readonly code: DiagnosticCode;
  readonly place: Place;
  readonly message: string;
  readonly hint: string | null;
}
/** The subject of an error: a node, its key, and its name in messages. */
export interface Subject {
  readonly node: Node;
  /** The node that contains it; `null` for the whole file. */
  readonly above: Node | null;
  readonly key: Place;
  readonly label: string;
  /** Whether it is an item of a list. */
  readonly item: boolean;
  /** Whether the key looks like the rest of a value that a comma cut off, as in `{ value: round(a, 2) }`. */
  readonly cut: boolean;
}

export function subjectOf(root: Node, pointer: string): Subject {
  const key = emptyAt(root.place);
  const start = { node: root, above: null, key, label: 'The file', item: false, cut: false };
  const steps = pointer.split('/').slice(1);
  return steps.reduce<Subject>((from, step) => below(from, unescapePointer(step)), start);
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function below(above: Subject, step: string): Subject {
  const { node } = above;
  if (node.kind === 'sequence') {
    const item = node.items[Number(step)];
    if (item === undefined)
      throw new Error(`The schema reports an item ${step} that is not there.`);
    const [key, label] = [item.place, `An item of ${above.label}`];
    return { node: item, above: node, key, label, item: true, cut: false };
  }
  const entry = node.kind === 'mapping' ? entryOf(node, step) : null;
  if (entry === null) throw new Error(`The schema reports a key ${step} that is not there.`);
  const cut = isCutText(node, step);
  const label = `\`${excerptStart(step)}\``;
  return { node: entry.value, above: node, key: entry.place, label, item: false, cut };
}

/** The start of a place, as an empty range. */
function emptyAt({ source, start }: Place): Place {
  return { source, start, end: start };
}

export function keyPlace({ node, key }: Subject, name: string): Place {
  return (node.kind === 'mapping' ? entryOf(node, name)?.place : null) ?? key;
}

/** Whether an entry between braces is the rest of a text that contains a comma. A plain name behind complete texts is not. */
export function isCutText(node: Node, name: string): boolean {
  if (node.kind !== 'mapping' || !node.flow) return false;
  const entry = entryOf(node, name);
  if (entry === null || !isEmpty(entry.value)) return false;
  const { source, start } = node.place;
  return !/^\w+$/.test(name) || isOpen(source.text.slice(start, entry.place.start));
}

/** Whether a parenthesis or a quote of the text is not closed. */
function isOpen(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1;
  return count('(') > count(')') || count("'") % 2 === 1;
}

export function isEmpty(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null && node.text === '';
}

const EXCERPT = 60;

/** The beginning of an author's text, short enough for a message. */
export function excerptStart(text: string): string {
  return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT)}…`;
}
