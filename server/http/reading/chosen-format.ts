/** The parameter `format`, for callers that cannot set `Accept`: the address bar of a browser, a spreadsheet, a dashboard. */
import { FORMATS, type Format } from '../../../generator/core/types/formats.ts';
import { repeatedParameter } from '../../../generator/params/fault-words.ts';
import { type Fault, shown } from './read-request.ts';

const NAME = 'format';
const PAIR = `${NAME}=`;

/** The format that an address asks for, `null` if it asks for none, and the address's other parameters. */
export interface Chosen {
  readonly format: Format | null;
  readonly search: string;
}

/**
 * Reads the format from the text after an address's question mark, or returns the fault. `isOwn` says whether the endpoint has a
 * parameter of this name, which then keeps its meaning. An empty value is absent.
 */
export function chosenFormat(search: string, isOwn: (name: string) => boolean): Chosen | Fault {
  if (!search.includes(PAIR)) return { format: null, search };
  const pairs = search.split('&');
  const own = pairs.filter(pair => pair.startsWith(PAIR));
  if (own.length === 0 || isOwn(NAME)) return { format: null, search };
  const rest = pairs.filter(pair => !pair.startsWith(PAIR)).join('&');
  const [value = '', ...others] = own.map(pair => pair.slice(PAIR.length));
  if (others.length > 0)
    return { code: 'repeated_parameter', name: NAME, message: repeatedParameter(NAME) };
  if (value === '') return { format: null, search: rest };
  const format = FORMATS.find(one => one === value);
  if (format !== undefined) return { format, search: rest };
  const message = `\`${NAME}\` must be one of ${FORMATS.map(one => `\`${one}\``).join(', ')}, not \`${shown(value)}\`.`;
  return { code: 'invalid_parameter', name: NAME, message };
}

/** The headers that name the file of rows that a browser saves, for an endpoint's name: it consists of letters, digits, `.` and `-`. */
export function fileHeaders(name: string, format: Format): Readonly<Record<string, string>> {
  if (format === 'json') return {};
  return { 'Content-Disposition': `attachment; filename="${name}.${format}"` };
}
