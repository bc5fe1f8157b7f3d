/** Faults that the schema finds, in our words: one fault, one diagnostic, at the key or value that is wrong. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import {
  type DiagnosticCode,
  nearest,
  type Place,
  type Report,
  suggestion,
} from '../core/diagnostics.ts';
import { entryOf, type Node } from '../core/document.ts';
import { foreignList, foreignType } from '../core/foreign-types.ts';
import { SCALARS } from '../core/scalar.ts';
import { listed } from '../core/words.ts';
import { type JsonSchema, PARTS } from '../schema/parts.ts';
import { exampleOf, missingExample, textHint } from './examples.ts';
import { foreignKeyHint } from './foreign-keys.ts';
import { list, partOf } from './part-faults.ts';

interface Fault {
  readonly code: DiagnosticCode;
  readonly place: Place;
  readonly message: string;
  readonly hint: string | null;
}
/** What an error speaks of: a node, the key that leads to it, and what to call it. */
interface Subject {
  readonly node: Node;
  /** The node that it is part of; `null` for the whole file. */
  readonly above: Node | null;
  readonly key: Place;
  readonly label: string;
  /** Whether it is an item of a list. */
  readonly item: boolean;
  /** Whether the key looks like the rest of a value that a comma ended, as in `{ value: round(a, 2) }`. */
  readonly cut: boolean;
}

const CUT = 'Quote the text before it: between braces a comma ends a value.';

/** Reports the errors that ajv found in the data of `root`; how many diagnostics they make. */
export function reportSchemaFaults(
  root: Node,
  errors: readonly ErrorObject[],
  report: Report,
): number {
  const mistyped = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(error => error.instancePath),
  );
  const misnamed = new Set(errors.map(misnamedPath));
  const said = new Set<string>();
  for (const error of errors) {
    // A value of the wrong type breaks other rules too.
    if (error.keyword !== 'type' && mistyped.has(error.instancePath)) continue;
    const fault = describe(root, error);
    if (fault === null) continue;
    // What a comma cut off is neither a name nor has it a value; the name says enough.
    if (fault.hint === CUT && misnamed.has(error.instancePath)) continue;
    const { code, place, message, hint } = fault;
    // of two branches that both want another kind, the first names all kinds
    const saying = `${place.start} ${place.end} ${code} ${code === 'wrong-type' ? '' : message}`;
    if (said.has(saying)) continue;
    said.add(saying);
    report(code, place, message, hint);
  }
  return said.size;
}

function misnamedPath({ instancePath, propertyName }: ErrorObject): string | null {
  if (propertyName === undefined) return null;
  return `${instancePath}/${propertyName.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function describe(root: Node, error: ErrorObject): Fault | null {
  const subject = subjectOf(root, error.instancePath);
  if (error.propertyName !== undefined) return namedFault(subject, error, error.propertyName);
  return partFault(subject, error) ?? plainFault(subject, error);
}

// ---- places ---------------------------------------------------------------------------------------------------------

function subjectOf(root: Node, pointer: string): Subject {
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
      throw new Error(`The schema speaks of an item ${step} that is not there.`);
    const [key, label] = [item.place, `An item of ${above.label}`];
    return { node: item, above: node, key, label, item: true, cut: false };
  }
  const entry = node.kind === 'mapping' ? entryOf(node, step) : null;
  if (entry === null) throw new Error(`The schema speaks of a key ${step} that is not there.`);
  const cut = isCut(node, step);
  const label = `\`${excerpt(step)}\``;
  return { node: entry.value, above: node, key: entry.place, label, item: false, cut };
}

/** Where a whole file is meant, a mark at its beginning. */
function emptyAt({ source, start }: Place): Place {
  return { source, start, end: start };
}

function keyPlace({ node, key }: Subject, name: string): Place {
  return (node.kind === 'mapping' ? entryOf(node, name)?.place : null) ?? key;
}

// ---- definitions that have words of their own -----------------------------------------------------------------------

function namedFault(subject: Subject, error: ErrorObject, name: string): Fault | null {
  const part = partOf(error);
  if (part === null) return null;
  const text = name === '' ? 'The empty text' : `\`${excerpt(name)}\``;
  const message = `${text} is ${part.what}`;
  const hint = isCut(subject.node, name) ? CUT : part.hint;
  return { code: part.code, place: keyPlace(subject, name), message, hint };
}

const PART_KEYWORDS: ReadonlySet<string> = new Set(['pattern', 'maxLength', 'minimum', 'maximum']);

const PATH = new RegExp(PARTS.path.pattern);

/** A nested field in a list of columns: only a mapping can give it a name. */
function pathHint({ node, item }: Subject, { parentSchema }: ErrorObject): string | null {
  if (parentSchema?.['title'] !== PARTS.name.title) return null;
  if (!item || node.kind !== 'scalar' || !PATH.test(node.text)) return null;
  const name = node.text.split('.').at(-1) ?? '';
  return `Write \`select\` as a mapping, with \`${name}: ${excerpt(node.text)}\`.`;
}

