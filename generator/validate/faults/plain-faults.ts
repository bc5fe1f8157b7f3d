/** Faults of plain JSON Schema keywords: an unknown or missing key, a value of the wrong type or outside its range. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { nearest, suggestion } from '../../core/report/diagnostics.ts';
import { listed } from '../../core/report/words.ts';
import { entryOf, type Node } from '../../core/spec/document.ts';
import type { JsonSchema } from '../../schema/parts.ts';
import { findHint, missingExample } from '../../shape/faults/examples.ts';
import { foreignKeyHint } from '../../shape/faults/foreign-keys.ts';
import { freshId } from '../../shape/faults/fresh-id.ts';
import { quoteAll } from './part-faults.ts';
import {
  excerptStart,
  isCutText,
  isEmpty,
  keyPlace,
  type ShapeFault,
  type Subject,
} from './subject.ts';

export const CUT = 'Quote the text before it: between braces, a comma ends a value.';

export function plainFault(subject: Subject, error: ErrorObject): ShapeFault | null {
  const { node, key, label } = subject;
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(subject, String(params['additionalProperty']), error.parentSchema ?? {});
    case 'required': {
      // the `oneOf` keyword reports these for its branches
      if (error.schemaPath.includes('/oneOf/')) return null;
      const missing = String(params['missingProperty']);
      const message = `${label} needs the key \`${missing}\``;
      const isId = missing === 'id' && error.instancePath === '';
      const hint = isId
        ? `Write \`id: ${freshId(node.place.source)}\`.`
        : missingExample(error.instancePath.split('/'), missing);
      return { code: 'missing-key', place: key, message, hint };
    }
    case 'type':
      return wrongType(subject, [params['type']].flat(), error.instancePath);
    case 'enum':
      return unlisted(subject, params['allowedValues']);
    case 'minProperties':
      // an incomplete mapping was reported as a missing key
      return node.kind === 'mapping' && node.incomplete ? null : emptyFault(subject);
    case 'minLength':
    case 'minItems':
      return emptyFault(subject);
    case 'maxProperties':
      return {
        code: 'invalid-value',
        place: node.place,
        message: `${label} has several entries, and takes only one`,
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
    // the branches of these report their own faults
    case 'not':
    case 'if':
    case 'propertyNames':
      return null;
    default:
      throw new Error(`No message for the keyword ${error.keyword} of ${error.schemaPath}.`);
  }
}

/** Names the key that excludes this one: at the top level, a key of another kind of body; below it, a choice by an enum. */
function misplacedWords({ above, label }: Subject, { schemaPath, instancePath }: ErrorObject) {
  const isBeside = (name: string) => above?.kind === 'mapping' && entryOf(above, name) !== null;
  const isCondition = /^(?:\/(?:steps|sources)\/[^/]*)?\/(?:where|having)\//.test(instancePath);
  if (/\/join\/[^/]*\/[^/]*$/.test(instancePath) && isBeside('each'))
    return {
      message: `${label} cannot be combined with \`each\``,
      hint: `Remove ${label}, or \`each\`.`,
    };
  if (isBeside('list') && /\/params\/[^/]*\/[^/]*$/.test(instancePath))
    return {
      message: `${label} cannot be combined with \`list\``,
      hint: `Put ${label} into \`list\`: \`list: { type: …, … }\`.`,
    };
  if (isBeside('cases') || (isCondition && isBeside('by'))) {
    const hint = `Move the choice into \`${isCondition ? 'filter' : 'value'}\`.`;
    return { message: `${label} cannot be combined with \`by\``, hint };
  }
  if (isCondition) {
    return {
      message: `${label} cannot be combined with \`any\``,
      hint: `Put ${label} into its items.`,
    };
  }
  if (instancePath.lastIndexOf('/') > 0) {
    if (schemaPath.includes('/then/'))
      return {
        message: `${label} cannot be combined with \`from\` and \`to\``,
        hint: `Remove ${label}, or \`from\` and \`to\`.`,
      };
    const message = `${label} cannot be combined with \`by\``;
    return { message, hint: `Remove ${label}, or \`by\` with its table.` };
  }
  if (isBeside('sandbox') && !isBeside('query')) {
    const isAnswer = isBeside('from') || isBeside('union');
    const where = isAnswer ? 'in a sandbox' : 'in a sandbox without `from`';
    return { message: `${label} is not allowed ${where}`, hint: `Remove ${label}.` };
  }
  return schemaPath.includes('/properties/columns/')
    ? { message: `${label} can only be used with \`query\``, hint: `Remove ${label}.` }
    : {
        message: `${label} cannot be combined with \`query\``,
        hint: `Remove ${label}, or \`query\`.`,
      };
}

