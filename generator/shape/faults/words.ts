/** The words of faults that every shape may have: an unknown or missing key, a value of the wrong type or outside its range. */
import { nearest, suggestion } from '../../core/report/diagnostics.ts';
import { quotedValue } from '../../core/report/whole-text.ts';
import { listed } from '../../core/report/words.ts';
import { entryOf, type Node, type ScalarNode } from '../../core/spec/document.ts';
import type { Kind } from '../kind.ts';
import { findHint, itemsHint, missingExample, textHint } from './examples.ts';
import type { Fault } from './fault.ts';
import { foreignKeyHint } from './foreign-keys.ts';
import { freshId } from './fresh-id.ts';
import { isEmpty, keyPlace, labelOf, pathOf, placeOfKey, type Spot, shortText } from './spot.ts';

export function missingKey(spot: Spot, name: string): Fault {
  const { node } = spot;
  const path = pathOf(spot);
  const of = node.kind === 'mapping' ? entryOf(node, 'of')?.value : undefined;
  const column = of?.kind === 'scalar' && /^[\w.]+$/.test(of.text) ? of.text : 'timestamp';
  const [, file] = /(?:^|[/\\])([a-z][\w.-]*)\.ya?ml$/.exec(node.place.source.file) ?? [];
  const hint =
    name === 'endpoint' && path.length === 0 && file !== undefined
      ? `Write \`endpoint: ${file}\`.`
      : (missingExample(path, name)?.replaceAll('timestamp', column) ?? null);
  const message = `${labelOf(spot)} needs the key \`${name}\``;
  return { code: 'missing-key', place: placeOfKey(spot), message, hint };
}

export function occursTwice({ place, text }: ScalarNode): Fault {
  const message = `\`${shortText(text)}\` occurs twice`;
  return { code: 'duplicate-name', place, message, hint: 'Remove one of them.' };
}

export function missingOneOf(spot: Spot, keys: readonly string[]): Fault {
  const message = `${labelOf(spot)} needs one of the keys ${listed(quoted(keys))}`;
  return { code: 'missing-key', place: placeOfKey(spot), message, hint: null };
}

export function rivals(spot: Spot, keys: readonly string[]): Fault {
  const message = `${labelOf(spot)} has ${listed(quoted(keys))}, which exclude each other`;
  return { code: 'clause-conflict', place: placeOfKey(spot), message, hint: 'Remove one of them.' };
}

function quoted(names: readonly string[]): readonly string[] {
  return names.map(name => `\`${name}\``);
}

