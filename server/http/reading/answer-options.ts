/** Parameters of an address that say how its answer is written, for callers that cannot set a header: a browser, a spreadsheet. */
import {
  ANSWER_OPTIONS,
  type AnswerOption,
  type Format,
} from '../../../generator/core/types/formats.ts';
import { repeatedParameter } from '../../../generator/params/fault-words.ts';
import { type RequestFault, shown } from './read-request.ts';

/** The options that an address has, and its other parameters. */
export interface AnswerOptions {
  readonly format: Format | null;
  /** Whether CSV begins with a byte order mark, by which Excel recognises UTF-8. */
  readonly bom: boolean;
  /** Whether the cursor of the next page stands beside the rows. */
  readonly isPage: boolean;
  readonly search: string;
}

const NAMES = Object.keys(ANSWER_OPTIONS) as readonly AnswerOption[];

/**
 * Reads the options from the text after an address's question mark, or returns the faults. `isOwn` says whether the endpoint has a
 * parameter of a name, which then keeps its meaning.
 */
export function answerOptions(
  search: string,
  isOwn: (name: string) => boolean,
): AnswerOptions | { readonly faults: readonly [RequestFault, ...RequestFault[]] } {
  const pairs = search.split('&');
  const nameOf = (pair: string) => NAMES.find(name => pair.startsWith(`${name}=`)) ?? null;
  const present = NAMES.filter(name => pairs.some(pair => nameOf(pair) === name) && !isOwn(name));
  if (present.length === 0) return { format: null, bom: false, isPage: false, search };
  const read = present.map(name => [name, readOption(name, pairs)] as const);
  const [fault, ...more] = read.flatMap(([, one]) => ('code' in one ? [one] : []));
  if (fault !== undefined) return { faults: [fault, ...more] };
  const values = new Map(read.flatMap(([name, one]) => ('code' in one ? [] : [[name, one.value]])));
  return {
    format: ANSWER_OPTIONS.format.find(one => one === values.get('format')) ?? null,
    bom: values.get('bom') === '1',
    isPage: values.get('envelope') === 'page',
    search: pairs.filter(pair => !present.some(name => name === nameOf(pair))).join('&'),
  };
}

function readOption(
  name: AnswerOption,
  pairs: readonly string[],
): RequestFault | { readonly value: string } {
  const [value = '', ...others] = pairs
    .filter(pair => pair.startsWith(`${name}=`))
    .map(pair => pair.slice(name.length + 1));
  if (others.length > 0)
    return { code: 'repeated_parameter', name, message: repeatedParameter(name) };
  const allowed: readonly string[] = ANSWER_OPTIONS[name];
  if (allowed.includes(value)) return { value };
  const listed = allowed.map(one => `\`${one}\``).join(', ');
  const expected = allowed.length === 1 ? listed : `one of ${listed}`;
  const message = `\`${name}\` must be ${expected}, not \`${shown(value)}\`.`;
  return { code: 'invalid_parameter', name, message };
}

/** Returns the fault of options that the format of the answer does not have. */
export function optionFault({ bom, isPage }: AnswerOptions, format: Format): RequestFault | null {
  if (bom && format !== 'csv') return unfit('bom', 'csv');
  return isPage && format !== 'json' ? unfit('envelope', 'json') : null;
}

function unfit(name: AnswerOption, format: Format): RequestFault {
  const message = `\`${name}\` only goes with rows as \`${format}\`.`;
  return { code: 'invalid_parameter', name, message };
}
