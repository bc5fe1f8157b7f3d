/** Words the faults that the schema finds: one diagnostic for each fault, at the key or value that is wrong. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Report } from '../../core/report/diagnostics.ts';
import type { Node } from '../../core/spec/document.ts';
import { textHint } from '../../shape/faults/examples.ts';
import { explainPartFault } from './part-faults.ts';
import { CUT, plainFault } from './plain-faults.ts';
import {
  excerptStart,
  isCutText,
  keyPlace,
  type ShapeFault,
  type Subject,
  subjectOf,
} from './subject.ts';

/** Reports the errors that ajv found in the data of `root`. Returns the number of diagnostics. */
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
    // a value of the wrong type also breaks other rules
    if (error.keyword !== 'type' && mistyped.has(error.instancePath)) continue;
    const fault = describe(root, error);
    if (fault === null) continue;
    // text after a stray comma has neither a valid name nor a value, so its own fault adds nothing
    if (fault.hint === CUT && misnamed.has(error.instancePath)) continue;
    const { code, place, message, hint } = fault;
    // if two branches both expect another kind of value, the fault of the first one names all kinds
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

function describe(root: Node, error: ErrorObject): ShapeFault | null {
  const subject = subjectOf(root, error.instancePath);
  if (error.propertyName !== undefined) return namedFault(subject, error, error.propertyName);
  return partFault(subject, error) ?? plainFault(subject, error);
}

// ---- definitions with their own messages ----------------------------------------------------------------------------

function namedFault(subject: Subject, error: ErrorObject, name: string): ShapeFault | null {
  const part = explainPartFault(error);
  if (part === null) return null;
  const text = name === '' ? 'The empty text' : `\`${excerptStart(name)}\``;
  const message = `${text} is ${part.what}`;
  const hint = isCutText(subject.node, name) ? CUT : part.hint;
  return { code: part.code, place: keyPlace(subject, name), message, hint };
}

const CALENDAR = /\b(?:month|quarter|year)s?\b/i;
const PART_KEYWORDS: ReadonlySet<string> = new Set(['pattern', 'maxLength', 'minimum', 'maximum']);

function partFault(subject: Subject, error: ErrorObject): ShapeFault | null {
  const { node } = subject;
  const part = explainPartFault(error);
  if (part === null || node.kind !== 'scalar') return null;
  // a duration or a size without its unit: this fault is more helpful than "not a text"
  const bare = error.keyword === 'type' && part.isNoNumber && typeof node.value === 'number';
  if (!bare && !PART_KEYWORDS.has(error.keyword)) return null;
  const text = node.text === '' ? 'The empty text' : `\`${excerptStart(node.text)}\``;
  const message = `${text} is ${part.what}`;
  const written = textHint(error.instancePath.split('/'), node.text);
  const calendar = CALENDAR.test(node.text) ? part.calendarHint : null;
  const hint = written ?? calendar ?? part.hint;
  return { code: part.code, place: node.place, message, hint };
}