function partFault(subject: Subject, error: ErrorObject): Fault | null {
  const { node } = subject;
  const part = partOf(error);
  if (part === null || node.kind !== 'scalar') return null;
  // A duration or a size without its unit says more than one that is no text.
  const bare = error.keyword === 'type' && part.isNoNumber && typeof node.value === 'number';
  if (!bare && !PART_KEYWORDS.has(error.keyword)) return null;
  const near = part.what === 'no type of a column' ? typeMeant(node.text) : null;
  const text = node.text === '' ? 'The empty text' : `\`${excerpt(node.text)}\``;
  const message = `${text} is ${part.what}`;
  const written = textHint(error.instancePath, node.text);
  const hint = near ?? pathHint(subject, error) ?? written ?? part.hint;
  return { code: part.code, place: node.place, message, hint };
}

/** A hint with the type of a column nearest to a text. */
function typeMeant(text: string): string | null {
  const item = foreignList(text);
  if (item !== null)
    return `Write \`{ list: ${foreignType(item, SCALARS) ?? item} }\` in place of a type.`;
  const meant = foreignType(text, SCALARS);
  return meant === null ? suggestion(text, SCALARS) : `Use \`${meant}\`.`;
}

// ---- everything else ------------------------------------------------------------------------------------------------

function plainFault(subject: Subject, error: ErrorObject): Fault | null {
  const { node, key, label } = subject;
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(subject, String(params['additionalProperty']), error.parentSchema ?? {});
    case 'required': {
      // `either` speaks for its branches.
      if (error.schemaPath.includes('/oneOf/')) return null;
      const missing = String(params['missingProperty']);
      const message = `${label} needs the key \`${missing}\``;
      const hint = missingExample(error.instancePath, missing);
      return { code: 'missing-key', place: key, message, hint };
    }
    case 'type':
      return wrongType(subject, [params['type']].flat(), error.instancePath);
    case 'enum':
      return unlisted(subject, params['allowedValues']);
    case 'minProperties':
      // What stood there is reported as a key.
      return node.kind === 'mapping' && node.incomplete ? null : emptyFault(subject);
    case 'minLength':
    case 'minItems':
      return emptyFault(subject);
    case 'maxProperties':
      return {
        code: 'invalid-value',
        place: node.place,
        message: `${label} has several entries, of which it takes one`,
        hint: 'Write one entry, or a list of parameters.',
      };
    case 'minimum':
      return outOfRange(subject, `at least ${String(params['limit'])}`);
    case 'maximum':
      return outOfRange(subject, `at most ${String(params['limit'])}`);
    case 'false schema':
      return { code: 'clause-conflict', place: key, ...misplacedWords(subject, error) };
    case 'oneOf':
      return notEither(subject, error.schema, params['passingSchemas']);
    // Their branches report for themselves.
    case 'not':
    case 'if':
    case 'propertyNames':
      return null;
    default:
      throw new Error(`No words for the keyword ${error.keyword} of ${error.schemaPath}.`);
  }
}

/** Names the key that rules this one out: at the top the other kind of body, below it a choice by an enum. */
function misplacedWords({ above, label }: Subject, { schemaPath, instancePath }: ErrorObject) {
  const isBeside = (name: string) => above?.kind === 'mapping' && entryOf(above, name) !== null;
  const isCondition = /^(?:\/(?:steps|sources)\/[^/]*)?\/(?:where|having)\//.test(instancePath);
  if (/\/join\/[^/]*\/[^/]*$/.test(instancePath) && isBeside('each'))
    return {
      message: `${label} cannot stand beside \`each\``,
      hint: `Remove ${label}, or \`each\`.`,
    };
  if (isBeside('list') && /\/params\/[^/]*\/[^/]*$/.test(instancePath))
    return {
      message: `${label} cannot stand beside \`list\``,
      hint: `Put ${label} into \`list\`: \`list: { type: …, … }\`.`,
    };
  if (isBeside('cases') || (isCondition && isBeside('by'))) {
    const hint = `Put the choice into \`${isCondition ? 'filter' : 'value'}\`.`;
    return { message: `${label} cannot stand beside \`by\``, hint };
  }
  if (isCondition) {
    return {
      message: `${label} cannot stand beside \`any\``,
      hint: `Put ${label} into its items.`,
    };
  }
  if (instancePath.lastIndexOf('/') > 0) {
    if (schemaPath.includes('/then/'))
      return {
        message: `${label} cannot stand beside \`from\` and \`to\``,
        hint: `Remove ${label}, or \`from\` and \`to\`.`,
      };
    const message = `${label} cannot stand beside \`by\``;
    return { message, hint: `Remove ${label}, or \`by\` with its table.` };
  }
  return schemaPath.includes('/properties/columns/')
    ? { message: `${label} can only stand beside \`query\``, hint: `Remove ${label}.` }
    : { message: `${label} cannot stand beside \`query\``, hint: `Remove ${label}, or \`query\`.` };
}

function emptyFault({ node, label }: Subject): Fault {
  const hint = node.kind === 'scalar' ? 'Write a text.' : 'Write at least one entry.';
  return { code: 'invalid-value', place: node.place, message: `${label} is empty`, hint };
}