/** The fault of several items in one text without quotes; `null` if a comma may belong to it. */
export function behindCommas(spot: Spot): Fault | null {
  const { node } = spot;
  if (node.kind !== 'scalar' || node.style !== 'plain' || !/^[^()[\]{}"`\n]*$/.test(node.text))
    return null;
  const { source, start, end } = node.place;
  const areLines = /^\w+(?: \w+)+$/.test(node.text) && source.text.slice(start, end).includes('\n');
  const pieces = areLines ? /\w+/g : /(?:[^,']|'[^']*')+/g;
  const items = (node.text.match(pieces) ?? []).map(item => item.trim());
  if (items.length < 2 || items.includes('')) return null;
  const message = `${labelOf(spot)} has several items in one text`;
  const hint = itemsHint(pathOf(spot), items);
  return { code: 'wrong-type', place: node.place, message, hint };
}

export function empty(spot: Spot): Fault {
  const { node } = spot;
  const hint = node.kind === 'scalar' ? 'Write a text.' : 'Write at least one entry.';
  return { code: 'invalid-value', place: node.place, message: `${labelOf(spot)} is empty`, hint };
}

export function unlisted(spot: Spot, values: readonly string[]): Fault {
  const { node } = spot;
  const text = node.kind === 'scalar' ? shortText(node.text) : '';
  const isMany = values.length > 1;
  const message = `${labelOf(spot)} takes ${isMany ? 'one of ' : ''}${quotedList(values)}, not \`${text}\``;
  const hint = isMany ? (textHint(pathOf(spot), text) ?? suggestion(text, values)) : null;
  return { code: 'invalid-value', place: node.place, message, hint };
}

export function outOfRange(spot: Spot, range: string): Fault {
  const { node } = spot;
  const text = node.kind === 'scalar' ? shortText(node.text) : '';
  const message = `${labelOf(spot)} is ${range}, not \`${text}\``;
  return { code: 'invalid-value', place: node.place, message, hint: null };
}

/** The texts, quoted for a message and joined. */
export function quotedList(values: readonly string[]): string {
  return quoted(values).join(', ');
}

// ---- unknown keys ---------------------------------------------------------------------------------------------------

export function unknownKey(spot: Spot, name: string, known: readonly string[]): Fault {
  const { node } = spot;
  const message = `${labelOf(spot)} has no key \`${shortText(name)}\``;
  const hint = keyHint(node, name, known);
  return { code: 'unknown-key', place: keyPlace(spot, name), message, hint };
}

/** With more keys, the hint does not list them. */
const MAX_KEYS = 24;

function keyHint(node: Node, name: string, known: readonly string[]): string | null {
  const present = node.kind === 'mapping' ? node.entries.map(entry => entry.name) : [];
  const list = cutList(node, name);
  if (list !== null) return list;
  const foreign = foreignKeyHint(name, known, present);
  if (foreign !== null) return foreign;
  const free = known.filter(one => !present.includes(one));
  const above = nearest(name, free) === null ? emptyAbove(node, name, known) : null;
  if (above !== null) return `Indent it below \`${above}\`, if it belongs there.`;
  const hint = suggestion(name, free);
  if (hint !== null || free.length === 0 || free.length > MAX_KEYS) return hint;
  return `Use one of ${quotedList(free)}.`;
}

/** A hint for the second item of a list without brackets, as in `{ enum: paid, open }`. */
function cutList(node: Node, name: string): string | null {
  if (node.kind !== 'mapping' || !node.flow) return null;
  const at = node.entries.findIndex(entry => entry.name === name);
  const [before, entry] = [node.entries[at - 1], node.entries[at]];
  if (before?.value.kind !== 'scalar' || entry === undefined || !isEmpty(entry.value)) return null;
  return `Write brackets around a list, as in \`${before.name}: [${before.value.text}, ${name}]\`.`;
}

/** The last key before `name` on this level, if it has no value: the author probably meant the following lines as its value. */
function emptyAbove(node: Node, name: string, known: readonly string[]): string | null {
  if (node.kind !== 'mapping' || node.flow) return null;
  const at = node.entries.findIndex(entry => entry.name === name);
  const above = node.entries.slice(0, at).findLast(entry => known.includes(entry.name));
  return above !== undefined && isEmpty(above.value) ? above.name : null;
}

// ---- kinds ----------------------------------------------------------------------------------------------------------

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: '`true` or `false`',
  object: 'a mapping',
  array: 'a list',
  null: '`null`',
};

export function wrongType(spot: Spot, kinds: readonly Kind[]): Fault {
  const { node } = spot;
  const wanted = [...new Set(kinds)].map(kind => KIND_WORDS[kind]).join(' or ');
  const found = foundIn(node);
  const path = pathOf(spot);
  const isId = path.length === 1 && path[0] === 'id';
  const example = isId ? `Write \`${freshId(node.place.source)}\`.` : findHint(path, node);
  if (found === null) {
    const message = `${labelOf(spot)} is empty; it takes ${wanted}`;
    return { code: 'wrong-type', place: placeOfKey(spot), message, hint: example };
  }
  const message = `${labelOf(spot)} takes ${wanted}, not ${found}`;
  const hint = example ?? kindHint(node, kinds);
  return { code: 'wrong-type', place: node.place, message, hint };
}

/** `null` for an empty value. */
function foundIn(node: Node): string | null {
  if (node.kind !== 'scalar') return node.kind === 'mapping' ? 'a mapping' : 'a list';
  if (node.value === null) return node.text === '' ? null : `\`${node.text}\``;
  return typeof node.value === 'string' ? 'a text' : `\`${node.text}\``;
}

/** A hint how to change the value to one of the kinds. */
function kindHint(node: Node, kinds: readonly Kind[]): string | null {
  if (kinds.includes('array')) return listHint(node);
  if (node.kind !== 'scalar') return null;
  if (node.text === 'null' && node.value === null) return 'Write a value, or remove it.';
  if (kinds.includes('string')) return `Write \`'${node.text}'\`.`;
  if (kinds.includes('boolean') && node.text in FLAGS) return `Write \`${FLAGS[node.text]}\`.`;
  const isNumber = /^-?[0-9]+$/.test(node.text) && kinds.includes('integer');
  const isFlag = /^(true|false)$/.test(node.text) && kinds.includes('boolean');
  return typeof node.value === 'string' && (isNumber || isFlag) ? `Write \`${node.text}\`.` : null;
}

/** Words of YAML 1.1 that mean a truth value. */
const FLAGS: Readonly<Record<string, boolean>> = {
  yes: true,
  on: true,
  no: false,
  off: false,
};

function listHint(node: Node): string {
  const text = node.kind === 'scalar' ? node.text : '';
  // several items behind commas, perhaps
  const isUnclear = text.includes(',') && !text.includes('(');
  if (isUnclear || !/^[^\n]{1,60}$/.test(text))
    return 'Write a list: one item on each line, after `- `.';
  const isPlain = /^[^\s,[\]{}:#'"`&*!|>%@][^,[\]{}:#'"`]*$/.test(text);
  return `Write \`[${isPlain ? text : quotedValue(text)}]\`.`;
}