function emptyFault({ node, label }: Subject): ShapeFault {
  const hint = node.kind === 'scalar' ? 'Write a text.' : 'Write at least one entry.';
  return { code: 'invalid-value', place: node.place, message: `${label} is empty`, hint };
}

function unknownKey(subject: Subject, name: string, schema: object): ShapeFault {
  const known = Object.keys((schema as { properties?: JsonSchema }).properties ?? {});
  const message = `${subject.label} has no key \`${excerptStart(name)}\``;
  const hint = isCutText(subject.node, name) ? CUT : keyHint(subject.node, name, known);
  return { code: 'unknown-key', place: keyPlace(subject, name), message, hint };
}

/** With more keys, the hint does not list them. */
const MAX_KEYS = 24;

function keyHint(node: Node, name: string, known: readonly string[]): string | null {
  const foreign = foreignKeyHint(name, known);
  if (foreign !== null) return foreign;
  const above = nearest(name, known) === null ? emptyAbove(node, name, known) : null;
  if (above !== null) return `Indent it below \`${above}\`, if it belongs there.`;
  const hint = suggestion(name, known);
  if (hint !== null || known.length === 0 || known.length > MAX_KEYS) return hint;
  return `Use one of ${quoteAll(known)}.`;
}

/** The last key before `name` on this level, if it has no value: the author probably meant the following lines as its value. */
function emptyAbove(node: Node, name: string, known: readonly string[]): string | null {
  if (node.kind !== 'mapping' || node.flow) return null;
  const at = node.entries.findIndex(entry => entry.name === name);
  const above = node.entries.slice(0, at).findLast(entry => known.includes(entry.name));
  return above !== undefined && isEmpty(above.value) ? above.name : null;
}

function notEither({ key, label }: Subject, branches: unknown, passing: unknown): ShapeFault {
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

/** A hint how to change the value to one of `types`. */
function typeHint(node: Node, types: readonly unknown[]): string | null {
  if (types.includes('array')) return 'Write a list: one item on each line, after `- `.';
  if (node.kind !== 'scalar') return null;
  if (node.text === 'null' && node.value === null) return 'Write a value, or remove it.';
  if (types.includes('string')) return 'Put it in quotes to make it a text.';
  const isNumber = /^-?[0-9]+$/.test(node.text) && types.includes('integer');
  const isFlag = /^(true|false)$/.test(node.text) && types.includes('boolean');
  return typeof node.value === 'string' && (isNumber || isFlag) ? 'Remove the quotes.' : null;
}

function wrongType(
  { node, key, label, cut }: Subject,
  types: readonly unknown[],
  pointer: string,
): ShapeFault {
  const wanted = types.map(type => TYPE_WORDS[String(type)] ?? String(type)).join(' or ');
  const found = kindOf(node);
  if (found === null) {
    return {
      code: 'wrong-type',
      place: key,
      message: `${label} is empty; it takes ${wanted}`,
      hint: cut ? CUT : findHint(pointer.split('/'), node),
    };
  }
  const message = `${label} takes ${wanted}, not ${found}`;
  const hint = findHint(pointer.split('/'), node) ?? typeHint(node, types);
  return { code: 'wrong-type', place: node.place, message, hint };
}

function kindOf(node: Node): string | null {
  if (node.kind !== 'scalar') return node.kind === 'mapping' ? 'a mapping' : 'a list';
  if (node.value === null) return node.text === '' ? null : `\`${node.text}\``;
  return typeof node.value === 'string' ? 'a text' : `\`${node.text}\``;
}

function unlisted({ node, label }: Subject, allowed: unknown): ShapeFault {
  const values = Array.isArray(allowed) ? allowed.map(String) : [];
  const text = node.kind === 'scalar' ? excerptStart(node.text) : '';
  const message = `${label} takes ${values.length > 1 ? 'one of ' : ''}${quoteAll(values)}, not \`${text}\``;
  const hint = values.length > 1 ? suggestion(text, values) : null;
  return { code: 'invalid-value', place: node.place, message, hint };
}

function outOfRange({ node, label }: Subject, range: string): ShapeFault {
  const text = node.kind === 'scalar' ? excerptStart(node.text) : '';
  const message = `${label} is ${range}, not \`${text}\``;
  return { code: 'invalid-value', place: node.place, message, hint: null };
}

function quoted(names: readonly string[]): readonly string[] {
  return names.map(name => `\`${name}\``);
}
