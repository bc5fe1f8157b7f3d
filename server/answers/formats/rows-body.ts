/** The rows of an answer in each format: JSON is always there, other formats are created when first asked for. */
import type { Format, Formula } from '../../../generator/core/formats.ts';
import type { ManifestColumn } from '../../../generator/core/manifest.ts';
import { type Body, bytesBody, textBody } from '../../http/body.ts';
import { csvText } from './csv.ts';
import { partsOf } from './json-text.ts';
import { ndjsonText } from './ndjson.ts';

export interface RowsBody {
  /** Returns the body in a format: a promise until it is created; then it is kept. */
  readonly in: (format: Format) => Body | Promise<Body>;
  /** The most bytes that the formats created so far can occupy. */
  readonly bytes: number;
}

const BEGIN = '{"result":[';
const END = ']}';

/** Builds a body from rows that arrive in parts. */
export interface BodyMaker {
  /** Adds rows in JSON, with commas between them. */
  readonly add: (items: string) => void;
  /** Returns the number of characters of the body with the rows so far. */
  readonly length: () => number;
  readonly end: () => RowsBody;
}

export function bodyMaker(columns: readonly ManifestColumn[], formula: Formula): BodyMaker {
  const parts: Buffer[] = [];
  let length = BEGIN.length + END.length;
  const push = (text: string) => parts.push(Buffer.from(text));
  return {
    add: items => {
      if (items === '') return;
      const before = parts.length === 0 ? BEGIN : ',';
      length += items.length + (parts.length === 0 ? 0 : 1);
      push(before + items);
    },
    length: () => length,
    end: () => {
      push(parts.length === 0 ? BEGIN + END : END);
      return rowsBody(Buffer.concat(parts), columns, formula);
    },
  };
}

/** Creates the body of an answer from its JSON. Other formats are converted from the JSON, so they have the same rows. */
function rowsBody(
  result: Uint8Array,
  columns: readonly ManifestColumn[],
  formula: Formula,
): RowsBody {
  const json = bytesBody(result);
  const made = new Map<Format, Body | Promise<Body>>([['json', json]]);
  let bytes = json.bytes;
  const rowsOf = () => {
    const text = Buffer.from(json.identity.bytes).toString();
    return partsOf(text.slice(BEGIN.length - 1, 1 - END.length));
  };
  const make = async (format: Exclude<Format, 'json'>): Promise<Body> => {
    const body = await ENCODE[format](rowsOf(), columns, formula);
    made.set(format, body);
    bytes += body.bytes;
    return body;
  };
  return {
    in: format => {
      const known = made.get(format);
      if (known !== undefined || format === 'json') return known ?? json;
      const making = make(format);
      made.set(format, making);
      making.catch(() => made.delete(format));
      return making;
    },
    get bytes() {
      return bytes;
    },
  };
}

type Encode = (
  rows: readonly string[],
  columns: readonly ManifestColumn[],
  formula: Formula,
) => Body | Promise<Body>;

const ENCODE: Readonly<Record<Exclude<Format, 'json'>, Encode>> = {
  ndjson: rows => textBody(ndjsonText(rows)),
  csv: (rows, columns, formula) => textBody(csvText(rows, columns, formula)),
  arrow: async (rows, columns) => {
    // loaded when needed, because the library takes as long to load as the rest of the service
    const { arrowBytes } = await import('./arrow.ts');
    return bytesBody(arrowBytes(rows, columns));
  },
};
