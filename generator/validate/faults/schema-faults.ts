/** Faults that the schema finds, in our words: one fault, one diagnostic, at the key or value that is wrong. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Report, suggestion } from '../../core/diagnostics.ts';
import type { Node } from '../../core/document.ts';
import { foreignList, foreignType } from '../../core/foreign-types.ts';
import { SCALARS } from '../../core/scalar.ts';
import { PARTS } from '../../schema/parts.ts';
import { textHint } from './examples.ts';
import { partOf } from './part-faults.ts';
import { CUT, plainFault } from './plain-faults.ts';
import { excerpt, type Fault, isCut, keyPlace, type Subject, subjectOf } from './subject.ts';

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
    // Text after a stray comma is neither a name nor does it have a value, so its fault says nothing new.
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

// ---- definitions that have words of their own -----------------------------------------------------------------------

function namedFault(subject: Subject, error: ErrorObject, name: string): Fault | null {
  const part = partOf(error);
  if (part === null) return null;
  const text = name === '' ? 'The empty text' : `\`${excerpt(name)}\``;
  const message = `${text} is ${part.what}`;
  const hint = isCut(subject.node, name) ? CUT : part.hint;
  return { code: part.code, place: keyPlace(subject, name), message, hint };
}

const CALENDAR = /\b(?:month|quarter|year)s?\b/i;
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
  // A duration or a size without its unit says more than one that is not text.
  const bare = error.keyword === 'type' && part.isNoNumber && typeof node.value === 'number';
  if (!bare && !PART_KEYWORDS.has(error.keyword)) return null;
  const near = part.what === 'no type of a column' ? typeMeant(node.text) : null;
  const text = node.text === '' ? 'The empty text' : `\`${excerpt(node.text)}\``;
  const message = `${text} is ${part.what}`;
  const written = textHint(error.instancePath, node.text);
  const calendar = CALENDAR.test(node.text) ? part.calendarHint : null;
  const hint = near ?? pathHint(subject, error) ?? written ?? calendar ?? part.hint;
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