function unknownKey(subject: Subject, name: string, schema: object): Fault {
  const known = Object.keys((schema as { properties?: JsonSchema }).properties ?? {});
  const message = `${subject.label} has no key \`${excerpt(name)}\``;
  const hint = isCut(subject.node, name) ? CUT : keyHint(subject.node, name, known);
  return { code: 'unknown-key', place: keyPlace(subject, name), message, hint };
}

/** More keys than this are for the reference to tell. */
const MAX_KEYS = 24;

function keyHint(node: Node, name: string, known: readonly string[]): string | null {
  const foreign = foreignKeyHint(name, known);
  if (foreign !== null) return foreign;
  const above = nearest(name, known) === null ? emptyAbove(node, name, known) : null;
  if (above !== null) return `Indent it below \`${above}\`, if it belongs there.`;
  const hint = suggestion(name, known);
  if (hint !== null || known.length === 0 || known.length > MAX_KEYS) return hint;
  return `Use one of ${list(known)}.`;
}

/** The last key before `name` that this place has, where it has no value: what follows was likely meant to be that. */
function emptyAbove(node: Node, name: string, known: readonly string[]): string | null {
  if (node.kind !== 'mapping' || node.flow) return null;
  const at = node.entries.findIndex(entry => entry.name === name);
  const above = node.entries.slice(0, at).findLast(entry => known.includes(entry.name));
  return above !== undefined && isEmpty(above.value) ? above.name : null;
}

function isCut(node: Node, name: string): boolean {
  if (node.kind !== 'mapping' || !node.flow) return false;
  const value = entryOf(node, name)?.value;
  return value !== undefined && isEmpty(value);
}

function isEmpty(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null && node.text === '';
}

function notEither({ key, label }: Subject, branches: unknown, passing: unknown): Fault {
  const keys = (branches as readonly { readonly required: readonly string[] }[]).map(branch =>
    branch.required.join(),
  );
  if (!Array.isArray(passing)) {
    const message = `${label} needs one of the keys ${listed(quoted(keys))}`;
    return { code: 'missing-key', place: key, message, hint: null };
  }
  const written = keys.filter((_, index) => passing.includes(index));
  const message = `${label} has ${listed(quoted(written))}, which exclude each other`;
  return { code: 'clause-conflict', place: key, message, hint: 'Remove one of them.' };
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: '`true` or `false`',
  object: 'a mapping',
  array: 'a list',
  null: '`null`',
};

/** What would make the value of one of `types`. */
function typeHint(node: Node, types: readonly unknown[]): string | null {
  if (types.includes('array')) return 'Write a list: one item a line, each after `- `.';
  if (node.kind !== 'scalar') return null;
  if (node.text === 'null' && node.value === null) return 'Write a value, or remove it.';
  if (types.includes('string')) return 'Put it in quotes, if the text is meant.';
  const isNumber = /^-?[0-9]+$/.test(node.text) && types.includes('integer');
  const isFlag = /^(true|false)$/.test(node.text) && types.includes('boolean');
  return typeof node.value === 'string' && (isNumber || isFlag) ? 'Remove the quotes.' : null;
}

function wrongType(
  { node, key, label, cut }: Subject,
  types: readonly unknown[],
  pointer: string,
): Fault {
  const wanted = types.map(type => TYPE_WORDS[String(type)] ?? String(type)).join(' or ');
  const found = kindOf(node);
  if (found === null) {
    return {
      code: 'wrong-type',
      place: key,
      message: `${label} is empty; it takes ${wanted}`,
      hint: cut ? CUT : null,
    };
  }
  const message = `${label} takes ${wanted}, not ${found}`;
  const hint = exampleOf(pointer, node) ?? typeHint(node, types);
  return { code: 'wrong-type', place: node.place, message, hint };
}

function kindOf(node: Node): string | null {
  if (node.kind !== 'scalar') return node.kind === 'mapping' ? 'a mapping' : 'a list';
  if (node.value === null) return node.text === '' ? null : `\`${node.text}\``;
  return typeof node.value === 'string' ? 'a text' : `\`${node.text}\``;
}

function unlisted({ node, label }: Subject, allowed: unknown): Fault {
  const values = Array.isArray(allowed) ? allowed.map(String) : [];
  const text = node.kind === 'scalar' ? excerpt(node.text) : '';
  const message = `${label} takes ${values.length > 1 ? 'one of ' : ''}${list(values)}, not \`${text}\``;
  const hint = values.length > 1 ? suggestion(text, values) : null;
  return { code: 'invalid-value', place: node.place, message, hint };
}

function outOfRange({ node, label }: Subject, range: string): Fault {
  const text = node.kind === 'scalar' ? excerpt(node.text) : '';
  const message = `${label} is ${range}, not \`${text}\``;
  return { code: 'invalid-value', place: node.place, message, hint: null };
}

const EXCERPT = 60;

function quoted(names: readonly string[]): readonly string[] {
  return names.map(name => `\`${name}\``);
}

/** So much of a stranger's text as a message can hold. */
function excerpt(text: string): string {
  return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT)}…`;
}
